// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/order/order_problem.h"

namespace stowage::roam {

/// One stage as a problem.
struct StageProblem {
  OrderProblem problem;                      ///< what crosses its border is counted
  std::vector<OrderProblem::Index> members;  ///< by operator of `problem`: its number in the whole
};

/// Splits a problem into its stages, which run one after the other: no arc may lead back. The same as part_of() of
/// each, but O(operators + arcs + tensors) for all together.
[[nodiscard]] std::vector<StageProblem> stage_problems(const OrderProblem& whole, std::span<const std::uint32_t> stages,
                                                       std::size_t stage_count);

struct StagesOrdered {
  std::vector<OrderProblem::Index> sequence;
  Bytes lower_bound;  ///< proved: no order with these stages has a smaller peak
};
/// Orders stage by stage, on all cores, and puts the answers together: equations (2) and (3). Stages of at most
/// `node_limit` operators are searched for long, larger ones shortly. A search ends as soon as its stage needs no more
/// than some stage needs anyway. When stopped, returns the best so far.
[[nodiscard]] StagesOrdered order_stages(const OrderProblem& whole, std::span<const std::uint32_t> stages,
                                         std::size_t stage_count, std::size_t node_limit, const Task& task);

}  // namespace stowage::roam
