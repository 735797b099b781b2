// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/task.h"
#include "core/order/order_problem.h"
#include "core/plan/bounds.h"

namespace stowage {

/// An order with the clique that makes its interleaved peak (core/order/interleaved_peak.h).
struct MeasuredOrder {
  std::vector<OperatorId> sequence;
  ProvedBound clique;  ///< its bytes is the peak; its tensors live together in pairs
};

/// Fails as interleaved_peak().
[[nodiscard]] Result<MeasuredOrder> measure_order(const Graph& graph, std::vector<OperatorId> sequence,
                                                  const Task& task = {});

/// Lowers the interleaved peak of an order by moves; never raises it. Only an order that parts two tensors of the
/// heaviest clique can have a smaller peak. So a move draws two of them and a stream in which the one is last used
/// after the other is made, and changes that:
/// ```
///   stream   … p  a  u …      p makes the one tensor, u uses the other. Either all uses of the other, with what they
///            … u  p  a …      wait for, run before p; or p, with what waits for it, runs after them.
/// ```
/// An order of the same peak is taken, too: often several cliques are as heavy. Ends at a peak of `floor`, after
/// `most_measured` orders, or after 500 in a row without an improvement. Deterministic but for where the task stops it.
void lower_by_moves(const Graph& graph, const OrderProblem& problem, Bytes floor, std::size_t most_measured,
                    const Task& task, MeasuredOrder& order);

}  // namespace stowage
