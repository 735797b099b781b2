// SPDX-License-Identifier: Apache-2.0
#include "core/order/exact_order.h"

#include <functional>
#include <queue>
#include <span>
#include <unordered_set>

namespace stowage {
namespace {

using Index = OrderProblem::Index;

constexpr std::uint32_t kNoState = ~std::uint32_t{0};
constexpr std::size_t kBytesAState = 120;  // beyond its bits
// Half and twice of each of these find the same orders of 36 graphs in the same time.
constexpr std::size_t kLongestFree = 16;  // operators of a sequence that need not wait
constexpr std::size_t kFewUsers = 8;      // of a tensor, that may free it together
constexpr std::size_t kMaxParts = 512;    // of such a sequence, that are looked at

/// A set of operators that have run, with what follows from it. Copied to be changed.
struct ExecutedSet {
  std::vector<std::uint64_t> bits;
  std::vector<Index> ready;  ///< all whose predecessors have run, in no certain order
  std::size_t count = 0;
  Bytes alive;  ///< after them

  [[nodiscard]] bool has(Index o) const { return (bits[o / 64] >> o % 64 & 1) != 0; }
  void flip(Index o) { bits[o / 64] ^= std::uint64_t{1} << o % 64; }
};

/// How sets change as operators run.
class ExecutionRules {
 public:
  explicit ExecutionRules(const OrderProblem& problem)
      : problem_(problem), made_(problem.count()), stays_(problem.count()) {
    for (Index o = 0; o < made_.size(); ++o) {
      for (const Index t : problem.outputs[o]) {
        made_[o] += problem.tensors[t].size;
        if (problem.tensors[t].kept || !problem.users[t].empty()) stays_[o] += problem.tensors[t].size;
      }
    }
  }

  [[nodiscard]] ExecutedSet none() const {
    Bytes alive = problem_.base;
    for (const OrderProblem::Tensor& tensor : problem_.tensors)
      if (tensor.producer == OrderProblem::kNone) alive += tensor.size;
    return set_of(std::vector<std::uint64_t>((problem_.count() + 63) / 64), alive);
  }

  /// The set with those bits.
  [[nodiscard]] ExecutedSet set_of(std::span<const std::uint64_t> bits, Bytes alive) const {
    ExecutedSet set{{bits.begin(), bits.end()}, {}, 0, alive};
    for (Index o = 0; o < problem_.count(); ++o) {
      if (set.has(o))
        ++set.count;
      else if (is_ready(set, o))
        set.ready.push_back(o);
    }
    return set;
  }

  /// Bytes in memory while `o` runs after the set.
  [[nodiscard]] Bytes during(const ExecutedSet& set, Index o) const { return set.alive + made_[o]; }
  void run(ExecutedSet& set, Index o) const {
    set.alive += growth(set, o);
    set.flip(o);
    ++set.count;
    *std::ranges::find(set.ready, o) = set.ready.back();
    set.ready.pop_back();
    for (const Index next : problem_.successors[o])
      if (is_ready(set, next)) set.ready.push_back(next);
  }

  /// Runs, again and again, operators or short sequences that need not wait: they stay within the peak and leave no
  /// more in memory than was there before, nor than any part of the sequence that could run alone. In any order that
  /// follows and stays within the peak they can be moved to the front: the more operators have run, the less a set of
  /// operators adds to the memory, so that operators run between them need no more. Appends them to `ran`, if given.
  void run_free(ExecutedSet& set, Bytes peak, std::vector<Index>* ran = nullptr) const {
    const auto run_and_tell = [&](Index o) {
      run(set, o);
      if (ran != nullptr) ran->push_back(o);
    };
    const auto run_single = [&] {
      const std::size_t before = set.count;
      for (std::size_t k = 0; k < set.ready.size();) {  // another takes the place of what runs
        const Index o = set.ready[k];
        if (during(set, o) <= peak && growth(set, o) <= Bytes{})
          run_and_tell(o);
        else
          ++k;
      }
      return set.count > before;
    };
    const auto run_sequences = [&] {
      const std::size_t before = set.count;
      for (const Index first : std::vector(set.ready))
        if (!set.has(first)) std::ranges::for_each(free_sequence(set, first, peak), run_and_tell);
      return set.count > before;
    };
    while (run_single() || run_sequences()) {
    }
  }

