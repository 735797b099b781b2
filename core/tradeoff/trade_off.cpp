// SPDX-License-Identifier: Apache-2.0
#include "core/tradeoff/trade_off.h"

#include <algorithm>
#include <numeric>

#include "core/base/parallel.h"
#include "core/layout/strategies/strategies.h"
#include "core/planning/graph_plans.h"
#include "core/tradeoff/archive.h"
#include "core/tradeoff/moves.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 8;          // graphs judged in parallel; fixed, so that results are too
constexpr std::size_t kFewTensors = 64;     // graphs of so many are judged by their plan
constexpr double kSearchShare = 0.7;        // of the time; the rest is for plans of the points
constexpr double kGivenShare = 0.1;         // of the time, for the plan of the given graph
constexpr std::size_t kMostRefused = 4000;  // edits in a row that make no graph: then there is none left

std::size_t streams_of(const Graph& graph) {
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.streams(), [&](StreamId s) { return !is_host_stream(graph, s); }));
}

std::size_t streams_in_use(const Graph& graph) {
  const auto used = [&](StreamId s) { return !graph.operators_of(s).empty() && !is_host_stream(graph, s); };
  return static_cast<std::size_t>(std::ranges::count_if(graph.streams(), used));
}

/// The edit that moves all to the first stream that has an operator.
LeverEdit all_to_one(const Graph& graph) {
  const StreamId one = *std::ranges::min_element(graph.data().operator_stream);
  LeverEdit out{Lever::stream, {}, {}, graph.info(one).number, graph.label(one)};
  for (OperatorId o : graph.operators())
    if (graph.stream(o) != one) out.operators.emplace_back(graph.name(o));
  return out;
}

class Search {
 public:
  Search(const Graph& graph, const TradeOffOptions& options, const Task& task,
         const std::function<void(const TradeOff&)>& found)
      : options_(options),
        task_(task),
        found_(found),
        given_(std::make_shared<const Graph>(graph)),
        moves_(options_, options.streams > 0 ? options.streams : streams_of(graph)),
        engine_(options.seed),
        archive_(options.budget),
        start_(task.now()) {}

