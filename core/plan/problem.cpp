// SPDX-License-Identifier: Apache-2.0
#include "core/plan/problem.h"

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
  return Error::of(Error::Kind::too_large, "the sizes, rounded up to the alignment, add up to 2^60 bytes or more");
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

/// A lane for every chain that makes a fair part of all tensors (so there are few), one for all others together.
void LayoutProblem::find_lanes() {
  constexpr std::size_t kMostLanes = 16;
  const std::size_t tensors = graph_->tensor_count(), chains = conflicts_->chain_count();
  begins_.resize(tensors);
  std::vector<std::size_t> made(chains);
  for (TensorId t : graph_->tensors()) {
    const OperatorId producer = graph_->producer(t);
    begins_[t.index()] = producer.valid() ? static_cast<Conflicts::Position>(producer.index()) : 0;
    if (chains > 0) ++made[conflicts_->chain(t)];
  }
  std::vector<std::size_t> own, mixed;
  for (std::size_t c = 0; c < chains; ++c) (chains == 1 || made[c] * kMostLanes > tensors ? own : mixed).push_back(c);
  lane_count_ = std::max<std::size_t>(1, own.size() + (mixed.empty() ? 0 : 1));
  ends_.assign(lane_count_ * tensors, 0);
  std::vector<std::uint16_t> lane_of(chains, static_cast<std::uint16_t>(own.size()));
  for (std::size_t k = 0; k < own.size(); ++k) {
    lane_of[own[k]] = static_cast<std::uint16_t>(k);
    find_ends(own[k], k);
  }
  if (!mixed.empty()) find_mixed_ends(mixed, own.size());
  lanes_.resize(tensors);
  for (std::size_t t = 0; t < tensors; ++t) {
    if (chains > 0) lanes_[t] = lane_of[conflicts_->chain(TensorId(t))];
    // What is made at step 0 or present from the start is unsafe to whatever else is.
    for (std::size_t lane = 0; begins_[t] == 0 && lane < lane_count_; ++lane)
      ends_[lane * tensors + t] = std::max(ends_[lane * tensors + t], 1);
  }
}

/// Of the tensors that one chain makes, those made from its release of t on are after t.
void LayoutProblem::find_ends(std::size_t chain, std::size_t lane) {
  const auto operators = conflicts_->chains()[chain];
  std::vector<Conflicts::Position> step{0};  // of each position, from 1; past the last: the end
  for (OperatorId o : operators) step.push_back(static_cast<Conflicts::Position>(o.index()));
  step.push_back(static_cast<Conflicts::Position>(graph_->operator_count()));
  const auto past = static_cast<Conflicts::Position>(operators.size() + 1);
  const auto releases = conflicts_->releases(chain);
  Conflicts::Position* ends = ends_.data() + lane * releases.size();
  for (std::size_t t = 0; t < releases.size(); ++t)
    ends[t] = step[static_cast<std::size_t>(std::clamp(releases[t], Conflicts::Position{0}, past))];
}

/// The earliest operator of any of the chains that makes something and is after t ends the window; one past the last
/// that makes something and is not after t settles it.
void LayoutProblem::find_mixed_ends(std::span<const std::size_t> chains, std::size_t lane) {
  const std::size_t tensors = graph_->tensor_count();
  Conflicts::Position* ends = ends_.data() + lane * tensors;
  std::fill_n(ends, tensors, static_cast<Conflicts::Position>(graph_->operator_count()));
  settled_.assign(tensors, 0);
  std::vector<std::pair<Conflicts::Position, Conflicts::Position>> limits;  // by release: first after, last not after
  for (std::size_t chain : chains) {
    const auto operators = conflicts_->chains()[chain];
    limits.assign(operators.size() + 2, {static_cast<Conflicts::Position>(graph_->operator_count()), 0});
    for (std::size_t p = 1; p <= operators.size(); ++p) {
      const OperatorId o = operators[p - 1];
      limits[p + 1].second =
          graph_->outputs(o).empty() ? limits[p].second : static_cast<Conflicts::Position>(o.index() + 1);
    }
    for (std::size_t p = operators.size(); p > 0; --p) {
      const OperatorId o = operators[p - 1];
      limits[p].first = graph_->outputs(o).empty() ? limits[p + 1].first : static_cast<Conflicts::Position>(o.index());
    }
    const auto past = static_cast<Conflicts::Position>(operators.size() + 1);
    const auto releases = conflicts_->releases(chain);
    for (std::size_t t = 0; t < tensors; ++t) {
      const auto [first_after, settled] =
          limits[static_cast<std::size_t>(std::clamp(releases[t], Conflicts::Position{1}, past))];
      ends[t] = std::min(ends[t], first_after);
      settled_[t] = std::max(settled_[t], settled);
    }
  }
  for (std::size_t t = 0; t < tensors; ++t)
    if (settled_[t] <= begins_[t]) ends[t] = begins_[t];  // nothing made later is unsafe to it
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
  out.find_lanes();
  return out;
}

}  // namespace stowage