  /// How often the growth by an operator was computed.
  [[nodiscard]] std::uint64_t looks() const { return looks_; }

 private:
  /// By how much the bytes in memory grow if `o` runs next.
  [[nodiscard]] Bytes growth(const ExecutedSet& set, Index o) const {
    ++looks_;
    Bytes out = stays_[o];
    for (const Index t : problem_.inputs[o]) {
      if (problem_.tensors[t].kept) continue;
      const auto used_up = [&](Index user) { return user == o || set.has(user); };
      if (std::ranges::all_of(problem_.users[t], used_up)) out -= problem_.tensors[t].size;
    }
    return out;
  }

  [[nodiscard]] bool is_ready(const ExecutedSet& set, Index o) const {
    return std::ranges::all_of(problem_.predecessors[o], [&](Index before) { return set.has(before); });
  }

  /// A sequence from `first` that need not wait, or nothing where none is soon found. Leaves the set as it was.
  [[nodiscard]] std::vector<Index> free_sequence(ExecutedSet& set, Index first, Bytes peak) const {
    const Bytes before = set.alive;
    std::vector<Index> out, next{first};
    const auto offer = [&](Index o) {
      if (!set.has(o) && is_ready(set, o) && std::ranges::find(next, o) == next.end()) next.push_back(o);
    };
    bool found = false;
    while (!found && out.size() < kLongestFree && !next.empty()) {
      const auto least = std::ranges::min_element(next, {}, [&](Index o) { return std::pair(growth(set, o), o); });
      const Index o = *least;
      next.erase(least);
      if (during(set, o) > peak) break;
      set.alive += growth(set, o);
      set.flip(o);
      out.push_back(o);
      found = set.alive <= before;
      for (const Index after : problem_.successors[o]) offer(after);
      for (const Index t : problem_.inputs[o])
        if (problem_.users[t].size() <= kFewUsers) std::ranges::for_each(problem_.users[t], offer);
    }
    const Bytes grown = std::exchange(set.alive, before) - before;
    for (const Index o : out) set.flip(o);
    std::size_t looks = kMaxParts;
    if (!found || !no_part_leaves_less(set, out, grown, looks)) out.clear();
    return out;
  }

  /// Whether no part of a sequence that could run after the set grows the memory by less than `less`; false, too, after
  /// so many looks. Leaves the set as it was.
  [[nodiscard]] bool no_part_leaves_less(ExecutedSet& set, std::span<const Index> rest, Bytes less,
                                         std::size_t& looks) const {
    if (looks-- == 0) return false;
    if (rest.empty()) return less <= Bytes{};
    const Index o = rest.front();
    if (!no_part_leaves_less(set, rest.subspan(1), less, looks)) return false;  // the parts without it
    if (!is_ready(set, o)) return true;
    const Bytes grown = growth(set, o);
    set.flip(o);
    const bool fine = no_part_leaves_less(set, rest.subspan(1), less - grown, looks);
    set.flip(o);
    return fine;
  }

  const OrderProblem& problem_;
  mutable std::uint64_t looks_ = 0;
  std::vector<Bytes> made_, stays_;  // by operator: all its outputs, and those that are there after it
};

/// The states of one search, and the queue of those that wait.
class OrderSearch {
 public:
  OrderSearch(const OrderProblem& problem, Bytes floor, Bytes upper)
      : problem_(problem),
        rules_(problem),
        floor_(floor),
        upper_(upper),
        words_((problem.count() + 63) / 64),
        known_(0, Hash{this}, Equal{this}) {
    ExecutedSet start = rules_.none();
    const Bytes peak = std::max(floor, start.alive);
    rules_.run_free(start, peak);
    reach(start, peak, kNoState, OrderProblem::kNone);
  }

