// SPDX-License-Identifier: Apache-2.0
#include "core/check/bound_check.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

#include "core/check/fixed_places.h"
#include "core/check/vector_clocks.h"

namespace stowage {
namespace {

using Outcome = SmallerPlan::Answer;
constexpr std::size_t kMaxTensors = 2'000, kMaxPairs = 20'000;
constexpr std::uint64_t kMaxLooks = 300'000'000;  // at pairs: about a second

class BoundSearch {
 public:
  BoundSearch(const Graph& graph, const Plan& plan, const VectorClocks& history)
      : graph_(graph), plan_(plan), history_(history), places_(graph, plan, true) {}

  Result<SmallerPlan> run(std::int64_t bytes, const Task& task) {
    list_blocks();
    if (!list_pairs()) return SmallerPlan{};
    // Stacked one above the other, all blocks fit: no start need be higher.
    std::int64_t stacked = 0;
    for (const Block& block : blocks_) stacked = round_up(stacked, block.step) + block.size;
    bytes = std::min(bytes, stacked + 1);
    for (Block& block : blocks_) {
      block.high = bytes - 1 - block.size;
      if (block.high < 0) return SmallerPlan{Outcome::none};
      block.high -= block.high % block.step;
    }
    const std::optional<bool> fits = search(task);
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    if (!fits) return SmallerPlan{};
    return *fits ? SmallerPlan{Outcome::found, offsets()} : SmallerPlan{Outcome::none};
  }

 private:
  /// Tensors at fixed places in it; its start is a multiple of `step` in [low, high].
  struct Block {
    std::int64_t size = 0, step = 1;
    std::int64_t low = 0, high = 0;
    std::uint64_t changed_after = 0;  ///< number of the decision for which its range was noted
  };
  /// Either `b` starts at least `up` above the start of `a`, or `a` at least `down` above that of `b`.
  struct Pair {
    std::size_t a, b;
    std::int64_t up, down;
    enum class State : std::uint8_t { open, a_below, b_below } state = State::open;
  };
  /// A tensor of a clique, `before` bytes above the start of its block.
  struct Member {
    std::size_t block;
    std::int64_t before, size;
    friend bool operator==(const Member&, const Member&) = default;
  };
  /// A range as it was before a decision, or (without a block) a pair that was open.
  struct Change {
    static constexpr std::size_t kNoBlock = ~std::size_t{0};
    std::size_t block = kNoBlock, pair = 0;
    std::int64_t low = 0, high = 0;
  };

  /// The choice for a pair; `changes` is the number of changes before it.
  struct Decision {
    std::size_t pair, changes;
    bool a_first;  ///< the lower of the two is tried below first
    bool second = false;
  };

  void list_blocks() {
    for (std::size_t b = 0; b < places_.block_count(); ++b) {
      Block block{.step = plan_.alignment.count};
      for (TensorId t : places_.block(b)) {
        if (graph_.is_view(t)) continue;
        block.size = std::max(block.size, places_.end(t));
        block.step = std::lcm(block.step, start_step(graph_, plan_, t));
      }
      blocks_.push_back(block);
    }
  }

  /// False where there are too many.
  bool list_pairs() {
    std::vector<TensorId> needed;
    for (TensorId t : graph_.tensors())
      if (history_.is_needed(t) && graph_.size(t) > Bytes{0} && !graph_.is_view(t)) needed.push_back(t);
    apart_.assign(needed.size(), std::vector<bool>(needed.size()));
    for (std::size_t i = 0; i < needed.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const TensorId t = needed[i], u = needed[j];
        const std::size_t a = places_.block_of(t), b = places_.block_of(u);
        if (!places_.side_by_side(t, u) && (history_.over_before(t, u) || history_.over_before(u, t))) continue;
        apart_[i][j] = apart_[j][i] = true;
        if (a == b) continue;
        pairs_.push_back({a, b, places_.end(t) - places_.before(u), places_.end(u) - places_.before(t)});
        if (pairs_.size() > kMaxPairs) return false;
      }
    list_cliques(needed);
    return true;
  }

