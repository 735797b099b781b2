// SPDX-License-Identifier: Apache-2.0
#include "core/plan/block_problem.h"

namespace stowage {
namespace {

/// One row a block: the members of a group, at the smallest of them, or a tensor alone.
Csr<TensorId> blocks_of(const Graph& graph) {
  std::vector<TensorId> smallest(graph.group_count());
  for (GroupId g : graph.groups()) smallest[g.index()] = *std::ranges::min_element(graph.members(g));
  Csr<TensorId> out;
  out.reserve(graph.tensor_count(), graph.tensor_count());
  for (TensorId t : graph.tensors()) {
    const GroupId group = graph.group(t);
    if (!group.valid())
      out.add_row({&t, 1});
    else if (smallest[group.index()] == t)
      out.add_row(graph.members(group));
  }
  return out;
}

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
  if (graph_->group_count() > 0) {
    number_blocks();
  } else {
    alone_.reserve(sizes_.size());
    for (TensorId t : graph_->tensors()) alone_.push_back(t);
  }
  if (graph_->has_alignments()) block_steps_.assign(block_count(), alignment_.count);
  for (std::size_t b = 0; b < block_count(); ++b) {
    const std::int64_t own = graph_->alignment(block(b)[0]);
    if (block(b).size() > 1 || own == 1) continue;
    const std::int64_t factor = own / std::gcd(own, alignment_.count);
    if (alignment_.count >= limit / factor) return tl::unexpected(too_large());
    block_steps_[b] = alignment_.count * factor;
    sum += Bytes{block_steps_[b]};
    if (sum.count >= limit) return tl::unexpected(too_large());
  }
  return {};
}

/// Fills the tables that only a graph with groups needs.
void BlockProblem::number_blocks() {
  blocks_ = blocks_of(*graph_);
  block_of_.resize(sizes_.size());
  insets_.resize(sizes_.size());
  for (std::size_t b = 0; b < block_count(); ++b) {
    Bytes size;
    for (TensorId t : block(b)) {
      block_of_[t.index()] = static_cast<Block>(b);
      insets_[t.index()] = size.count;
      size += sizes_[t.index()];
    }
    block_sizes_.push_back(size);
  }
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
