// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/order/order_problem.h"

namespace stowage {

/// An order layer by layer, and a bound on the interleaved peak (core/order/interleaved_peak.h) of every order.
struct LayeredOrder {
  Bytes lower_bound;                 ///< no order has a smaller interleaved peak
  std::vector<OperatorId> sequence;  ///< layer by layer, each in the best order that was found for it alone
};

/// Streams that wait for each other, in a circle, are one **layer**; a layer waits only for those before it. In every
/// order, the layers may run one after the other, each until nothing of it is left:
/// ```
///   forward, backward ──▶ all-reduce ──▶ updates      all gradients are there before the first is reduced; all
///   ├───── layer 0 ─────┤ ├ layer 1 ┤  ├ layer 2 ┤    reduced ones are there before the first update
/// ```
/// This is one of the runs that the interleaved peak covers. So the interleaved peak is at least the least peak of any
/// order of a layer, or of several layers in a row, with all before them done and all after them not begun. Layers are
/// ordered by the search of core/order/exact_order.h, within limits; for several layers in a row the bound is that of
/// least_peak(). Deterministic but for where the task stops it; then the bound is smaller.
[[nodiscard]] LayeredOrder order_by_layers(const Graph& graph, const OrderProblem& problem, const Task& task = {});

}  // namespace stowage
