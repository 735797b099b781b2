// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include <array>
#include <bit>
#include <limits>

namespace stowage {
namespace {

using Position = Conflicts::Position;

/// Memory from 0 to a top that grows as needed; stretches of it are taken and given back in O(1) each. There is no
/// balanced tree, whose nodes a million stretches would fetch from all over memory.
/// ```
///   |  taken  | free | taken |    free     |  taken  | top
///       a  ⇄     b   ⇄   c   ⇄      d      ⇄    e         neighbours, by address: what is free melts into one
///   lists of free stretches by size, 64 for each power of two:   [40…41) b ⇄ …   [88…90) d ⇄ …
/// ```
/// Segregated fit with boundary tags, after Masmano et al., TLSF: a new dynamic memory allocator for real-time systems
/// (2004); of the few stretches that it looks at it takes the smallest.
class FreeStretches {
 public:
  using Stretch = std::uint32_t;
  static constexpr Stretch kNone = std::numeric_limits<Stretch>::max();

  /// Takes `size` bytes (> 0) from a multiple of `step` on. Every stretch ever taken starts and ends at multiples of
  /// `unit`, which divides `step`.
  [[nodiscard]] Stretch take(std::int64_t size, std::int64_t step, std::int64_t unit) {
    const Stretch s = find(size + step - unit);
    if (s == kNone) return take_from_top(size, step);
    delist(s);
    const std::int64_t start = round_up(nodes_[s].begin, step);
    cut_front(s, start);
    cut_back(s, start + size);
    return s;
  }

  [[nodiscard]] std::int64_t begin(Stretch taken) const { return nodes_[taken].begin; }
  /// Frees a stretch that take() returned; only once.
  void give_back(Stretch taken) {
    if (const Stretch below = nodes_[taken].below; below != kNone && nodes_[below].is_free()) {
      delist(below);
      nodes_[taken].begin = nodes_[below].begin;
      drop(below);
    }
    if (const Stretch above = nodes_[taken].above; above != kNone && nodes_[above].is_free()) {
      delist(above);
      nodes_[taken].end = nodes_[above].end;
      drop(above);
    }
    if (taken != last_) return enlist(taken);
    top_ = nodes_[taken].begin;
    drop(taken);
  }

 private:
  static constexpr std::size_t kLists = 64;  // for each power of two: what one list holds differs by 2 % at most
  static constexpr Stretch kTaken = kNone - 1;
  struct alignas(32) Node {  // half a line of the cache: searches fetch many
    std::int64_t begin, end;
    Stretch below = kNone, above = kNone;    // by address
    Stretch before = kTaken, after = kNone;  // in the list of free ones of its size
    [[nodiscard]] bool is_free() const { return before != kTaken; }
  };

  [[nodiscard]] std::int64_t size(Stretch s) const { return nodes_[s].end - nodes_[s].begin; }
  [[nodiscard]] static std::size_t list_of(std::int64_t size) {
    const auto bytes = static_cast<std::uint64_t>(size);
    if (bytes < kLists) return bytes;
    const int shift = std::bit_width(bytes) - std::bit_width(kLists);
    return static_cast<std::size_t>(shift + 1) * kLists + (bytes >> shift) - kLists;
  }

  /// The first list that is not empty, from `list` on; kNoList where all are empty.
  [[nodiscard]] std::size_t next_list(std::size_t list) const {
    std::size_t power = list / kLists;
    if (power >= kPowers) return kNoList;
    if (const std::uint64_t rest = filled_[power] >> (list % kLists); rest != 0)
      return list + static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint64_t higher = power + 1 < kPowers ? powers_ >> (power + 1) : 0;
    if (higher == 0) return kNoList;
    power += 1 + static_cast<std::size_t>(std::countr_zero(higher));
    return power * kLists + static_cast<std::size_t>(std::countr_zero(filled_[power]));
  }

  /// The smallest of the first few stretches of a list with at least so many bytes.
  [[nodiscard]] Stretch look_in(std::size_t list, std::int64_t least) const {
    // Measured: from 4 to 64 the same plans and times on six graphs of 5,000 to 60,000 tensors; 1 changes them by up to
    // 4 %, for better and worse.
    constexpr int kLooks = 16;
    Stretch best = kNone;
    Stretch s = first_[list];
    for (int looks = 0; looks < kLooks && s != kNone; ++looks, s = nodes_[s].after)
      if (size(s) >= least && (best == kNone || size(s) < size(best))) best = s;
    return best;
  }

  [[nodiscard]] Stretch find(std::int64_t least) const {
    const std::size_t own = list_of(least);
    if (const Stretch near = look_in(own, least); near != kNone) return near;
    const std::size_t larger = next_list(own + 1);
    return larger == kNoList ? kNone : look_in(larger, least);
  }

  Stretch make(std::int64_t begin, std::int64_t end, Stretch below, Stretch above) {
    Stretch s = 0;
    if (unused_.empty()) {
      s = static_cast<Stretch>(nodes_.size());
      nodes_.emplace_back();
    } else {
      s = unused_.back();
      unused_.pop_back();
    }
    nodes_[s] = {.begin = begin, .end = end, .below = below, .above = above};
    if (below != kNone) nodes_[below].above = s;
    (above != kNone ? nodes_[above].below : last_) = s;
    return s;
  }

  /// Takes a stretch out of the order of addresses; the caller has given its bytes to another.
  void drop(Stretch s) {
    const Node& node = nodes_[s];
    if (node.below != kNone) nodes_[node.below].above = node.above;
    (node.above != kNone ? nodes_[node.above].below : last_) = node.below;
    unused_.push_back(s);
  }