  void run(const SearchLimits& limits, const Task& task) {
    const std::size_t most = limits.bytes / (kBytesAState + words_ * sizeof(std::uint64_t));
    const auto is_over = [&] {
      return states_.size() >= std::min(most, limits.states) || rules_.looks() >= limits.looks || task.should_stop();
    };
    while (!settled() && !is_over()) {
      const Waiting next = queue_.top();
      queue_.pop();
      states_[next.state].open = false;
      if (!expand(next.state, is_over)) {  // as if it had not been looked at: its peak is part of the bound
        states_[next.state].open = true;
        queue_.push(next);
      }
      drop_outdated();
    }
  }

  [[nodiscard]] SearchedOrder result() const { return {sequence(), lower_bound(), states_.size(), rules_.looks()}; }

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
    std::size_t operator()(std::uint32_t state) const {
      std::uint64_t hash = 0;
      for (const std::uint64_t word : search->bits(state)) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 32;
      }
      return hash;
    }
  };
  struct Equal {
    const OrderSearch* search;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
      return std::ranges::equal(search->bits(a), search->bits(b));
    }
  };

  [[nodiscard]] std::span<const std::uint64_t> bits(std::uint32_t state) const {
    return {bits_.data() + state * words_, words_};
  }
  [[nodiscard]] bool settled() const { return queue_.empty() || queue_.top().peak >= upper_ || upper_ <= floor_; }
  [[nodiscard]] Bytes lower_bound() const { return settled() ? upper_ : std::max(floor_, queue_.top().peak); }

  [[nodiscard]] std::optional<std::vector<Index>> sequence() const {
    if (!best_) return {};
    std::vector<std::uint32_t> path;
    for (std::uint32_t state = *best_; state != kNoState; state = states_[state].parent) path.push_back(state);
    std::vector<Index> out;
    for (auto state = path.rbegin(); state != path.rend(); ++state) {  // as they were reached
      const State& to = states_[*state];
      ExecutedSet set =
          to.parent == kNoState ? rules_.none() : rules_.set_of(bits(to.parent), states_[to.parent].alive);
      if (to.parent != kNoState) {
        out.push_back(to.ran);
        rules_.run(set, to.ran);
      }
      rules_.run_free(set, to.peak, &out);
    }
    return out;
  }

  /// Drops entries of states that were reached again with a lower peak.
  void drop_outdated() {
    while (!queue_.empty()) {
      const Waiting& top = queue_.top();
      if (states_[top.state].open && states_[top.state].peak == top.peak) return;
      queue_.pop();
    }
  }

  /// False where `is_over` says so before all states that follow are reached.
  bool expand(std::uint32_t state, const std::function<bool()>& is_over) {
    const ExecutedSet from = rules_.set_of(bits(state), states_[state].alive);
    const Bytes before = states_[state].peak;
    for (const Index o : from.ready) {
      const Bytes peak = std::max(before, rules_.during(from, o));
      if (peak >= upper_) continue;
      if (is_over()) return false;
      ExecutedSet set = from;
      rules_.run(set, o);
      rules_.run_free(set, peak);
      reach(set, peak, state, o);
    }
    return true;
  }

  void reach(const ExecutedSet& set, Bytes peak, std::uint32_t parent, Index ran) {
    auto state = static_cast<std::uint32_t>(states_.size());
    bits_.insert(bits_.end(), set.bits.begin(), set.bits.end());
    const auto [known, added] = known_.insert(state);
    if (added) {
      states_.push_back({peak, set.alive, parent, ran, static_cast<std::uint32_t>(set.count)});
    } else {
      bits_.resize(states_.size() * words_);
      state = *known;
      State& there = states_[state];
      if (!there.open || there.peak <= peak) return;
      there.peak = peak;
      there.parent = parent;
      there.ran = ran;
    }
    if (set.count == problem_.count()) {
      best_ = state;
      upper_ = peak;
    } else
      queue_.push({peak, static_cast<std::uint32_t>(set.count), state});
  }

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

}  // namespace

SearchedOrder search_order(const OrderProblem& problem, Bytes floor, Bytes upper, const SearchLimits& limits,
                           const Task& task) {
  OrderSearch search(problem, floor, upper);
  search.run(limits, task);
  return search.result();
}

}  // namespace stowage
