// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/capacity_bisection.h"

#include <algorithm>

namespace stowage {

/// Fewer nodes in the first pass leave too many questions without an answer, each of which is asked again.
CapacityBisection::CapacityBisection(ExactSearch& search)
    : search_(search), grain_(search.grain()), nodes_each_(8'000 + search.searched_tensor_count()) {}

void CapacityBisection::run(std::uint64_t nodes, const Task& task, const std::function<void()>& probed) {
  const std::uint64_t last = search_.nodes() + nodes;
  while (search_.nodes() < last && search_.lower_bound() < search_.best_footprint() && !task.should_stop()) {
    ask(next_capacity(), last - search_.nodes(), task);
    if (probed) probed();
  }
}

std::int64_t CapacityBisection::next_capacity() {
  const std::int64_t bound = search_.lower_bound().count;
  const std::int64_t most = std::max(bound, search_.best_footprint().count - grain_);
  if (unanswered_ >= most) {
    unanswered_ = kNone;
    nodes_each_ *= 2;
  }
  const std::int64_t least = std::max(bound, unanswered_ + grain_);
  return most - (most - least) / 2 / grain_ * grain_;
}

void CapacityBisection::ask(std::int64_t capacity, std::uint64_t nodes, const Task& task) {
  if (capacity != asked_) left_ = nodes_each_;
  const std::uint64_t before = search_.nodes();
  const Feasibility answer = search_.fits({capacity}, std::min(left_, nodes), task);
  left_ -= std::min(left_, search_.nodes() - before);
  asked_ = answer == Feasibility::gave_up && left_ > 0 ? capacity : kNone;
  if (answer == Feasibility::gave_up && left_ == 0) unanswered_ = capacity;
}

}  // namespace stowage
