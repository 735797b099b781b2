// SPDX-License-Identifier: Apache-2.0
#include "core/plan/block_problem.h"

#include <numeric>
#include <tuple>

#include "core/base/text.h"

namespace stowage {
namespace {

/// Finds what must lie together, and how far apart. By tensor: its block's first tensor, and its inset.
class Joiner {
 public:
  Joiner(const Graph& graph, std::span<const Bytes> sizes)
      : graph_(graph), before_(sizes.size()), place_(sizes.size()), reached_(sizes.size()), inset_(sizes.size()) {
    for (GroupId g : graph.groups()) {
      std::int64_t before = 0;
      std::uint32_t place = 0;
      for (TensorId t : graph.members(g)) {
        before_[t.index()] = before;
        place_[t.index()] = ++place;
        before += sizes[t.index()].count;
      }
    }
    for (const auto& [first, second, shift, by_choice] : graph.companions()) {
      companions_.push_back({first, second, shift});
      companions_.push_back({second, first, -shift});
    }
    std::ranges::sort(companions_, {}, &CompanionPair::first);
  }

  /// All that is joined to `first`, by inset, the members of a group in their order; empty where it was reached before.
  /// Bad_input where a tensor would have to lie in two places.
  Result<std::vector<TensorId>> join(TensorId first) {
    std::vector<TensorId> out;
    contradiction_ = TensorId();
    reach(first, 0, out);
    for (std::size_t k = 0; k < out.size(); ++k) {
      const TensorId t = out[k];
      const std::int64_t inset = inset_[t.index()];
      if (const GroupId group = graph_.group(t); group.valid())
        for (TensorId mate : graph_.members(group))
          reach(mate, inset + before_[mate.index()] - before_[t.index()], out);
      for (const CompanionPair& pair : std::ranges::equal_range(companions_, t, {}, &CompanionPair::first))
        reach(pair.second, inset + pair.shift, out);
    }
    if (contradiction_.valid())
      return tl::unexpected(Error::bad_input("", "",
                                             "tensor " + quoted(graph_.name(contradiction_)) +
                                                 " would have to lie in two places: groups and companions "
                                                 "contradict each other"));
    std::ranges::sort(out, {}, [&](TensorId t) { return std::tuple(inset_[t.index()], place_[t.index()], t); });
    return out;
  }
  [[nodiscard]] std::int64_t inset(TensorId t) const { return inset_[t.index()]; }

 private:
  void reach(TensorId t, std::int64_t inset, std::vector<TensorId>& out) {
    if (!reached_[t.index()]) {
      reached_[t.index()] = true;
      inset_[t.index()] = inset;
      out.push_back(t);
    } else if (!out.empty() && inset_[t.index()] != inset) {
      contradiction_ = t;
    }
  }

  const Graph& graph_;
  std::vector<std::int64_t> before_;       // bytes ahead of it in its group
  std::vector<std::uint32_t> place_;       // in its group, from 1
  std::vector<CompanionPair> companions_;  // both ways, by the first
  std::vector<bool> reached_;
  std::vector<std::int64_t> inset_;
  TensorId contradiction_;
};

Error too_large() {
  return Error::of(Error::Kind::too_large, "the sizes, rounded up to the alignment, add up to 2^60 bytes or more");
}

}  // namespace

/// Fills sizes and steps. Every offset a strategy can choose is below the sum computed here: a block starts at 0 or
/// at the end of another, rounded up by less than its step.
Result<void> BlockProblem::measure() {
  const std::int64_t limit = kMaxTotalSize.count;
  Bytes sum;
  sizes_ = rounded_sizes(*graph_, alignment_);  // at most 2^53 + 2^60: no overflow
  for (Bytes size : sizes_)
    if ((sum += size).count >= limit) return tl::unexpected(too_large());
  if (graph_->group_count() > 0 || !graph_->companions().empty()) {
    STOWAGE_CHECK(number_blocks());
  } else {
    alone_.reserve(sizes_.size());
    for (TensorId t : graph_->tensors()) alone_.push_back(t);
  }
  if (graph_->has_alignments()) block_steps_.assign(block_count(), alignment_.count);
  for (std::size_t b = 0; b < block_count(); ++b) {
    std::int64_t own = 1;
    for (TensorId t : block(b)) {
      const std::int64_t each = graph_->alignment(t), more = each / std::gcd(own, each);
      if (own >= limit / more) return tl::unexpected(too_large());
      own *= more;
      if (inset(t) % each != 0)
        return tl::unexpected(Error::bad_input("", "",
                                               "tensor " + quoted(graph_->name(t)) + " has an alignment, " +
                                                   "and lies within a group whose tensors have none"));
    }
    if (own == 1) continue;
    const std::int64_t factor = own / std::gcd(own, alignment_.count);
    if (alignment_.count >= limit / factor) return tl::unexpected(too_large());
    block_steps_[b] = alignment_.count * factor;
    sum += Bytes{block_steps_[b]};
    if (sum.count >= limit) return tl::unexpected(too_large());
  }
  return {};
}

/// Fills the tables that only a graph with groups or companions needs.
Result<void> BlockProblem::number_blocks() {
  block_of_.resize(sizes_.size());
  insets_.resize(sizes_.size());
  blocks_.reserve(sizes_.size(), sizes_.size());
  Joiner joiner(*graph_, sizes_);
  for (TensorId first : graph_->tensors()) {
    STOWAGE_TRY(const auto joined, joiner.join(first));
    if (joined.empty()) continue;
    Bytes size;
    for (TensorId t : joined) {
      block_of_[t.index()] = static_cast<Block>(blocks_.row_count());
      insets_[t.index()] = joiner.inset(t) - joiner.inset(joined.front());
      size = std::max(size, Bytes{insets_[t.index()]} + sizes_[t.index()]);
    }
    blocks_.add_row(joined);
    block_sizes_.push_back(size);
  }
  return {};
}

Result<BlockProblem> BlockProblem::make(const Graph& graph, const Conflicts& conflicts, Bytes alignment) {
  if (alignment < Bytes{1})
    return tl::unexpected(
        Error::bad_input("", "", "the alignment must be at least 1, not " + std::to_string(alignment.count)));
  if (alignment >= kMaxTotalSize) return tl::unexpected(Error::bad_input("", "", "the alignment must be below 2^60"));
  BlockProblem out;
  out.graph_ = &graph;
  out.conflicts_ = &conflicts;
  out.alignment_ = alignment;
  STOWAGE_CHECK(out.measure());
  out.lifetimes_ = stowage::lifetimes(graph);
  return out;
}

/// The result divides every size and, for each step, divides the step or is a multiple of it.
std::int64_t BlockProblem::granularity() const {
  std::int64_t grain = 0;
  for (Bytes size : sizes_) grain = std::gcd(grain, size.count);
  if (grain == 0) return 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = 0; b < block_count(); ++b) {
      const std::int64_t step = block_step(b);
      if (grain % step == 0 || step % grain == 0) continue;
      grain = std::gcd(grain, step);
      changed = true;
    }
  }
  return grain;
}

std::vector<Offset> BlockProblem::all_at_zero() const {
  std::vector<Offset> out(sizes_.size());
  for (std::size_t b = 0; b < block_count(); ++b) write(b, 0, out);
  return out;
}

void BlockProblem::write(std::size_t b, std::int64_t start, std::span<Offset> offsets) const {
  if (insets_.empty()) return void(offsets[b] = {start});  // one place of memory to fetch, not three
  for (TensorId t : block(b)) offsets[t.index()] = {start + inset(t)};
}

}  // namespace stowage
