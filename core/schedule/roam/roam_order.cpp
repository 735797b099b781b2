// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/roam/roam_order.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/schedule/lescea.h"
#include "core/schedule/roam/stage_problems.h"
#include "core/schedule/roam/update_schedule.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

/// The best order so far.
class Best {
 public:
  Best(const Graph& graph, const OrderProblem& problem, const OrderOptions& options)
      : graph_(graph), options_(options), order_{{}, least_peak(problem)} {
    const auto given = graph.operators();
    offer({given.begin(), given.end()});
  }

  void offer(std::vector<OperatorId> sequence) {
    const Bytes peak = theoretical_peak(graph_, sequence);
    if (!order_.sequence.empty() && peak >= peak_) return;
    peak_ = peak;
    order_.sequence = std::move(sequence);
    if (options_.improved) options_.improved({peak_, order_.lower_bound});
  }
  [[nodiscard]] bool is_optimal() const { return peak_ <= order_.lower_bound; }
  [[nodiscard]] Bytes lower_bound() const { return order_.lower_bound; }
  [[nodiscard]] Order take() && { return std::move(order_); }

 private:
  const Graph& graph_;
  const OrderOptions& options_;
  Order order_;
  Bytes peak_{};
};

class Roam {
 public:
  Roam(const Graph& graph, const OrderOptions& options, const Task& task)
      : graph_(graph),
        options_(options),
        task_(task),
        problem_(order_problem(graph)),
        parts_(roam::find_parts(graph, problem_)),
        segments_(roam::find_segments(graph, problem_, parts_)),
        best_(graph, problem_, options) {}

  Order run() && {
    if (const auto lescea = lescea_order(problem_, task_)) offer(*lescea);
    branches_ = roam::measure_branches(problem_, parts_, task_);
    joined_ = roam::join_branches(problem_, parts_, branches_);
    const auto curve = roam::activation_curve(graph_, problem_, parts_, segments_);
    try_segments(waiting_until(curve, curve.total));
    try_segments(waiting_until(curve, std::max(curve.total, best_.lower_bound())));
    try_segments(segments_);
    return std::move(best_).take();
  }

 private:
  [[nodiscard]] roam::Segments waiting_until(const roam::ActivationCurve& curve, Bytes peak) const {
    const double tensors = static_cast<double>(std::max<std::size_t>(1, graph_.tensor_count()));
    const roam::DelayRule rule{peak, static_cast<double>(graph_.total_size().count) / tensors, options_.delay_radius};
    return schedule_updates(segments_, branches_, curve.alive, rule, options_.alpha);
  }

  /// Those that were tried before are not tried again.
  void try_segments(const roam::Segments& segments) {
    if (task_.should_stop() || best_.is_optimal() || std::ranges::find(tried_, segments.stages) != tried_.end()) return;
    tried_.push_back(segments.stages);
    std::vector<std::uint32_t> stages;
    for (Index o = 0; o < joined_.problem.count(); ++o) stages.push_back(segments.stages[joined_.members[o].front()]);
    std::vector<Index> sequence;
    for (Index o : roam::order_stages(joined_.problem, stages, segments.stage_count(), options_.node_limit, task_))
      sequence.insert(sequence.end(), joined_.members[o].begin(), joined_.members[o].end());
    offer(sequence);
  }
  void offer(const std::vector<Index>& sequence) { best_.offer({sequence.begin(), sequence.end()}); }

  const Graph& graph_;
  const OrderOptions& options_;
  const Task& task_;
  OrderProblem problem_;
  roam::Parts parts_;
  roam::Segments segments_;
  std::vector<roam::Branch> branches_;
  roam::Joined joined_;
  Best best_;
  std::vector<std::vector<std::uint32_t>> tried_;
};

Result<Order> run(const Graph& graph, const OrderOptions& options, const Task& task) {
  return Roam(graph, options, task).run();
}

}  // namespace

constexpr OrderStrategy kRoamOrder{
    .id = "roam",
    .title = "Segments of a training step",
    .description = "Cut at memory-insensitive operators, updates where they cost least, each segment ordered exactly",
    .source = "Shu et al., ROAM: memory-efficient large DNN training via optimized operator ordering and memory layout",
    .run = run};

}  // namespace stowage