  /// For each tensor some that lie apart from it and from each other, the largest first.
  void list_cliques(const std::vector<TensorId>& needed) {
    auto by_size = numbers_below<std::size_t>(needed.size());
    std::ranges::stable_sort(by_size, std::ranges::greater(), [&](std::size_t k) { return places_.size(needed[k]); });
    for (std::size_t first : by_size) {
      std::vector<std::size_t> clique{first};
      for (std::size_t k : by_size)
        if (std::ranges::all_of(clique, [&](std::size_t other) { return apart_[k][other]; })) clique.push_back(k);
      std::ranges::sort(clique);
      std::vector<Member> members;
      for (std::size_t k : clique) {
        const TensorId t = needed[k];
        members.push_back({places_.block_of(t), places_.before(t), places_.size(t)});
      }
      if (members.size() > 2 && std::ranges::find(cliques_, members) == cliques_.end()) cliques_.push_back(members);
    }
  }

  /// Whether some members of a clique have more bytes than there are between the lowest start and the highest end that
  /// any of them may have.
  bool is_overfull(const std::vector<Member>& clique) {
    const auto low = [&](const Member& m) { return blocks_[m.block].low + m.before; };
    const auto top = [&](const Member& m) { return blocks_[m.block].high + m.before + m.size; };
    by_low_.assign(clique.begin(), clique.end());
    std::ranges::sort(by_low_, std::ranges::greater(), low);
    looks_ += clique.size() * clique.size();
    return std::ranges::any_of(clique, [&](const Member& last) {
      std::int64_t sum = 0;
      return std::ranges::any_of(by_low_, [&](const Member& m) {
        if (top(m) > top(last)) return false;
        sum += m.size;
        return low(m) + sum > top(last);
      });
    });
  }

  /// The pair that leaves the blocks the least room, whichever way it is decided.
  [[nodiscard]] const Pair* tightest_open_pair() const {
    const Pair* best = nullptr;
    std::int64_t least = 0;
    for (const Pair& pair : pairs_) {
      if (pair.state != Pair::State::open) continue;
      const Block &a = blocks_[pair.a], &b = blocks_[pair.b];
      const std::int64_t room = (b.high - a.low - pair.up) + (a.high - b.low - pair.down);
      if (best == nullptr || room < least) best = &pair, least = room;
    }
    return best;
  }

  /// Depth first, with the decisions on a stack of their own. Nothing where there is too much to try.
  std::optional<bool> search(const Task& task) {
    std::vector<Decision> decisions;
    bool possible = narrow();
    for (std::uint64_t count = 0;; ++count) {
      if (looks_ > kMaxLooks || task.poll(count, 64)) return {};
      if (possible) {
        const Pair* const open = tightest_open_pair();
        if (open == nullptr) return true;
        decisions.push_back({static_cast<std::size_t>(open - pairs_.data()), changes_.size(),
                             blocks_[open->a].low <= blocks_[open->b].low});
      } else {
        while (!decisions.empty() && decisions.back().second) take_back_to(decisions.back()), decisions.pop_back();
        if (decisions.empty()) return false;
        take_back_to(decisions.back());
        decisions.back().second = true;
      }
      const Decision& next = decisions.back();
      ++decision_;
      set_state(next.pair, next.second == next.a_first ? Pair::State::b_below : Pair::State::a_below);
      possible = narrow();
    }
  }

  void take_back_to(const Decision& decision) {
    for (; changes_.size() > decision.changes; changes_.pop_back()) {
      const Change& change = changes_.back();
      if (change.block == Change::kNoBlock) {
        pairs_[change.pair].state = Pair::State::open;
      } else {
        blocks_[change.block].low = change.low;
        blocks_[change.block].high = change.high;
      }
    }
  }

  void set_state(std::size_t pair, typename Pair::State state) {
    changes_.push_back({.pair = pair});
    pairs_[pair].state = state;
  }

  void note(std::size_t block) {
    Block& b = blocks_[block];
    if (std::exchange(b.changed_after, decision_) != decision_)
      changes_.push_back({.block = block, .low = b.low, .high = b.high});
  }