  Result<TradeOff> run(const TradeOff* before) {
    STOWAGE_TRY(out_.given, planned({given_, {}, {}, timing_of(*given_).makespan}, task_.share(kGivenShare)));
    begin(before);
    const Task searching = options_.iterations > 0 ? task_ : task_.share(kSearchShare);
    for (std::size_t refused = 0; refused < kMostRefused && more(searching);) {
      const std::size_t made = round(searching);
      refused = made > 0 ? 0 : refused + kAtOnce;
      tell();
    }
    finish();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool more(const Task& searching) const {
    return options_.levers.any() && !searching.should_stop() &&
           (options_.iterations == 0 || out_.tried < options_.iterations);
  }

  /// The same with a plan as good as the time allows.
  Result<TradeOffPoint> planned(TradeOffPoint point, const Task& task) const {
    PlanRequest request;
    request.alignment = options_.alignment;
    request.plan_when_stopped = true;
    STOWAGE_TRY(const GraphPlans plans, make_plans(*point.graph, request, task));
    if (point.plan.offsets.empty() || plans.best().footprint <= point.plan.footprint) point.plan = plans.best();
    return point;
  }

  /// What the search begins with: the given graph, all on one stream, and what was found before.
  void begin(const TradeOff* before) {
    if (auto node = judge(given_, {}, task_)) insert(std::move(*node));
    if (streams_in_use(*given_) > 1) {
      const LeverEdit one = all_to_one(*given_);
      if (auto edited = one.apply(*given_, options_.link)) {
        const auto graph = std::make_shared<const Graph>(std::move(edited->graph));
        if (auto point = planned({graph, {one}, {}, timing_of(*graph).makespan}, task_.share(kGivenShare)))
          out_.one_stream = std::move(*point);
        if (options_.levers.allow(Lever::stream))
          if (auto node = judge(graph, {one}, task_)) insert(std::move(*node));
      }
    }
    if (before == nullptr) return;
    const auto allowed = [&](const LeverEdit& edit) { return options_.levers.allow(edit.lever); };
    for (const TradeOffPoint& point : before->points) {
      if (!std::ranges::all_of(point.edits, allowed)) continue;
      auto node = judge(point.graph, point.edits, task_);
      if (!node) {
        if (task_.should_stop()) kept_.push_back(point);  // it was not looked at
        continue;
      }
      TradeOffPoint& now = node->node.point;
      if (point.plan.footprint <= now.plan.footprint) now.plan = point.plan;
      insert(std::move(*node));
    }
  }

  /// Tries some edits at once. Returns how many made a graph.
  std::size_t round(const Task& searching) {
    struct Attempt {
      const TradeOffNode* from;
      Move move;
      bool made = false;
      std::optional<JudgedNode> node{};
    };
    std::vector<Attempt> attempts;
    for (std::size_t k = 0; k < kAtOnce; ++k) {
      const TradeOffNode& from = archive_.draw(engine_);
      attempts.push_back({&from, moves_.draw(from, engine_)});
    }
    parallel_for(attempts.size(), [&](std::size_t k) {
      Attempt& attempt = attempts[k];
      if (attempt.move.edits.empty() && !attempt.move.from_given) return;
      auto graph = apply(*attempt.from, attempt.move);
      if (!graph) return;
      attempt.made = true;
      std::vector<LeverEdit> edits = attempt.move.from_given ? std::vector<LeverEdit>{} : attempt.from->point.edits;
      edits.insert(edits.end(), attempt.move.edits.begin(), attempt.move.edits.end());
      attempt.node = judge(std::move(graph), std::move(edits), searching);
    });
    out_.tried += attempts.size();
    for (Attempt& attempt : attempts)
      if (attempt.node) insert(std::move(*attempt.node));
    return static_cast<std::size_t>(std::ranges::count(attempts, true, &Attempt::made));
  }

  /// The graph that a move makes; null where one of its edits is refused.
  [[nodiscard]] std::shared_ptr<const Graph> apply(const TradeOffNode& from, const Move& move) const {
    std::shared_ptr<const Graph> at = move.from_given ? given_ : from.point.graph;
    for (const LeverEdit& edit : move.edits) {
      auto edited = edit.apply(*at, options_.link);
      if (!edited) return nullptr;
      at = std::make_shared<const Graph>(std::move(edited->graph));
    }
    return at;
  }

  /// What the graph needs and how long it runs; none where the archive has better. From several threads.
  std::optional<JudgedNode> judge(std::shared_ptr<const Graph> graph, std::vector<LeverEdit> edits,
                                  const Task& task) const {
    JudgedNode out;
    TradeOffNode& node = out.node;
    node.point = {std::move(graph), std::move(edits), {}, 0};
    node.timing = timing_of(*node.point.graph);
    node.point.makespan = node.timing.makespan;
    const bool few = node.point.graph->tensor_count() <= kFewTensors;
    const auto is_worse = [&](Bytes bound) {
      return !few && archive_.has_better(bound, node.point.makespan, node.point.edits.size());
    };
    const auto conflicts = Conflicts::compute(*node.point.graph, task);
    if (!conflicts) return std::nullopt;
    const auto ground = PlanGround::make(*node.point.graph, *conflicts, options_.alignment, true, task);
    if (!ground) return std::nullopt;
    PlanGround::Bounded bounded = ground->quick_bounds();
    if (is_worse(bounded.bounds.best())) return std::nullopt;
    if (!ground->add_clique(bounded, task)) return std::nullopt;
    node.clique = bounded.bounds.clique->members;
    if (is_worse(bounded.bounds.best())) return std::nullopt;
    if (!plan(*ground, bounded, few, task, node.point)) return std::nullopt;
    out.value = few ? node.point.plan.footprint : bounded.bounds.best();
    node.critical_path = node.timing.critical_path();
    return out;
  }

  /// A plan: of few tensors a good one, else a quick one.
  [[nodiscard]] static bool plan(const PlanGround& ground, const PlanGround::Bounded& bounded, bool few,
                                 const Task& task, TradeOffPoint& point) {
    static constexpr std::array<const LayoutStrategy*, 1> kGood{&kAuto};
    static const std::array<const LayoutStrategy*, 2> kQuick{find_layout_strategy("so.size.first"), &kGreedyBySize};
    bool any = false;
    for (const LayoutStrategy* strategy : few ? std::span<const LayoutStrategy* const>(kGood) : kQuick) {
      auto made = ground.plan(*strategy, task);
      if (!made || (any && made->footprint >= point.plan.footprint)) continue;
      point.plan = std::move(*made);
      any = true;
    }
    if (!any) return false;
    apply_bound(bounded.bounds, point.plan);
    if (point.plan.lower_bound == bounded.bounds.best()) point.plan.bound_tensors = bounded.certificate;
    return true;
  }

  void insert(JudgedNode node) {
    if (archive_.insert(std::move(node))) changed_ = true;
  }

  void tell() {
    constexpr double kSeconds = 0.25;  // between two fronts
    const auto now = task_.now();
    const double seconds = std::chrono::duration<double>(now - start_).count();
    task_.report(options_.iterations > 0
                     ? std::min(1.0, static_cast<double>(out_.tried) / static_cast<double>(options_.iterations))
                 : task_.deadline ? std::min(1.0, seconds / (seconds + std::max(0.0, *task_.seconds_left())))
                                  : 0);
    if (!found_ || !changed_ || (told_ && std::chrono::duration<double>(now - *told_).count() < kSeconds)) return;
    told_ = now;
    changed_ = false;
    collect(archive_.spread(options_.most_points));
    found_(out_);
  }

  /// Plans the points that are kept, and leaves out what another then dominates.
  void finish() {
    std::vector<TradeOffPoint> points = archive_.spread(options_.most_points);
    for (std::size_t k = 0; k < points.size() && !task_.should_stop(); ++k) {
      if (points[k].plan.proved_optimal) continue;
      const auto left = static_cast<double>(points.size() - k);
      if (auto better = planned(points[k], task_.share(std::min(1.0, 2 / left)))) points[k] = std::move(*better);
    }
    collect(std::move(points));
  }

  void collect(std::vector<TradeOffPoint> points) {
    points.push_back(out_.given);
    points.insert(points.end(), kept_.begin(), kept_.end());
    if (out_.one_stream && options_.levers.allow(Lever::stream)) points.push_back(*out_.one_stream);
    std::ranges::stable_sort(points, {}, [](const TradeOffPoint& point) {
      return std::tuple(point.plan.footprint, point.makespan, point.edits.size());
    });
    out_.points.clear();
    for (TradeOffPoint& point : points)
      if (out_.points.empty() || point.makespan < out_.points.back().makespan) out_.points.push_back(std::move(point));
  }

  const TradeOffOptions& options_;
  const Task& task_;
  const std::function<void(const TradeOff&)>& found_;
  std::shared_ptr<const Graph> given_;
  Moves moves_;
  std::mt19937_64 engine_;
  Archive archive_;
  std::vector<TradeOffPoint> kept_;  // found before, for which there was no time
  TradeOff out_;
  bool changed_ = false;
  const Task::Clock::time_point start_;
  std::optional<Task::Clock::time_point> told_;
};

}  // namespace

const TradeOffPoint* TradeOff::fastest_within(Bytes budget) const {
  const auto last = std::ranges::find_if(points.rbegin(), points.rend(),
                                         [&](const TradeOffPoint& point) { return point.plan.footprint <= budget; });
  return last == points.rend() ? nullptr : &*last;
}

Result<TradeOff> trade_off(const Graph& graph, const TradeOffOptions& options, const Task& task,
                           const std::function<void(const TradeOff&)>& found, const TradeOff* before) {
  if (graph.operator_count() == 0) return refused("the graph has no operators");
  if (!graph.has_durations()) return refused("no operator has a duration, so nothing is known of time");
  if (!graph.times().empty()) return refused("the time axis of this graph fixes its steps");
  return Search(graph, options, task, found).run(before);
}

}  // namespace stowage
