// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/order/order_problem.h"

// The search behind core/order/exact_order.h, for one part.
namespace stowage {

/// When a search gives up.
struct SearchLimits {
  std::size_t states;   ///< sets of operators that have run
  std::size_t bytes;    ///< of memory for them
  std::uint64_t looks;  ///< at what an operator adds: most of the time, but the same number on every machine
};

struct SearchedOrder {
  std::optional<std::vector<OrderProblem::Index>> sequence;  ///< the best that was found, if any
  Bytes lower_bound;                                         ///< at most the best peak found, or `upper`
  std::size_t states = 0;
  std::uint64_t looks = 0;
};

/// Looks for an order of a peak below `upper`, until there is none or one is found within the floor; or until a limit
/// is reached.
[[nodiscard]] SearchedOrder search_order(const OrderProblem& problem, Bytes floor, Bytes upper,
                                         const SearchLimits& limits, const Task& task);

}  // namespace stowage
