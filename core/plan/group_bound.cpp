// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "core/base/bits.h"
#include "core/plan/bounds.h"

// Why wasted bytes of several holes may be added: where two holes share a byte that no tensor of the clique takes, a
// member of one group, in the clique, lies within the hole of the other. So where no clique member of either group fits
// into the other's hole, the holes share no wasted byte.

namespace stowage {
namespace {

/// A clique with more than so many tensors times holes, or sums of tensors, is not looked into: at most half of what
/// core/check/bound_check.cpp replays.
constexpr std::uint64_t kMaxLooks = 20'000'000, kMaxSteps = 500'000'000;
constexpr std::int64_t kMaxSums = 1'000'000;

/// The largest sum of some of the sizes that is at most `most`; `most` itself where there are too many sums. Adds the
/// number of sums times sizes to `steps`.
std::int64_t largest_sum(std::span<const std::int64_t> sizes, std::int64_t most, std::uint64_t& steps) {
  const std::int64_t all = std::reduce(sizes.begin(), sizes.end(), std::int64_t{0});
  if (all <= most) return all;
  std::int64_t unit = 0;
  for (std::int64_t size : sizes) unit = std::gcd(unit, size);
  const std::int64_t units = most / unit;
  if (units > kMaxSums) return most;
  steps += static_cast<std::uint64_t>(units) * sizes.size();
  if (steps > kMaxSteps) return most;
  const auto words = static_cast<std::size_t>(units / 64 + 1);
  std::vector<std::uint64_t> reached(words);
  reached[0] = 1;
  for (std::int64_t size : sizes) {
    const auto shift = static_cast<std::size_t>(size / unit);
    const std::size_t whole = shift / 64, rest = shift % 64;
    for (std::size_t w = words; w-- > whole;) {
      reached[w] |= reached[w - whole] << rest;
      if (rest > 0 && w > whole) reached[w] |= reached[w - whole - 1] >> (64 - rest);
    }
  }
  std::int64_t out = units;
  while ((reached[static_cast<std::size_t>(out / 64)] >> (out % 64) & 1) == 0) --out;
  return out * unit;
}

/// A hole between two members of a group that are in the clique.
struct Hole {
  GroupId group;
  std::size_t block;  // of the group
  std::int64_t size = 0;
  std::vector<TensorId> members{};  // not in the clique, in their order
  std::vector<TensorId> fillers{};  // of the clique, that fit
  std::int64_t wasted = 0;
};

class Search {
 public:
  Search(const BlockProblem& problem, const ProvedBound& start)
      : problem_(problem),
        best_(start),
        in_((problem.sizes().size() + 63) / 64),
        row_(in_.size()),
        unsafe_(in_.size()),
        leaving_(problem.sizes().size()),
        barred_until_(problem.sizes().size()) {
    for (TensorId t : start.tensors) in_[t.index() / 64] |= std::uint64_t{1} << (t.index() % 64), weight_ += size(t);
  }

  ProvedBound run(const Task& task) && {
    evaluate();
    if (best_.tensors.size() * leaving_.size() > kMaxWork) return std::move(best_);
    for (TensorId t : std::vector(best_.tensors)) {
      count(t, size(t));
      if (work_ > kMaxWork) return std::move(best_);
    }
    for (std::uint32_t move = 1; move <= kMaxMoves && work_ < kMaxWork && !task.poll(move, 64); ++move) make_move(move);
    return std::move(best_);
  }

 private:
  /// Half and twice of each of these prove the same of 87 graphs with groups, but of one, by 0.01 %.
  static constexpr std::uint32_t kMaxMoves = 5'000;
  static constexpr std::uint64_t kMaxWork = 60'000'000;
  static constexpr std::uint32_t kLeastBar = 10, kDrawnBar = 20;  // moves for which a tensor that left stays out

  [[nodiscard]] const Graph& graph() const { return problem_.graph(); }
  [[nodiscard]] std::int64_t size(TensorId t) const { return problem_.sizes()[t.index()].count; }
  [[nodiscard]] bool contains(TensorId t) const { return (in_[t.index() / 64] >> (t.index() % 64) & 1) != 0; }

  [[nodiscard]] std::int64_t end(TensorId t) const { return problem_.inset(t) + size(t); }
  /// Whether `outer`, of the same block, holds all bytes of `inner`.
  [[nodiscard]] bool covers(TensorId outer, TensorId inner) const {
    return problem_.inset(outer) <= problem_.inset(inner) && end(outer) >= end(inner);
  }

