// SPDX-License-Identifier: Apache-2.0
// Whoever is told to stop asks often enough to hear it, and ends then. Not by the time it takes, which is that of the
// machine: the clock of the task counts how often it is asked, and jumps ahead when the test wants it to.
#include <atomic>

#include "core/insight/analysis/blame.h"
#include "core/insight/analysis/difference.h"
#include "core/insight/edit/edits.h"
#include "core/insight/improve/suggest_syncs.h"
#include "core/insight/learn/recording.h"
#include "core/insight/simulate/run.h"
#include "core/layout/search/first_fit_order.h"
#include "core/order/order.h"
#include "core/order/order_problem.h"
#include "core/papers/somas/somas_safety.h"
#include "core/plan/max_flow.h"
#include "tests/support/core_test.h"
#include "tests/support/fake_program.h"

namespace {

/// What asks the task whether to stop.
using Work = std::function<Result<void>(const Task&)>;

/// Tells the time of a task: the steady clock's until it has been asked so often, then a year later.
class CountingClock {
 public:
  explicit CountingClock(std::uint64_t jumps_after) : jumps_after_(jumps_after) {}
  [[nodiscard]] std::uint64_t asked() const { return asked_; }
  /// A task of an hour by this clock, which must outlive it.
  [[nodiscard]] Task hour() {
    Task task = Task::with_time_limit(3600);
    task.clock = [this] {
      const auto real = Task::Clock::now();
      return ++asked_ > jumps_after_ ? real + std::chrono::hours(24 * 365) : real;
    };
    return task;
  }

 private:
  const std::uint64_t jumps_after_;
  std::atomic<std::uint64_t> asked_ = 0;
};

/// How often the work asks in all.
std::uint64_t count_polls(const Work& work) {
  CountingClock clock(~std::uint64_t{0});
  if (!work(clock.hour())) throw std::runtime_error("it fails");
  return clock.asked();
}

struct Stopped {
  Result<void> result;
  std::uint64_t more = 0;  ///< how often it asked after the time was up
};
Stopped stop_after(std::uint64_t polls, const Work& work) {
  CountingClock clock(polls);
  Stopped out{work(clock.hour())};
  out.more = std::max(clock.asked(), polls) - polls;
  return out;
}

/// Of one stream or of many with groups, small or large.
const PlanningCase& case_of(bool streams, bool large) {
  static const auto make = [](bool many, std::size_t operators) {
    return PlanningCase(random_graph({.operators = operators,
                                      .streams = many ? 12U : 1U,
                                      .fan = 3,
                                      .window = 100,
                                      .groups = many ? operators / 40 : 0,
                                      .syncs = many ? operators / 6 : 0}),
                        16);
  };
  static const PlanningCase all[] = {make(false, 500), make(true, 500), make(false, 3000), make(true, 3000)};
  return all[(large ? 2 : 0) + (streams ? 1 : 0)];
}

/// Asked to stop at its first question, in the middle and towards its end, it ends, and hardly asks again: only where
/// several threads have to hear it.
void check(const std::string& name, const Work& work, std::uint64_t least, bool must_fail = true) {
  const std::uint64_t all = count_polls(work);
  MESSAGE(name, ": asked ", all, " times");
  REQUIRE_MESSAGE(all >= least, name);
  for (const std::uint64_t polls : {std::uint64_t{0}, all / 4, all / 2, all * 7 / 8}) {
    if (all == 0) return;
    const Stopped stopped = stop_after(polls, work);
    if (must_fail) REQUIRE_MESSAGE((!stopped.result && stopped.result.error().kind == Error::Kind::timed_out), name);
    REQUIRE_MESSAGE(stopped.more <= 100, text(name, ": ", stopped.more, " more"));
  }
}

}  // namespace

TEST_CASE("first-fit orders") {
  const LayoutProblem& problem = case_of(true, true).problem;
  const BlockPairs pairs = BlockPairs::make(problem, {1 << 30}).value();
  std::vector<FirstFitOrder::Block> order(problem.block_count());
  std::iota(order.begin(), order.end(), FirstFitOrder::Block{0});
  check(
      "first-fit order",
      [&](const Task& task) -> Result<void> {
        FirstFitOrder fit(problem, pairs);
        if (!fit.reset(order, pairs, task)) return tl::unexpected(task.why_stopped());
        return {};
      },
      order.size() / 20);
  check(
      "pairs among some",
      [&](const Task& task) {
        return pairs.among(std::vector<bool>(order.size(), true), task).map([](const BlockPairs&) {});
      },
      order.size() / 100);
}

TEST_CASE("strategies") {
  for (const bool streams : {false, true})
    for (const LayoutStrategy& strategy : layout_strategies()) {
      const std::string_view id = strategy.id;
      if (asks_solver(strategy) || !refusal(strategy, case_of(streams, false).problem).empty()) continue;
      const bool improves = id == "auto" || id == "search";  // and give what they have
      const bool slow = improves || id == "mincost-flow" || id == "nnc";
      const LayoutProblem& problem = case_of(streams, !slow).problem;
      const Work work = [&](const Task& task) {
        return make_plan(strategy, problem, task, {.iterations = 2000}).map([](const Plan&) {});
      };
      const bool linear = id.starts_with("bump") || id == "caching" || id == "linear-scan";
      check(text(id, streams ? ", many streams" : ", one stream"), work, linear ? 1 : problem.sizes().size() / 1200,
            !improves);
    }
}

