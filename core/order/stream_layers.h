// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/order/order_problem.h"

namespace stowage {

/// What holds of the interleaved peak (core/order/interleaved_peak.h) in every order of a graph's operators.
struct LayeredOrder {
  Bytes lower_bound;                 ///< no order has a smaller interleaved peak
  std::vector<OperatorId> sequence;  ///< layer by layer, each in the best order that was found for it alone
};

/// Streams that wait for each other, in a circle, are one **layer**; a layer waits only for those before it. Whatever
/// the order, the layers may run one after the other, each until nothing of it is left:
/// ```
///   forward, backward ──▶ all-reduce ──▶ updates      all gradients are there before the first is reduced; all
///   ├───── layer 0 ─────┤ ├ layer 1 ┤  ├ layer 2 ┤    reduced ones are there before the first update
/// ```
/// This is one of the runs that the interleaved peak covers. So it is at least the least peak of any order of a layer,
/// or of several layers in a row, with all before it done and all after it not begun. Layers are ordered by the search
/// of core/order/exact_order.h, within limits; of more layers in a row the bound is that of least_peak(). Deterministic
/// but for where the task stops it; stopped, it says less.
[[nodiscard]] LayeredOrder order_by_layers(const Graph& graph, const OrderProblem& problem, const Task& task = {});

}  // namespace stowage