  /// Sets row_ to the tensors that never share a byte with `t`, itself included: those beside it in its block, and
  /// all that lie within the place of a tensor that is unsafe with one that covers `t`.
  void find_apart(TensorId t) {
    std::ranges::fill(row_, 0);
    const auto set = [this](TensorId other) { row_[other.index() / 64] |= std::uint64_t{1} << (other.index() % 64); };
    for (TensorId mate : problem_.block(problem_.block_of(t))) {
      work_ += 4;
      if (end(mate) <= problem_.inset(t) || end(t) <= problem_.inset(mate)) {
        set(mate);
      } else if (problem_.occupies(mate) && covers(mate, t)) {
        problem_.conflicts().unsafe_row(mate, unsafe_);
        for (std::size_t w = 0; w < row_.size(); ++w) row_[w] |= unsafe_[w];
        work_ += 4 * row_.size();
      }
    }
    set(t);
    if (graph().companions().empty()) return;
    unsafe_ = row_;
    for_each_bit(unsafe_, [&](std::size_t other) {
      const auto block = problem_.block(problem_.block_of(TensorId(other)));
      work_ += 4 * block.size();
      for (TensorId within : block)
        if (covers(TensorId(other), within) && other != t.index()) set(within);
    });
  }

  void change(TensorId t, bool enters) {
    in_[t.index() / 64] ^= std::uint64_t{1} << (t.index() % 64);
    const std::int64_t bytes = enters ? size(t) : -size(t);
    weight_ += bytes;
    count(t, bytes);
  }

  /// Adds `bytes` to leaving_ of each tensor that may share bytes with `t`.
  void count(TensorId t, std::int64_t bytes) {
    find_apart(t);
    for (std::uint64_t& word : row_) word = ~word;
    if (const std::size_t rest = leaving_.size() % 64; rest > 0) row_.back() &= (std::uint64_t{1} << rest) - 1;
    for_each_bit(row_, [&](std::size_t other) { leaving_[other] += bytes; });
    work_ += leaving_.size();
  }

  void make_move(std::uint32_t move) {
    TensorId entering;
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (std::size_t k = 0; k < leaving_.size(); ++k) {
      const TensorId t(k);
      if (!problem_.occupies(t) || contains(t)) continue;
      const std::int64_t gain = size(t) - leaving_[k];
      if (gain <= most || (barred_until_[k] > move && weight_ + gain <= best_.bytes.count)) continue;
      most = gain;
      entering = t;
    }
    work_ += leaving_.size();
    if (!entering.valid()) return;
    find_apart(entering);
    std::vector<TensorId> out;
    for (std::size_t w = 0; w < in_.size(); ++w) row_[w] = in_[w] & ~row_[w];
    for_each_bit(row_, [&](std::size_t t) { out.emplace_back(t); });
    for (TensorId t : out) {
      change(t, false);
      barred_until_[t.index()] = move + kLeastBar + static_cast<std::uint32_t>(engine_() % kDrawnBar);
    }
    change(entering, true);
    evaluate();
  }

  /// Keeps the clique where it needs the most so far.
  void evaluate() {
    const std::int64_t wasted = std::max(wasted_by_alignment(), wasted_in_holes());
    if (weight_ + wasted <= best_.bytes.count) return;
    best_ = {{weight_ + wasted}, {}, wasted > 0 ? ProvedBound::How::waste : ProvedBound::How::clique};
    for_each_bit(in_, [&](std::size_t t) { best_.tensors.emplace_back(t); });
  }

  /// Bytes wasted between tensors that start at multiples of a step, as far as the others do not fill them.
  [[nodiscard]] std::int64_t wasted_by_alignment() {
    const auto step_of = [&](std::size_t t) { return problem_.block_step(problem_.block_of(TensorId(t))); };
    std::int64_t step = problem_.alignment().count;
    for_each_bit(in_, [&](std::size_t t) { step = std::max(step, step_of(t)); });
    if (step == problem_.alignment().count) return 0;
    std::int64_t pads = 0, largest = 0, others = 0;
    for_each_bit(in_, [&](std::size_t k) {
      const TensorId t(k);
      if (step_of(k) % step != 0) return;
      const std::int64_t pad = round_up(size(t), step) - size(t);
      pads += pad;
      largest = std::max(largest, pad);
    });
    for_each_bit(in_, [&](std::size_t k) {
      if (step_of(k) % step != 0) others += std::min(size(TensorId(k)), largest);
    });
    return std::max<std::int64_t>(0, pads - largest - others);
  }

  [[nodiscard]] std::vector<Hole> holes() {
    std::vector<Hole> out;
    for (GroupId g : graph().groups()) {
      const auto group = graph().members(g);
      std::optional<Hole> open;
      for (TensorId t : group) {
        if (contains(t)) {
          if (open && open->size > 0) out.push_back(*std::move(open));
          open = Hole{g, problem_.block_of(t)};
        } else if (open) {
          open->size += size(t);
          open->members.push_back(t);
        }
      }
      work_ += group.size();
    }
    return out;
  }

