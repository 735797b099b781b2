// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/order/exact_order.h"
#include "core/order/lescea.h"
#include "core/papers/papers.h"
#include "core/papers/roam/update_schedule.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

constexpr std::size_t kStates = 20'000, kLooks = 20'000'000;  // of the last search

class Roam {
 public:
  Roam(const Graph& graph, const OrderOptions& options, const Task& task)
      : graph_(graph),
        options_(options),
        task_(task),
        problem_(order_problem(graph)),
        parts_(roam::find_parts(graph, problem_)),
        segments_(roam::find_segments(graph, problem_, parts_)) {}

  Order run() && {
    std::vector<Index> given(problem_.count());
    std::iota(given.begin(), given.end(), Index{0});
    offer(given);
    const auto lescea = *lescea_order(problem_);  // takes milliseconds: a stopped run returns at least this
    offer(lescea);
    prove(std::max(least_peak(problem_, task_), least_at_insensitive(problem_, parts_, segments_)));
    join_branches();
    for (const roam::Segments& segments : candidates()) try_segments(segments);
    try_fit(trunk_of(lescea));
    try_fit(trunk_of(given));
    search_shortly();
    return {{best_.sequence.begin(), best_.sequence.end()}, best_.lower_bound, describe(best_)};
  }

 private:
  void prove(Bytes lower_bound) { best_.lower_bound = std::max(best_.lower_bound, lower_bound); }
  void offer(std::vector<Index> sequence) {
    const Bytes peak = peak_of(problem_, sequence);
    if (!best_.sequence.empty() && peak >= best_.peak) return;
    best_.peak = peak;
    best_.sequence = std::move(sequence);
    if (options_.improved) options_.improved({best_.peak, best_.lower_bound});
  }
  [[nodiscard]] bool is_done() const { return task_.should_stop() || best_.peak <= best_.lower_bound; }

  void join_branches() {
    branches_ = roam::measure_branches(problem_, parts_, task_);
    for (const roam::Branch& branch : branches_) prove(problem_.base + branch.least);
    joined_ = roam::join_branches(problem_, parts_, branches_);
    joined_of_.resize(problem_.count());
    for (Index o = 0; o < joined_.problem.count(); ++o) {
      roles_.push_back(parts_.roles[joined_.members[o].front()]);
      for (Index member : joined_.members[o]) joined_of_[member] = o;
    }
  }

  /// As published, with a proved bound where that is above the estimate, and never waiting; each once.
  [[nodiscard]] std::vector<roam::Segments> candidates() const {
    const auto curve = roam::activation_curve(graph_, problem_, parts_, segments_);
    std::vector<roam::Segments> out;
    const auto add = [&](roam::Segments segments) {
      if (std::ranges::find(out, segments.stages, &roam::Segments::stages) == out.end())
        out.push_back(std::move(segments));
    };
    add(waiting_until(curve, curve.total));
    add(waiting_until(curve, std::max(curve.total, best_.lower_bound)));
    add(segments_);
    return out;
  }
  [[nodiscard]] roam::Segments waiting_until(const roam::ActivationCurve& curve, Bytes peak) const {
    const double tensors = static_cast<double>(std::max<std::size_t>(1, graph_.tensor_count()));
    const roam::DelayRule rule{peak, static_cast<double>(graph_.total_size().count) / tensors, options_.delay_radius};
    return schedule_updates(segments_, branches_, curve.alive, rule, options_.alpha);
  }

  void try_segments(const roam::Segments& segments) {
    if (is_done()) return;
    std::vector<std::uint32_t> stages;
    for (Index o = 0; o < joined_.problem.count(); ++o) stages.push_back(segments.stages[joined_.members[o].front()]);
    const auto found = roam::order_stages(joined_.problem, stages, segments.stage_count(), options_.node_limit, task_);
    // Exact for the whole only where nothing stands beside the trunk.
    if (std::ranges::all_of(roles_, [](roam::Role role) { return role == roam::Role::trunk; }))
      prove(found.lower_bound);
    offer_joined(found.sequence);
    try_fit(found.sequence);
  }
  void try_fit(const std::vector<Index>& sequence) {
    if (is_done() || branches_.empty()) return;
    offer_joined(roam::fit_updates(joined_.problem, roles_, sequence, best_.lower_bound));
  }

  /// Often proves the best so far, and sometimes finds a better one, as it need not keep to segments.
  void search_shortly() {
    if (is_done()) return;
    OrderFound found = exact_order(
        problem_, {.most_states = kStates, .most_looks = kLooks, .floor = best_.lower_bound, .known = best_.sequence},
        task_);
    prove(found.lower_bound);
    offer(std::move(found.sequence));
  }

  /// A sequence in the joined problem, without branches.
  [[nodiscard]] std::vector<Index> trunk_of(std::span<const Index> sequence) const {
    std::vector<Index> out;
    for (Index o : sequence)
      if (parts_.roles[o] != roam::Role::update) out.push_back(joined_of_[o]);
    return out;
  }
  void offer_joined(const std::vector<Index>& sequence) {
    std::vector<Index> operators;
    for (Index o : sequence) operators.insert(operators.end(), joined_.members[o].begin(), joined_.members[o].end());
    offer(std::move(operators));
  }

  const Graph& graph_;
  const OrderOptions& options_;
  const Task& task_;
  OrderProblem problem_;
  roam::Parts parts_;
  roam::Segments segments_;
  std::vector<roam::Branch> branches_;
  roam::Joined joined_;
  std::vector<roam::Role> roles_;  // by operator of joined_
  std::vector<Index> joined_of_;   // by operator of problem_
  OrderFound best_;
};

Result<Order> run(const Graph& graph, const OrderOptions& options, const Task& task) {
  return Roam(graph, options, task).run();
}

}  // namespace

constexpr OrderStrategy kRoamOrder{
    .id = "roam",
    .title = "ROAM",
    .description =
        "Cuts at memory-insensitive operators, puts updates where they cost least, and orders each segment exactly",
    .source = "Shu et al., ROAM: memory-efficient large DNN training via optimized operator ordering and memory layout",
    .run = run};

}  // namespace stowage
