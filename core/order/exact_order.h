// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/order/order.h"
#include "core/order/order_problem.h"

namespace stowage {

/// The operators among which LESCEA chooses the next.
struct LesceaChoice {
  struct Ready {
    OrderProblem::Index op;
    Bytes growth;  ///< of the bytes in use, if it runs next
  };
  std::vector<Ready> ready;  ///< by index
  OrderProblem::Index chosen;
};

/// LESCEA (as ROAM compares with it): of the operators that could run next always the one after which the least
/// memory is in use; of equal ones that with the lowest index. O((operators + arcs + uses) log operators).
/// Fails only when stopped. `choices`, if given, gets what happens, in O(operators²).
[[nodiscard]] Result<std::vector<OrderProblem::Index>> lescea_order(const OrderProblem& problem, const Task& task = {},
                                                                    std::vector<LesceaChoice>* choices = nullptr);

extern const OrderStrategy kLescea;

/// The limits of the search, and the facts that the caller knows before. Measured on 23 graphs: half as many states
/// find the same, twice as many make one order 0.7 % smaller and take twice as long; half and twice as many looks the
/// same.
struct ExactOrderOptions {
  std::size_t most_states = 200'000;         ///< sets of operators that have run, in all parts together
  std::uint64_t most_looks = 200'000'000;    ///< at the bytes that an operator adds, in all parts together
  std::size_t most_bytes = 256U << 20U;      ///< of memory for the sets
  Bytes floor{};                             ///< a peak that is good enough: nothing below it is looked for
  std::vector<OrderProblem::Index> known{};  ///< an order to start from, beside LESCEA's and that of the numbers
  std::function<void(const OrderImprovement&)> improved{};  ///< called now and then, from the thread that works
};

/// The best order found, and a bound on all others.
struct OrderFound {
  std::vector<OrderProblem::Index> sequence;
  Bytes peak;              ///< of the sequence
  Bytes lower_bound;       ///< no order has a smaller peak; at most `peak`
  std::size_t states = 0;  ///< sets of operators that were looked at

  [[nodiscard]] bool proved() const { return peak == lower_bound; }
};

/// An order of least peak, by best-first search over the sets of operators that have run. The key of a set is the least
/// peak with which it is reached (a minimax Dijkstra); the least key of a set not yet looked at is a proved bound.
/// Where operators could run next within the key, and leave no more in memory than was there before, they run at once,
/// without a choice: running them earlier never needs more later (order_search.cpp). The parts between
/// operators that never move (memory_insensitive()) are ordered one by one. Minimum cuts of the whole
/// (core/order/peak_cuts.h) come first, where it is large: they prove bounds that would take the search many states,
/// and move whole stretches.
///
/// Ends early, with the best order and bound so far, when a limit is reached or the task stops. Deterministic but for
/// the task. A state takes n/8 + about 100 bytes and O(n + arcs + uses) time.
[[nodiscard]] OrderFound exact_order(const OrderProblem& problem, const ExactOrderOptions& options = {},
                                     const Task& task = {});

/// The usual limits; with a deadline, only memory and the deadline limit the search.
[[nodiscard]] ExactOrderOptions search_options(const OrderOptions& options, const Task& task);

/// How good the order is proved to be, in words.
[[nodiscard]] std::string describe(const OrderFound& found);

/// Runs with search_options().
extern const OrderStrategy kExactOrder;

/// The same search; where it proves nothing, windows and shorter searches from the best order so far, in turn, until
/// neither helps. A window gives some steps around the peak a new order, the rest being fixed; windows of 16 steps
/// slide by half their length, and when none helps, the length doubles, up to 256. The time left until a deadline goes
/// to one more search. Stopped, it gives the best order so far.
extern const OrderStrategy kBestOrder;

// The search behind exact_order(), for one part.

/// When a search gives up.
struct SearchLimits {
  std::size_t states;   ///< sets of operators that have run
  std::size_t bytes;    ///< of memory for them
  std::uint64_t looks;  ///< at the bytes that an operator adds: most of the time, but the same number on every machine
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
