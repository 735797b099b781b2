// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/minimize.h"

#include <algorithm>

namespace stowage {
namespace {

class Minimization {
 public:
  Minimization(ExactSearch& search, const MinimizeOptions& options, const Task& task)
      : search_(search), options_(options), task_(task), grain_(search.grain()), first_node_(search.nodes()) {}

  void run() {
    constexpr std::uint64_t kFirstNodes = 2'000;  // to go back with
    for (std::uint64_t nodes = kFirstNodes + search_.searched_tensor_count(); !ended(); nodes *= 2)
      for (bool again = true; again && !ended();) again = try_all(nodes);
  }

 private:
  [[nodiscard]] std::int64_t lower() const { return search_.lower_bound().count; }
  [[nodiscard]] std::int64_t upper() const { return search_.best_footprint().count; }
  [[nodiscard]] std::uint64_t nodes_left() const {
    const std::uint64_t used = search_.nodes() - first_node_;
    return options_.node_budget > used ? options_.node_budget - used : 0;
  }
  [[nodiscard]] bool ended() const { return lower() >= upper() || nodes_left() == 0 || task_.should_stop(); }

  /// The bound, the middle, what halves the rest … until the smallest possible gain. True as soon as a plan is found.
  bool try_all(std::uint64_t nodes) {
    for (std::int64_t capacity = lower(); !ended();) {
      const Bytes footprint = search_.best_footprint(), bound = search_.lower_bound();
      const Feasibility::Answer answer = search_.fits({capacity}, std::min(nodes, nodes_left()), task_).answer;
      if (options_.improved && (footprint != search_.best_footprint() || bound != search_.lower_bound()))
        options_.improved(search_.best_footprint(), search_.lower_bound());
      if (answer == Feasibility::Answer::fits) return true;
      const std::int64_t least_gain = upper() - grain_;
      if (capacity >= least_gain) return false;
      const std::int64_t half = (least_gain - capacity) / 2 / grain_ * grain_;
      capacity = std::max(lower(), half < grain_ ? least_gain : capacity + half);
    }
    return false;
  }

  ExactSearch& search_;
  const MinimizeOptions& options_;
  const Task& task_;
  std::int64_t grain_;
  std::uint64_t first_node_;
};

std::string remark_on(const Minimum& minimum, const Task& task) {
  if (minimum.footprint <= minimum.lower_bound) return "Proved: no plan is smaller.";
  if (task.should_stop())
    return task.stop.stop_requested() ? "Cancelled before the proof." : "The time limit passed before the proof.";
  return "The budget of " + std::to_string(minimum.nodes) + " decisions was used up before the proof.";
}

}  // namespace

Minimum minimize(ExactSearch& search, const MinimizeOptions& options, const Task& task) {
  const std::uint64_t first_node = search.nodes();
  Minimization(search, options, task).run();
  Minimum out{search.best(), search.best_footprint(), search.lower_bound(), search.nodes() - first_node, ""};
  out.remark = remark_on(out, task);
  return out;
}

}  // namespace stowage