  /// Whether the tensor fits among members of the hole that may share bytes with it.
  [[nodiscard]] bool fits(TensorId t, const Hole& hole) const {
    std::int64_t room = 0;
    for (TensorId member : hole.members) {
      room = problem_.occupies(member) && problem_.conflicts().unsafe(t, member) ? 0 : room + size(member);
      if (room >= size(t)) return true;
    }
    return false;
  }

  [[nodiscard]] std::int64_t wasted_in_holes() {
    std::vector<Hole> found = holes();
    std::int64_t possible = 0;
    for (const Hole& hole : found) possible += hole.size;
    if (weight_ + possible <= best_.bytes.count) return 0;
    std::uint64_t looks = 0;
    for_each_bit(in_, [&](std::size_t k) {
      const TensorId t(k);
      looks += found.size();
      if (looks > kMaxLooks) return;
      for (Hole& hole : found) {
        if (size(t) > hole.size || graph().group(t) == hole.group) continue;
        looks += hole.members.size();
        if (fits(t, hole)) hole.fillers.push_back(t);
      }
    });
    work_ += looks;
    if (looks > kMaxLooks) return 0;
    // The largest filler, at least, may lie in the hole.
    for (const Hole& hole : found) {
      std::int64_t largest = 0;
      for (TensorId t : hole.fillers) largest = std::max(largest, size(t));
      possible -= largest;
    }
    if (weight_ + possible <= best_.bytes.count) return 0;
    std::uint64_t steps = 0;
    for (Hole& hole : found) {
      std::vector<std::int64_t> sizes;
      for (TensorId t : hole.fillers) sizes.push_back(size(t));
      hole.wasted = hole.size - largest_sum(sizes, hole.size, steps);
    }
    work_ += steps / 64;
    return steps > kMaxSteps ? 0 : sum_of_separate(std::move(found));
  }

  /// The wasted bytes of holes that share none of them, those that waste most first.
  [[nodiscard]] std::int64_t sum_of_separate(std::vector<Hole> found) const {
    std::erase_if(found, [](const Hole& hole) { return hole.wasted == 0; });
    std::ranges::stable_sort(found, std::ranges::greater(), &Hole::wasted);
    std::set<std::size_t> taken, fitting;  // groups: of holes that count, and of what fits into these
    std::int64_t out = 0;
    for (const Hole& hole : found) {
      const auto is_taken = [&](TensorId t) { return taken.contains(problem_.block_of(t)); };
      if (fitting.contains(hole.block) || std::ranges::any_of(hole.fillers, is_taken)) continue;
      taken.insert(hole.block);
      for (TensorId t : hole.fillers) fitting.insert(problem_.block_of(t));
      out += hole.wasted;
    }
    return out;
  }

  const BlockProblem& problem_;
  ProvedBound best_;
  std::vector<std::uint64_t> in_;            // bits by tensor: the clique
  std::int64_t weight_ = 0;                  // of its sizes
  std::vector<std::uint64_t> row_, unsafe_;  // scratch
  std::vector<std::int64_t> leaving_;        // by tensor: bytes of the clique's tensors that may share some with it
  std::vector<std::uint32_t> barred_until_;  // by tensor: the move from which it may enter again
  std::mt19937 engine_;
  std::uint64_t work_ = 0;
};

/// Whether there are blocks of several tensors or alignments that may make a clique need more.
bool may_need_more(const BlockProblem& problem) {
  return problem.joins_tensors() || problem.graph().has_alignments();
}

/// A clique that needs more than `start` because of blocks or alignments of tensors; `start` if none is found.
ProvedBound clique_of_blocks(const BlockProblem& problem, const ProvedBound& start, const Task& task) {
  return may_need_more(problem) ? Search(problem, start).run(task) : start;
}

}  // namespace

bool lifetimes_say_all(const BlockProblem& problem) {
  return !problem.conflicts().windows().empty() && !may_need_more(problem);
}

Result<ProvedBound> best_clique(const BlockProblem& problem, const Task& task) {
  return heaviest_clique(problem, task).map([&](ProvedBound&& clique) {
    return clique_of_blocks(problem, clique, task);
  });
}

Result<void> add_cliques(const BlockProblem& problem, Bounds& bounds, const Task& task) {
  return heaviest_clique(problem, task).map([&](ProvedBound&& clique) {
    ProvedBound larger = clique_of_blocks(problem, clique, task);
    if (larger.bytes > clique.bytes) bounds.of_blocks = std::move(larger);
    bounds.clique = std::move(clique);
  });
}

}  // namespace stowage