  /// Removes all starts that the other blocks rule out, until nothing changes. False where a block has none left.
  bool narrow() {
    for (bool changed = true; changed && looks_ <= kMaxLooks; looks_ += pairs_.size()) {
      changed = false;
      for (std::size_t k = 0; k < pairs_.size(); ++k) {
        const Pair& pair = pairs_[k];
        if (pair.state == Pair::State::open) {
          const bool up = blocks_[pair.a].low + pair.up <= blocks_[pair.b].high;
          const bool down = blocks_[pair.b].low + pair.down <= blocks_[pair.a].high;
          if (up && down) continue;
          if (!up && !down) return false;
          set_state(k, up ? Pair::State::a_below : Pair::State::b_below);
        }
        const bool moved = pair.state == Pair::State::a_below ? push_apart(pair.a, pair.b, pair.up)
                                                              : push_apart(pair.b, pair.a, pair.down);
        if (blocks_[pair.a].low > blocks_[pair.a].high || blocks_[pair.b].low > blocks_[pair.b].high) return false;
        changed |= moved;
      }
    }
    return std::ranges::none_of(cliques_, [this](const auto& clique) { return is_overfull(clique); });
  }

  /// Block `above` starts at least `distance` above `below`.
  bool push_apart(std::size_t below, std::size_t above, std::int64_t distance) {
    Block &a = blocks_[below], &b = blocks_[above];
    const std::int64_t low = round_up(std::max(b.low, a.low + distance), b.step);
    std::int64_t high = std::min(a.high, b.high - distance);
    high -= high >= 0 ? high % a.step : 0;
    const bool moved = low > b.low || high < a.high;
    if (low > b.low) note(above), b.low = low;
    if (high < a.high) note(below), a.high = high;
    return moved;
  }

  /// All pairs are decided: each block at its lowest start.
  [[nodiscard]] std::vector<Offset> offsets() const {
    std::vector<Offset> out(graph_.tensor_count());
    for (TensorId t : graph_.tensors()) out[t.index()] = {blocks_[places_.block_of(t)].low + places_.before(t)};
    return out;
  }

  const Graph& graph_;
  const Plan& plan_;
  const VectorClocks& history_;
  FixedPlaces places_;
  std::vector<Block> blocks_;
  std::vector<Pair> pairs_;
  std::vector<std::vector<bool>> apart_;  // by places of tensors in the list: neither may share bytes with the other
  std::vector<std::vector<Member>> cliques_;
  std::vector<Member> by_low_;  // scratch
  std::vector<Change> changes_;
  std::uint64_t looks_ = 0;
  std::uint64_t decision_ = 1;
};

}  // namespace

Result<SmallerPlan> find_smaller_plan(const Graph& graph, const Plan& plan, Bytes bytes, const Task& task) {
  if (!graph.in_place().empty() || graph.tensor_count() > kMaxTensors || !sums_fit(graph, plan)) return SmallerPlan{};
  STOWAGE_TRY(const auto history, VectorClocks::compute(graph, plan.sequence, plan.serial_streams, task));
  return BoundSearch(graph, plan, history).run(bytes.count, task);
}

Result<ClaimedBound> check_claim(const Graph& graph, const Plan& plan, bool valid, const Task& task) {
  using Verdict = ClaimedBound::Verdict;
  auto certified = proved_bound(graph, plan, task);
  if (!certified && certified.error().is_stop()) return tl::unexpected(std::move(certified.error()));
  ClaimedBound out;
  if (certified)
    out.proved = *certified;
  else
    out.fault = std::move(certified.error());
  if (out.proved >= plan.lower_bound) out.verdict = Verdict::certified;
  if (out.verdict == Verdict::certified || !valid) return out;
  if (plan.lower_bound > plan.needed()) return out.verdict = Verdict::refuted, out;
  if (graph.has_companions_by_choice()) return out;
  STOWAGE_TRY(const SmallerPlan smaller, find_smaller_plan(graph, plan, plan.lower_bound, task));
  if (smaller.answer == SmallerPlan::Answer::found) out.verdict = Verdict::refuted;
  if (smaller.answer == SmallerPlan::Answer::none) out = {Verdict::tried_all, plan.lower_bound, std::move(out.fault)};
  return out;
}

}  // namespace stowage