  void enlist(Stretch s) {
    const std::size_t list = list_of(size(s));
    Node& node = nodes_[s];
    node.before = kNone;
    node.after = first_[list];
    if (node.after != kNone) nodes_[node.after].before = s;
    first_[list] = s;
    filled_[list / kLists] |= std::uint64_t{1} << (list % kLists);
    powers_ |= std::uint64_t{1} << (list / kLists);
  }

  void delist(Stretch s) {
    const std::size_t list = list_of(size(s));
    const Stretch before = std::exchange(nodes_[s].before, kTaken), after = nodes_[s].after;
    if (after != kNone) nodes_[after].before = before;
    (before != kNone ? nodes_[before].after : first_[list]) = after;
    if (first_[list] != kNone) return;
    std::uint64_t& filled = filled_[list / kLists];
    filled &= ~(std::uint64_t{1} << (list % kLists));
    if (filled == 0) powers_ &= ~(std::uint64_t{1} << (list / kLists));
  }

  /// Frees the part of a stretch below `at`.
  void cut_front(Stretch s, std::int64_t at) {
    const std::int64_t begin = nodes_[s].begin;
    if (begin == at) return;
    nodes_[s].begin = at;
    enlist(make(begin, at, nodes_[s].below, s));
  }

  /// Frees the part of a stretch from `at` on.
  void cut_back(Stretch s, std::int64_t at) {
    const std::int64_t end = nodes_[s].end;
    if (end == at) return;
    nodes_[s].end = at;
    enlist(make(at, end, s, nodes_[s].above));
  }

  Stretch take_from_top(std::int64_t size, std::int64_t step) {
    const std::int64_t start = round_up(top_, step);
    const Stretch s = make(top_, start + size, last_, kNone);
    top_ = start + size;
    cut_front(s, start);
    return s;
  }

  static constexpr std::size_t kPowers = 64, kNoList = kPowers * kLists;
  std::vector<Node> nodes_;
  std::vector<Stretch> unused_;
  std::vector<Stretch> first_ = std::vector<Stretch>(kPowers * kLists, kNone);
  std::array<std::uint64_t, kPowers> filled_{};  // a bit a list
  std::uint64_t powers_ = 0;                     // a bit each of these that is not 0
  Stretch last_ = kNone;                         // the highest
  std::int64_t top_ = 0;
};

/// A block from the step on at which its first tensor is made.
struct Stay {
  Position end;  ///< nothing made from then on may meet any tensor of the block
  std::uint32_t block;
  std::int64_t size;  ///< of the block: here it is at hand when the block is placed
};

/// By step: the blocks that keep bytes from others and begin then, ascending.
Csr<Stay> stays_of(const LayoutProblem& problem) {
  return Csr<Stay>::from_each(problem.graph().operator_count() + 1, [&](const auto& add) {
    for (std::uint32_t b = 0; b < problem.block_count(); ++b) {
      Position begin = Conflicts::kNever;
      Stay stay{0, b, problem.block_size(b).count};
      for (TensorId t : problem.block(b)) {
        if (!problem.occupies(t)) continue;
        begin = std::min(begin, problem.begin(t));
        stay.end = std::max(stay.end, problem.over(t));
      }
      if (stay.end > 0) add(static_cast<std::size_t>(begin), stay);
    }
  });
}

/// A block that was placed, and another that is given back at the same step.
struct Placed {
  std::uint32_t block;
  FreeStretches::Stretch before;
};

Result<Layout> run_linear_scan(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  using Stretch = FreeStretches::Stretch;
  Layout out;
  out.offsets = problem.all_at_zero();
  const Csr<Stay> made = stays_of(problem);
  FreeStretches memory;
  // What is given back at a step is a list through a table by stretch. Most stays are short, and numbers of stretches
  // are used again, so that both tables are read and written near the same places.
  std::vector<Stretch> last(made.row_count() + 1, FreeStretches::kNone);  // by step
  std::vector<Placed> placed;                                             // by stretch
  std::vector<std::pair<std::uint32_t, Stretch>> ending;                  // by block, at one step
  std::size_t count = 0;
  for (std::size_t step = 0; count < made.item_count(); ++step) {
    ending.clear();
    for (Stretch s = last[step]; s != FreeStretches::kNone; s = placed[s].before)
      ending.emplace_back(placed[s].block, s);
    std::ranges::sort(ending);
    for (const auto& [block, stretch] : ending) memory.give_back(stretch);
    for (const Stay& stay : made[step]) {
      if (task.poll(count++)) return tl::unexpected(task.why_stopped());
      const Stretch s = memory.take(stay.size, problem.block_step(stay.block), problem.alignment().count);
      if (s >= placed.size()) placed.resize(std::size_t{s} + 1);
      placed[s] = {stay.block, std::exchange(last[static_cast<std::size_t>(stay.end)], s)};
      problem.write(stay.block, memory.begin(s), out.offsets);
    }
  }
  return out;
}

}  // namespace

constexpr LayoutStrategy kLinearScan{
    .id = "linear-scan",
    .title = StrategyText::tr("Linear scan"),
    .description =
        StrategyText::tr("Places blocks in the order in which they are written, each in a small gap that is free then"),
    .source = "Poletto and Sarkar, Linear Scan Register Allocation; Masmano et al., TLSF",
    .run = run_linear_scan};

}  // namespace stowage
