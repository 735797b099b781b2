// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/trade_off.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/base/parallel.h"
#include "core/graph/laid_out.h"
#include "core/insight/improve/front.h"
#include "core/insight/improve/judge.h"
#include "core/insight/improve/moves.h"
#include "core/layout/strategies/strategies.h"
#include "core/planning/graph_plans.h"

namespace stowage {
namespace {

// Measured, for the numbers here and in front.cpp, judge.cpp and moves.cpp: half and twice of each change the area
// under the fronts of five graphs on 1 to 16 streams by -2 to +10 % on average, in no direction; two seeds of one graph
// differ by up to a factor of two.
constexpr std::size_t kAtOnce = 16;  // graphs judged in parallel; fixed, so that results are too
// Shares of the time. Plans of the points need a fair part of it: each of 24 gets about a hundredth. Plans of the two
// graphs that the search begins with come first, so they get little.
constexpr double kSearchShare = 0.7;      // the rest is for plans of the points
constexpr double kGivenShare = 0.08;      // for the plan of the given graph
constexpr double kOneStreamShare = 0.04;  // for the plan with all operators on one stream
constexpr double kFast = 1.1;             // of the given makespan: faster ones matter most
// Edits in a row that make no graph: then the search ends. A quarter of them gives the same fronts.
constexpr std::size_t kMaxRefused = 4000;

std::size_t streams_of(const Graph& graph) {
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.streams(), [&](StreamId s) { return !is_host_stream(graph, s); }));
}

/// The edit that moves all to the first stream that has an operator.
LeverEdit all_to_one(const Graph& graph) {
  const StreamId one = *std::ranges::min_element(graph.data().operator_stream);
  LeverEdit out{Lever::stream, {}, {}, graph.info(one).number, graph.label(one)};
  for (const Graph& source = source_of(graph); OperatorId o : source.operators())
    if (source.stream(o) != one) out.operators.emplace_back(source.name(o));
  return out;
}

/// From few to all that are allowed: those that only change when operators run, then recompute with them, then all.
std::vector<Levers> lever_sets(const Levers& allowed) {
  std::vector<Levers> out;
  Levers some = Levers::none();
  const auto add = [&] {
    if (some.any() && (out.empty() || !(out.back() == some))) out.push_back(some);
  };
  for (Lever lever : {Lever::sync, Lever::stream, Lever::order}) some.set(lever, allowed.allow(lever));
  add();
  for (Lever lever : {Lever::recompute, Lever::offload}) {
    some.set(lever, allowed.allow(lever));
    add();
  }
  if (out.empty()) out.push_back(allowed);
  return out;
}

/// The part of the search that uses some of the levers.
struct Island {
  Levers levers;
  Archive archive;
  MoveShares shares{};
};

class FrontSearch {
 public:
  FrontSearch(const Graph& graph, const TradeOffOptions& options, const Task& task,
              const std::function<void(const TradeOff&)>& found)
      : options_(options),
        task_(task),
        found_(found),
        given_(std::make_shared<const Graph>(graph)),
        judge_(options.alignment),
        max_streams_(options.streams > 0 ? options.streams : streams_of(graph)),
        fast_(static_cast<std::int64_t>(static_cast<double>(timing_of(graph).makespan) * kFast)),
        engine_(options.seed),
        start_(task.now()) {
    for (const Levers& levers : lever_sets(options.levers)) islands_.push_back({levers, Archive(fast_)});
  }

