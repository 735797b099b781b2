// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <unordered_set>
#include <vector>

#include "core/order/order_problem.h"

// The search behind core/order/exact_order.h, for one part.
namespace stowage {

/// A set of operators that have run, with what follows from it. Copied to be changed.
struct ExecutedSet {
  std::vector<std::uint64_t> bits;
  std::vector<OrderProblem::Index> ready;  ///< all whose predecessors have run, in no certain order
  std::size_t count = 0;
  Bytes alive;  ///< after them

  [[nodiscard]] bool has(OrderProblem::Index o) const { return (bits[o / 64] >> o % 64 & 1) != 0; }
  void flip(OrderProblem::Index o) { bits[o / 64] ^= std::uint64_t{1} << o % 64; }
};

/// How sets change as operators run.
class ExecutionRules {
 public:
  explicit ExecutionRules(const OrderProblem& problem);

  [[nodiscard]] ExecutedSet none() const;
  /// The set with those bits.
  [[nodiscard]] ExecutedSet set_of(std::span<const std::uint64_t> bits, Bytes alive) const;
  /// Bytes in memory while `o` runs after the set.
  [[nodiscard]] Bytes during(const ExecutedSet& set, OrderProblem::Index o) const { return set.alive + made_[o]; }
  void run(ExecutedSet& set, OrderProblem::Index o) const;
  /// Runs, again and again, operators or short sequences that need not wait: they stay within the peak and leave no
  /// more in memory than was there before, nor than any part of the sequence that could run alone. In any order that
  /// follows and stays within the peak they can be moved to the front: the more operators have run, the less a set of
  /// operators adds to the memory, so that operators run between them need no more then. Appends them to `ran`, if
  /// given.
  void run_free(ExecutedSet& set, Bytes peak, std::vector<OrderProblem::Index>* ran = nullptr) const;
  /// How often the growth by an operator was computed: most of the time, but the same number on every machine.
  [[nodiscard]] std::uint64_t looks() const { return looks_; }

 private:
  /// By how much the bytes in memory grow if `o` runs next.
  [[nodiscard]] Bytes growth(const ExecutedSet& set, OrderProblem::Index o) const;
  [[nodiscard]] bool is_ready(const ExecutedSet& set, OrderProblem::Index o) const;
  /// A sequence from `first` that need not wait, or nothing where none is soon found. Leaves the set as it was.
  [[nodiscard]] std::vector<OrderProblem::Index> free_sequence(ExecutedSet& set, OrderProblem::Index first,
                                                               Bytes peak) const;
  /// Whether no part of a sequence that could run after the set grows the memory by less than `less`; false, too, after
  /// so many looks. Leaves the set as it was.
  [[nodiscard]] bool no_part_leaves_less(ExecutedSet& set, std::span<const OrderProblem::Index> rest, Bytes less,
                                         std::size_t& looks) const;

  const OrderProblem& problem_;
  mutable std::uint64_t looks_ = 0;
  std::vector<Bytes> made_, stays_;  // by operator: all its outputs, and those that are there after it
};

/// When a search gives up.
struct SearchLimits {
  std::size_t states;   ///< sets of operators that have run
  std::size_t bytes;    ///< of memory for them
  std::uint64_t looks;  ///< at what an operator adds (ExecutionRules::looks)
};

/// The states of one search, and the queue of those that wait.
class OrderSearch {
 public:
  using Index = OrderProblem::Index;

  OrderSearch(const OrderProblem& problem, Bytes floor, Bytes upper);

  /// Looks for an order of a peak below `upper`, until there is none or one is found within the floor; or until a limit
  /// is reached.
  void run(const SearchLimits& limits, const Task& task);

  [[nodiscard]] std::optional<std::vector<Index>> sequence() const;  ///< the best that was found, if any
  [[nodiscard]] Bytes lower_bound() const;                           ///< at most the best peak found, or `upper`
  [[nodiscard]] std::size_t states() const { return states_.size(); }
  [[nodiscard]] std::uint64_t looks() const { return rules_.looks(); }

 private:
  struct State {
    Bytes peak, alive;
    std::uint32_t parent;
    Index ran;  ///< run from the parent, before those that ran for free
    std::uint32_t count;
    bool open = true;
  };
  struct Waiting {
    Bytes peak;
    std::uint32_t count, state;
    /// Of equal peaks the one that has come furthest, so that an order is found soon.
    friend bool operator<(const Waiting& a, const Waiting& b) {
      return a.peak != b.peak ? a.peak > b.peak : a.count != b.count ? a.count < b.count : a.state > b.state;
    }
  };
  struct Hash {
    const OrderSearch* search;
    std::size_t operator()(std::uint32_t state) const;
  };
  struct Equal {
    const OrderSearch* search;
    bool operator()(std::uint32_t a, std::uint32_t b) const;
  };

  [[nodiscard]] std::span<const std::uint64_t> bits(std::uint32_t state) const {
    return {bits_.data() + state * words_, words_};
  }
  /// False where `is_over` says so before all states that follow are reached.
  bool expand(std::uint32_t state, const std::function<bool()>& is_over);
  void reach(const ExecutedSet& set, Bytes peak, std::uint32_t parent, Index ran);
  [[nodiscard]] bool settled() const { return queue_.empty() || queue_.top().peak >= upper_ || upper_ <= floor_; }
  void drop_outdated();

  const OrderProblem& problem_;
  ExecutionRules rules_;
  Bytes floor_, upper_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_;  // by state
  std::vector<State> states_;
  std::unordered_set<std::uint32_t, Hash, Equal> known_;
  std::priority_queue<Waiting> queue_;
  std::optional<std::uint32_t> best_;  // the complete state of the least peak
};

}  // namespace stowage