/// Narrow enough for the search to end by itself.
TEST_CASE("orders") {
  const Graph graph = random_graph({.operators = 60, .streams = 1, .window = 6});
  for (const OrderStrategy& strategy : order_strategies()) {
    if (strategy.id == "given" || strategy.id.starts_with("olla")) continue;
    const Work work = [&](const Task& task) {
      return make_order(strategy, graph, {.solver = "/no/such/folder/cbc"}, task).map([](const auto&) {});
    };
    check(std::string(strategy.id), work, 1, strategy.id == "lescea");
  }
}

TEST_CASE("deciding and checking") {
  for (const bool streams : {false, true}) {
    const PlanningCase& c = case_of(streams, true);
    const auto run = [](const auto& what) {
      return [&what](const Task& task) { return what(task).map([](const auto&) {}); };
    };
    const auto unsafe = [&](const Task& task) { return Conflicts::compute(c.graph, task); };
    check("unsafe pairs", run(unsafe), streams ? 1 : 0);  // one stream is but a line
    for (const SafetyMethod& method : published_safety_methods()) {
      const auto pairs = [&](const Task& task) { return method.run(c.graph, task); };
      check(std::string(method.id.data()), run(pairs), c.graph.tensor_count() / 1200);
    }
    const auto clique = [&](const Task& task) { return heaviest_clique(c.problem, task); };
    if (streams) check("clique", run(clique), c.graph.tensor_count() / 1200);
    const Plan plan = c.plan("so.size.best");
    const auto valid = [&](const Task& task) { return validate(c.graph, plan, 1, task); };
    check("validator", run(valid), 1);
  }
}

/// What is cancelled before it begins says so, and not that its time was up.
TEST_CASE("cancelled before they begin") {
  const PlanningCase& c = case_of(true, false);
  const auto graph = std::make_shared<const Graph>(c.graph);
  const Plan plan = c.plan("so.size.best");
  const std::vector<SpaceBox> boxes{{0, 8, 0, 3}};
  const std::vector<RunEvent> events = simulate(c.graph, 1)->events;
  const auto kind_of = [](const auto& result) -> std::string {
    return result ? "done" : result.error().kind == Error::Kind::cancelled ? "cancelled" : "another";
  };
  const Task task = cancelled_task();
  CHECK_EQ(kind_of(Conflicts::compute(c.graph, task)), "cancelled");
  CHECK_EQ(kind_of(heaviest_clique(c.problem, task)), "cancelled");
  CHECK_EQ(kind_of(Blamer(c.graph, c.conflicts, plan).blame(TensorId(0), task)), "cancelled");
  CHECK_EQ(kind_of(space_change(boxes, boxes, task)), "cancelled");
  CHECK_EQ(kind_of(redundant_syncs(c.graph, task)), "cancelled");
  CHECK_EQ(kind_of(Recording::make(*find_layout_strategy("so.size.best"), graph,
                                   std::make_shared<const Conflicts>(c.conflicts), {1}, task)),
           "cancelled");
  CHECK_EQ(kind_of(simulate(c.graph, 1, {}, {}, task)), "cancelled");
  CHECK_EQ(kind_of(RunMemory::compute(c.graph, &plan, events, task)), "cancelled");
  CHECK_EQ(kind_of(find_broken_run(c.graph, plan, {}, task)), "cancelled");
  CHECK_EQ(kind_of(find_broken_run(c.graph, plan, {}, Task::with_time_limit(0))), "another");
  MaxFlow flow;
  flow.add_arc(MaxFlow::kSource, MaxFlow::kSink, 1);
  CHECK(!flow.run(task));
}

/// Two streams whose operators wait for each other in turn: of n² pairs none can get a sync, and each is looked at.
TEST_CASE("looking for syncs") {
  constexpr std::size_t kOperators = 1500;
  std::string lines;
  for (std::size_t k = 0; k < kOperators; ++k) {
    lines += text("op o", k, " @", k % 2, "\nt t", k, " 8 : o", k, " ->\n");
    if (k > 0) lines += text("sync o", k - 1, " o", k, "\n");
  }
  const Graph graph = graph_of(lines);
  const Work work = [&](const Task& task) { return suggest_syncs(graph, {}, task).map([](const auto&) {}); };
  check("suggest_syncs", work, kOperators * kOperators / 1024, false);
}

/// What is left after Ctrl-C is short for every planner, and a bound that takes long is not begun.
TEST_CASE("winding up") {
  const PlanningCase c(random_graph({.seed = 3, .operators = 3000, .streams = 8, .fan = 3, .window = 60, .syncs = 40}));
  Task task = cancelled_task();
  CountingClock clock(1);  // the time that is left is over as soon as a planner asks
  task.clock = clock.hour().clock;
  REQUIRE_EQ(error_of(make_plan(*find_layout_strategy("auto"), c.problem, task.with_grace(0.1))).kind,
             Error::Kind::cancelled);
  const OrderProblem order = order_problem(c.graph);
  std::vector<Bytes> touched(order.count(), order.base);
  for (std::size_t o = 0; o < touched.size(); ++o)
    for (const auto* const tensors : {&order.inputs, &order.outputs})
      for (const auto t : (*tensors)[o]) touched[o] += order.tensors[t].size;
  REQUIRE_EQ(least_bytes(order, task), touched);
  REQUIRE(least_bytes(order) != touched);
}
