// SPDX-License-Identifier: Apache-2.0
#include "core/plan/problem.h"

namespace stowage {

/// A lane for every chain that makes a fair part of all tensors (so there are few), or that settles long after others
/// it would share a lane with; one for all others together.
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
  fair_lanes_ = own.size();
  const std::vector<std::size_t> late = find_mixed_ends(mixed);
  rest_settled_ = settled_;
  if (!late.empty() && own.size() + late.size() < kMaxLanes) {
    own.insert(own.end(), late.begin(), late.end());
    std::erase_if(mixed, [&](std::size_t c) { return std::ranges::find(late, c) != late.end(); });
    find_mixed_ends(mixed);
  }
  lane_count_ = std::max<std::size_t>(1, own.size() + (mixed.empty() ? 0 : 1));
  ends_.insert(ends_.begin(), own.size() * tensors, 0);
  std::vector<std::uint16_t> lane_of(chains, static_cast<std::uint16_t>(own.size()));
  for (std::size_t k = 0; k < own.size(); ++k) {
    lane_of[own[k]] = static_cast<std::uint16_t>(k);
    find_ends(own[k], k);
  }
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
/// one past the last operator that makes something and is not after t. Returns the chains that settle long after the
/// ends, such as copies that wait for little.
std::vector<std::size_t> LayoutProblem::find_mixed_ends(std::span<const std::size_t> chains) {
  // Measured: for 2,000 to 100,000 tensors of a training step whose copies are late by a seventh of all steps, a lane
  // more takes 3 to 28 % less time. The streams of random graphs are late by a two-hundredth at most.
  constexpr std::int64_t kLatePart = 32;
  const std::size_t tensors = graph().tensor_count();
  const auto end = static_cast<Conflicts::Position>(graph().operator_count());
  ends_.assign(chains.empty() ? 0 : tensors, end);
  settled_.assign(ends_.size(), 0);
  std::vector<std::vector<Conflicts::Window>> limits;  // by chain and release: past the last not after, first after
  const auto limits_of = [&](std::size_t k, std::size_t t) {
    const auto past = static_cast<Conflicts::Position>(limits[k].size() - 1);
    return limits[k][static_cast<std::size_t>(std::clamp(conflicts().releases(chains[k])[t], 1, past))];
  };
  for (std::size_t k = 0; k < chains.size(); ++k) {
    const auto operators = conflicts().chains()[chains[k]];
    auto& own = limits.emplace_back(operators.size() + 2, Conflicts::Window{0, end});
    for (std::size_t p = 1, before = 1; p <= operators.size(); ++p) {
      const auto step = static_cast<Conflicts::Position>(operators[p - 1].index());
      const bool makes = !graph().outputs(operators[p - 1]).empty();
      own[p + 1].begin = makes ? step + 1 : own[p].begin;
      for (; makes && before <= p; ++before) own[before].end = step;
    }
    for (std::size_t t = 0; t < tensors; ++t) ends_[t] = std::min(ends_[t], limits_of(k, t).end);
  }
  std::vector<std::size_t> late;
  for (std::size_t k = 0; k < chains.size(); ++k) {
    std::int64_t lag = 0;
    for (std::size_t t = 0; t < tensors; ++t) {
      const Conflicts::Position settled = limits_of(k, t).begin;
      settled_[t] = std::max(settled_[t], settled);
      lag += std::max(0, settled - std::max(ends_[t], begins_[t]));
    }
    if (lag * kLatePart > static_cast<std::int64_t>(tensors) * end) late.push_back(chains[k]);
  }
  for (std::size_t t = 0; t < settled_.size(); ++t)
    if (settled_[t] <= begins_[t]) ends_[t] = begins_[t];  // nothing made later is unsafe to it
  return late;
}

Result<LayoutProblem> LayoutProblem::make(const Graph& graph, const Conflicts& conflicts, Bytes alignment) {
  return BlockProblem::make(graph, conflicts, alignment).map([&](BlockProblem&& blocks) {
    LayoutProblem out(std::move(blocks));
    out.find_lanes();
    return out;
  });
}

}  // namespace stowage
