// SPDX-License-Identifier: Apache-2.0
#include "core/layout/fringe.h"

#include <algorithm>

namespace stowage {

void OffsetOrder::add(const Entry& entry) {
  const auto begins_after = [](std::int64_t begin, const Entry& other) { return begin < other.run.begin; };
  if (chunks_.empty()) chunks_.emplace_back();
  // The last chunk that begins at or before the entry, or the first.
  auto chunk = std::upper_bound(chunks_.begin() + 1, chunks_.end(), entry.run.begin,
                                [](std::int64_t begin, const Chunk& c) { return begin < c.front().run.begin; }) -
               1;
  chunk->insert(std::upper_bound(chunk->begin(), chunk->end(), entry.run.begin, begins_after), entry);
  if (chunk->size() < kCapacity) return;
  const auto middle = chunk->begin() + kCapacity / 2;
  Chunk high(middle, chunk->end());
  chunk->erase(middle, chunk->end());
  chunks_.insert(chunk + 1, std::move(high));
}

Fringe::Fringe(const LayoutProblem& problem) : problem_(problem) {
  if (!problem.last_lane_is_mixed()) return;
  // A few lists a tensor to walk: more would cost in merging, fewer would hold what is far away.
  constexpr std::size_t kListsPerTensor = 4;
  std::size_t length = 0, count = 1;
  for (TensorId t : problem.graph().tensors()) {
    const Conflicts::Position lag = problem.settled(t) - window(t).end;
    if (!problem.occupies(t) || lag <= 0) continue;
    length += static_cast<std::size_t>(lag);
    ++count;
  }
  stretch_length_ = std::max<std::size_t>(1, length / count / kListsPerTensor);
  const std::size_t stretches = problem.graph().operator_count() / stretch_length_ + 1;
  beginning_.resize(stretches);
  unsettled_.resize(stretches);
}

void Fringe::add(TensorId t, Run run) {
  const auto window = this->window(t);
  const Conflicts::Position settled = problem_.settled(t);
  if (in_lane(t)) beginning_[stretch(window.begin)].add({run, t, window.begin});
  for (std::size_t k = stretch(window.end); window.end < settled && k <= stretch(settled - 1); ++k)
    unsettled_[k].add({run, t, window.end});
}

void Fringe::collect(TensorId t, std::vector<Cursor>& out) const {
  const auto window = this->window(t);
  const Conflicts::Position settled = problem_.settled(t);
  const auto add = [&](const OffsetOrder& order, bool later) {
    if (!order.chunks().empty()) out.emplace_back(order, later);
  };
  if (in_lane(t)) add(unsettled_[stretch(window.begin)], false);
  for (std::size_t k = stretch(window.end); window.end < settled && k <= stretch(settled - 1); ++k)
    add(beginning_[k], true);
}

}  // namespace stowage