  Result<TradeOff> run(const TradeOff* before) {
    if (before != nullptr) {
      go_on_from(*before);
    } else {
      begin_quickly();
      if (options_.shown) lower_to(*options_.shown, out_.given);
      STOWAGE_TRY(out_.given, planned(std::move(out_.given), task_.share(kGivenShare)));
    }
    begin();
    const Task searching = options_.iterations > 0 ? task_ : task_.share(kSearchShare);
    for (std::size_t refused = 0; refused < kMaxRefused && more(searching);) {
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

  [[nodiscard]] bool is_allowed(const TradeOffPoint& point, const Levers& levers) const {
    return std::ranges::all_of(point.edits, [&](const LeverEdit& edit) { return levers.allow(edit.lever); }) &&
           !adds_to(options_.protected_streams, *given_, *point.graph);
  }

  /// Returns the point with a plan as good as the time allows, and not worse than the one it has.
  Result<TradeOffPoint> planned(TradeOffPoint point, const Task& task) const {
    const bool has_plan = !point.plan.offsets.empty();
    PlanRequest request;
    request.alignment = options_.alignment;
    request.plan_when_stopped = !has_plan;
    if (has_plan) request.from = &point.plan;
    if (has_plan && task.deadline) request.strategies = {&kSearch};
    auto plans = make_plans(*point.graph, request, task);
    if (!plans && (!has_plan || !plans.error().is_stop())) return tl::unexpected(std::move(plans.error()));
    if (plans && (!has_plan || plans->best().footprint <= point.plan.footprint)) point.plan = Plan(plans->best());
    return point;
  }

  // ---- what the search begins with

  /// A first answer, in a moment: the given graph, and all on one stream.
  void begin_quickly() {
    out_.given = quickly(given_, {});
    if (device_streams(*given_).size() > 1) {
      std::vector<LeverEdit> edits{all_to_one(*given_)};
      if (const auto graph = apply_each(given_, edits, options_.link)) out_.one_stream = quickly(graph, edits);
    }
    if (out_.given.plan.offsets.empty() || (out_.one_stream && out_.one_stream->plan.offsets.empty())) return;
    changed_ = true;
    tell();
  }

  /// Without a plan where there is no time.
  [[nodiscard]] TradeOffPoint quickly(const std::shared_ptr<const Graph>& graph, std::vector<LeverEdit> edits) const {
    if (const SharedNode node = judge_.judge({graph, edits}, {}, task_)) return node->point;
    return {graph, std::move(edits), {}, timing_of(*graph).makespan};
  }

  /// Gives the point a plan that is valid for it too, if that is smaller.
  void lower_to(const Plan& plan, TradeOffPoint& point) const {
    if (!point.plan.offsets.empty() && point.plan.footprint <= plan.footprint) return;
    PlanRequest request{.strategies = {&kGivenPlan}, .alignment = options_.alignment};
    request.from = &plan;
    Task patient;  // a given plan takes no time
    patient.stop = task_.stop;
    const auto plans = make_plans(*point.graph, request, patient);
    if (plans && (point.plan.offsets.empty() || plans->best().footprint < point.plan.footprint))
      point.plan = plans->best();
  }

  void go_on_from(const TradeOff& before) {
    is_new_ = false;
    out_.given = before.given;
    out_.given.graph = given_;
    out_.one_stream = before.one_stream;
    for (const TradeOffPoint& point : before.points)
      if (is_allowed(point, options_.levers)) known_.push_back(point);
  }

  /// The given graph, all on one stream, and what was found before.
  void begin() {
    judge_.learn(*given_, task_);
    std::vector<TradeOffPoint> points = known_;
    points.push_back(out_.given);
    if (is_new_ && out_.one_stream) {
      lower_to(out_.given.plan, *out_.one_stream);
      auto point = planned(*std::move(out_.one_stream), task_.share(kOneStreamShare));
      out_.one_stream.reset();
      if (point) out_.one_stream = *std::move(point);
    }
    if (out_.one_stream && is_allowed(*out_.one_stream, options_.levers)) points.push_back(*out_.one_stream);
    std::vector<SharedNode> nodes(points.size());
    parallel_for(points.size(), [&](std::size_t k) {
      const TradeOffPoint& point = points[k];
      nodes[k] = judge_.judge({point.graph, point.edits, {}, point.plan}, {}, task_);
    });
    for (const SharedNode& node : nodes)
      if (node) insert(node);
    changed_ = true;
    tell();
  }

  // ---- rounds

  /// The island of the k-th attempt of a round.
  Island& island_of(std::size_t k) {
    constexpr std::array<std::size_t, 8> kOfThree = {2, 0, 1, 2, 0, 2, 0, 1};
    return islands_[islands_.size() == 3 ? kOfThree[k % kOfThree.size()] : k % islands_.size()];
  }

  /// Tries some edits at once. Returns how many made a graph.
  std::size_t round(const Task& searching) {
    struct Attempt {
      Island* island;
      SharedNode from;
      Move move;
      bool made = false;
      SharedNode node{};
    };
    std::vector<Attempt> attempts;
    const std::size_t count = options_.iterations > 0 ? std::min(kAtOnce, options_.iterations - out_.tried) : kAtOnce;
    for (std::size_t k = 0; k < count; ++k) {
      Island& island = island_of(k);
      SharedNode from = island.archive.draw(engine_);
      if (from == nullptr) continue;
      Move move = draw_move(*from, island.levers, island.shares, options_.link, max_streams_, engine_);
      attempts.push_back({&island, std::move(from), std::move(move)});
    }
    parallel_for(attempts.size(), [&](std::size_t k) { try_out(attempts[k], searching); });
    out_.tried += count;
    for (Attempt& attempt : attempts) {
      const bool better = attempt.node && insert(attempt.node, attempt.island);
      constexpr double kSlowOnes = 0.3;
      const double gain = !better ? 0 : attempt.node->point.makespan <= fast_ ? 1 : kSlowOnes;
      attempt.island->shares.learn(attempt.move.kind, attempt.move.work(), gain);
    }
    return static_cast<std::size_t>(std::ranges::count(attempts, true, &Attempt::made));
  }

  /// Called from several threads.
  void try_out(auto& attempt, const Task& searching) const {
    const TradeOffPoint& from = attempt.from->point;
    std::vector<LeverEdit> edits = attempt.move.edits;
    auto graph = apply_each(attempt.move.from_given ? given_ : from.graph, edits, options_.link, searching);
    if (graph == nullptr && attempt.move.from_given && edits.empty()) graph = given_;
    if (graph == nullptr || adds_to(options_.protected_streams, *given_, *graph)) return;
    attempt.made = true;
    auto like = offsets_like(from, *graph, attempt.move.from_given);
    if (!attempt.move.from_given) edits.insert(edits.begin(), from.edits.begin(), from.edits.end());
    const auto is_worse = [&](Bytes bytes, std::int64_t makespan, std::size_t count) {
      return attempt.island->archive.has_better(bytes, makespan, count);
    };
    Judge::Case given{std::move(graph), std::move(edits), std::move(like)};
    if (const auto least = attempt.island->archive.least_within(timing_of(*given.graph).makespan)) given.most = *least;
    attempt.node = judge_.judge(std::move(given), is_worse, searching);
  }

  /// Where the tensors of a graph lie in the plan of the graph that it was made from. Edits add tensors behind the
  /// others; without some of the edits, added tensors have other ids, but mostly the same names.
  [[nodiscard]] std::vector<std::optional<Offset>> offsets_like(const TradeOffPoint& from, const Graph& graph,
                                                                bool from_given) const {
    const std::vector<Offset>& offsets = from.plan.offsets;
    std::vector<std::optional<Offset>> out(graph.tensor_count());
    std::size_t same = from_given ? given_->tensor_count() : from.graph->tensor_count();
    if (graph.laid_out() != nullptr) same = 0;  // tensors of bodies come last
    for (std::size_t t = 0; t < std::min(same, out.size()); ++t) out[t] = offsets[t];
    std::unordered_map<std::string_view, Offset> added;
    for (std::size_t t = same; t < offsets.size(); ++t) added.emplace(from.graph->name(TensorId(t)), offsets[t]);
    for (std::size_t t = same; t < out.size(); ++t)
      if (const auto at = added.find(graph.name(TensorId(t))); at != added.end()) out[t] = at->second;
    return out;
  }

  /// Inserts a node into all archives whose levers made it; returns whether it got into that of `island`.
  bool insert(const SharedNode& node, const Island* island = nullptr) {
    const TradeOffPoint& point = node->point;
    if (options_.budget && point.plan.footprint <= *options_.budget && (!fits_ || point.makespan < fits_->makespan))
      fits_ = point;
    bool out = false;
    for (Island& each : islands_) {
      if (!is_allowed(point, each.levers) || !each.archive.insert(node)) continue;
      changed_ = true;
      if (&each == island) out = true;
    }
    return out;
  }

  // ---- results

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
    collect(islands_.back().archive.spread(options_.most_points));
    found_(out_);
  }

  /// Plans the points that are kept, those with most to gain first, and leaves out what another then dominates. Each
  /// has a plan already, so that a stop is obeyed at once.
  void finish() {
    constexpr double kGoodEnough = 0.001;
    std::vector<TradeOffPoint> points = islands_.back().archive.spread(options_.most_points + options_.most_points / 3);
    if (fits_) points.push_back(*fits_);
    auto order = numbers_below<std::size_t>(points.size());
    const auto missed = [&](std::size_t k) { return gap(points[k].plan.footprint, points[k].plan.lower_bound); };
    std::ranges::stable_sort(order, std::ranges::greater(), missed);
    for (std::size_t k = 0; k < order.size() && !task_.should_stop(); ++k) {
      TradeOffPoint& point = points[order[k]];
      if (point.plan.proved_optimal || (task_.deadline && missed(order[k]) <= kGoodEnough)) continue;
      const auto left = static_cast<double>(points.size() - k);
      if (auto better = planned(point, task_.share(std::min(1.0, 2 / left)))) point = std::move(*better);
    }
    collect(std::move(points));
  }

  void collect(std::vector<TradeOffPoint> points) {
    points.push_back(out_.given);
    if (fits_) points.push_back(*fits_);
    if (out_.one_stream && is_allowed(*out_.one_stream, options_.levers)) points.push_back(*out_.one_stream);
    out_.points = front_of(std::move(points), {known_, options_.budget, out_.given.makespan, options_.most_points});
  }

  const TradeOffOptions& options_;
  const Task& task_;
  const std::function<void(const TradeOff&)>& found_;
  std::shared_ptr<const Graph> given_;
  Judge judge_;
  const std::size_t max_streams_;
  const std::int64_t fast_;  // nanoseconds
  std::mt19937_64 engine_;
  std::vector<Island> islands_;        // the last has all levers
  std::vector<TradeOffPoint> known_;   // found before
  std::optional<TradeOffPoint> fits_;  // the fastest found within the budget
  TradeOff out_;
  bool is_new_ = true;  // nothing was found before
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
  if (!graph.has_durations()) return refused("no operator has a duration above 0; give at least one of them");
  if (!graph.times().empty()) return refused("the time axis of this graph fixes its steps");
  return FrontSearch(graph, options, task, found).run(before);
}

}  // namespace stowage
