// SPDX-License-Identifier: Apache-2.0
#include "core/layout/problem.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace stowage {
namespace {

/// One row a block: the members of a group at its smallest tensor, else the tensor alone.
Csr<TensorId> blocks_of(const Graph& graph) {
  std::vector<TensorId> smallest(graph.group_count());
  for (GroupId g : graph.groups()) smallest[g.index()] = *std::ranges::min_element(graph.members(g));
  Csr<TensorId> out;
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
  return Error::bad_input("", "", "the sizes, rounded up to the alignment, add up to 2^60 bytes or more");
}

}  // namespace

/// Fills sizes and steps. Every offset a strategy can choose is below the sum computed here: a block starts at 0 or
/// at the end of another, rounded up by less than its step.
Result<void> LayoutProblem::measure() {
  const std::int64_t limit = kMaxTotalSize.count;
  Bytes sum;
  sizes_.reserve(graph_->tensor_count());
  for (TensorId t : graph_->tensors()) {
    sizes_.push_back({round_up(graph_->size(t).count, alignment_.count)});  // at most 2^53 + 2^60: no overflow
    sum += sizes_.back();
    if (sum.count >= limit) return tl::unexpected(too_large());
  }
  blocks_ = blocks_of(*graph_);
  if (graph_->has_alignments()) block_steps_.assign(block_count(), alignment_.count);
  for (std::size_t b = 0; b < block_count(); ++b) {
    Bytes size;
    for (TensorId t : block(b)) size += sizes_[t.index()];
    block_sizes_.push_back(size);
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

void LayoutProblem::find_windows() {
  const auto exact = conflicts_->windows();
  const auto steps = static_cast<Conflicts::Position>(graph_->operator_count());
  windows_.resize(graph_->tensor_count());
  for (TensorId t : graph_->tensors()) {
    if (!occupies(t)) continue;
    Window& window = windows_[t.index()];
    if (exact.empty()) {
      const Lifetime life = lifetimes_[t.index()];
      window = {static_cast<Conflicts::Position>(life.begin), static_cast<Conflicts::Position>(life.end)};
    } else {
      // Nothing begins after the last position.
      window = {exact[t.index()].begin, std::min(exact[t.index()].end, steps + 1)};
    }
    if (steps == 0) window = {0, 1};  // without operators, outputs present from the start share one moment
  }
}

/// Let o be the operator of chain c at release(t, c), or, where c never releases t, one past the last of c. A tensor
/// made in c that is not after t is made before o in the global order. The largest o over all chains settles t.
void LayoutProblem::find_settled() {
  const std::size_t tensors = graph_->tensor_count();
  settled_.resize(tensors);
  for (std::size_t c = 0; c < conflicts_->chain_count(); ++c) {
    const auto operators = conflicts_->chains()[c];
    if (operators.empty()) continue;
    std::vector<Conflicts::Position> step{0};  // of each position, from 1; and of one past the last
    step.reserve(operators.size() + 2);
    for (OperatorId o : operators) step.push_back(static_cast<Conflicts::Position>(o.index()));
    step.push_back(step.back() + 1);
    const auto past = static_cast<Conflicts::Position>(operators.size() + 1);
    const auto releases = conflicts_->releases(c);
    for (std::size_t t = 0; t < tensors; ++t) {
      const auto at = static_cast<std::size_t>(std::clamp(releases[t], Conflicts::Position{0}, past));
      settled_[t] = std::max(settled_[t], step[at]);
    }
  }
}

Result<LayoutProblem> LayoutProblem::make(const Graph& graph, const Conflicts& conflicts, Bytes alignment) {
  if (alignment < Bytes{1})
    return tl::unexpected(
        Error::bad_input("", "", "the alignment must be at least 1, not " + std::to_string(alignment.count)));
  if (alignment >= kMaxTotalSize) return tl::unexpected(Error::bad_input("", "", "the alignment must be below 2^60"));
  LayoutProblem out;
  out.graph_ = &graph;
  out.conflicts_ = &conflicts;
  out.alignment_ = alignment;
  if (auto measured = out.measure(); !measured) return tl::unexpected(measured.error());
  out.lifetimes_ = stowage::lifetimes(graph);
  out.degrees_ = conflicts.degrees();
  out.find_windows();
  if (conflicts.windows().empty()) out.find_settled();
  return out;
}

}  // namespace stowage
