// SPDX-License-Identifier: Apache-2.0
#include "core/plan/problem.h"

namespace stowage {

/// A lane for every chain that makes a fair part of all tensors (so there are few), one for all others together.
void LayoutProblem::find_lanes() {
  // Measured: 8 take twice the time for a training step of 100,000 tensors on eight streams, 32 up to 13 % more for
  // 20,000 tensors on 64 streams.
  constexpr std::size_t kMaxLanes = 16;
  const std::size_t tensors = graph().tensor_count(), chains = conflicts().chain_count();
  begins_.resize(tensors);
  std::vector<std::size_t> made(chains);
  for (TensorId t : graph().tensors()) {
    const OperatorId producer = graph().producer(t);
    begins_[t.index()] = producer.valid() ? static_cast<Conflicts::Position>(producer.index()) : 0;
    if (chains > 0) ++made[conflicts().chain(t)];
  }
  std::vector<std::size_t> own, mixed;
  for (std::size_t c = 0; c < chains; ++c) (chains == 1 || made[c] * kMaxLanes > tensors ? own : mixed).push_back(c);
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
    if (chains > 0) lanes_[t] = lane_of[conflicts().chain(TensorId(t))];
    // What is made at step 0 or present from the start is unsafe to all others made then.
    for (std::size_t lane = 0; begins_[t] == 0 && lane < lane_count_; ++lane)
      ends_[lane * tensors + t] = std::max(ends_[lane * tensors + t], 1);
  }
}

/// Of the tensors that one chain makes, those made from the release of t on are after t.
void LayoutProblem::find_ends(std::size_t chain, std::size_t lane) {
  const auto operators = conflicts().chains()[chain];
  std::vector<Conflicts::Position> step{0};  // of each position, from 1; past the last: the end
  for (OperatorId o : operators) step.push_back(static_cast<Conflicts::Position>(o.index()));
  step.push_back(static_cast<Conflicts::Position>(graph().operator_count()));
  const auto past = static_cast<Conflicts::Position>(operators.size() + 1);
  const auto releases = conflicts().releases(chain);
  Conflicts::Position* ends = ends_.data() + lane * releases.size();
  for (std::size_t t = 0; t < releases.size(); ++t)
    ends[t] = step[static_cast<std::size_t>(std::clamp(releases[t], Conflicts::Position{0}, past))];
}

/// The window of t ends at the earliest operator of any of the chains that makes something and is after t. t is settled
/// one past the last operator that makes something and is not after t.
void LayoutProblem::find_mixed_ends(std::span<const std::size_t> chains, std::size_t lane) {
  const std::size_t tensors = graph().tensor_count();
  Conflicts::Position* ends = ends_.data() + lane * tensors;
  std::fill_n(ends, tensors, static_cast<Conflicts::Position>(graph().operator_count()));
  settled_.assign(tensors, 0);
  std::vector<std::pair<Conflicts::Position, Conflicts::Position>> limits;  // by release: first after, last not after
  for (std::size_t chain : chains) {
    const auto operators = conflicts().chains()[chain];
    limits.assign(operators.size() + 2, {static_cast<Conflicts::Position>(graph().operator_count()), 0});
    for (std::size_t p = 1; p <= operators.size(); ++p) {
      const OperatorId o = operators[p - 1];
      limits[p + 1].second =
          graph().outputs(o).empty() ? limits[p].second : static_cast<Conflicts::Position>(o.index() + 1);
    }
    for (std::size_t p = operators.size(); p > 0; --p) {
      const OperatorId o = operators[p - 1];
      limits[p].first = graph().outputs(o).empty() ? limits[p + 1].first : static_cast<Conflicts::Position>(o.index());
    }
    const auto past = static_cast<Conflicts::Position>(operators.size() + 1);
    const auto releases = conflicts().releases(chain);
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
  return BlockProblem::make(graph, conflicts, alignment).map([&](BlockProblem&& blocks) {
    LayoutProblem out(std::move(blocks));
    out.find_lanes();
    return out;
  });
}

}  // namespace stowage
