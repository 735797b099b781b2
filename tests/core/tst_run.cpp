// SPDX-License-Identifier: Apache-2.0
#include "core/insight/simulate/run.h"
#include "tests/support/core_test.h"
#include "tests/support/runs.h"
#include "tests/support/training_graph.h"

namespace {

using Arcs = OperatorPairs;

/// Who must have finished before whom starts, but for one sync.
Arcs arcs_of(const Graph& graph, std::optional<Sync> without = {}) {
  Arcs out = arcs_by_definition(graph);
  if (without) std::erase(out, std::pair(without->before.index(), without->after.index()));
  return out;
}

/// Every execution, event by event: `each` is called with each whole one.
class Enumeration {
 public:
  Enumeration(const Graph& graph, Arcs arcs) : graph_(graph), arcs_(std::move(arcs)), phase_(graph.operator_count()) {}
  void for_each(const std::function<void(const std::vector<RunEvent>&)>& each) {
    bool ended = true;
    for (OperatorId o : graph_.operators()) {
      if (phase_[o.index()] == 2 || (phase_[o.index()] == 0 && !is_ready(o))) continue;
      ended = false;
      events_.push_back({phase_[o.index()] == 0 ? RunEvent::Kind::start : RunEvent::Kind::finish, o});
      ++phase_[o.index()];
      for_each(each);
      --phase_[o.index()];
      events_.pop_back();
    }
    if (ended) each(events_);
  }

 private:
  [[nodiscard]] bool is_ready(OperatorId o) const {
    return std::ranges::all_of(arcs_,
                               [&](const auto& arc) { return arc.second != o.index() || phase_[arc.first] == 2; });
  }
  const Graph& graph_;
  Arcs arcs_;
  std::vector<int> phase_;  // not started, running, finished
  std::vector<RunEvent> events_;
};

bool share_bytes(const Graph& graph, const Plan& plan, TensorId a, TensorId b) {
  const Offset x = plan.offsets[a.index()], y = plan.offsets[b.index()];
  return graph.size(a) > Bytes{0} && graph.size(b) > Bytes{0} && x < y + graph.size(b) && y < x + graph.size(a);
}

/// The moment of the first overwrite, by looking at all pairs at every moment; none where there is none.
std::optional<std::size_t> overwrite_by_definition(const Graph& graph, const Plan& plan,
                                                   const std::vector<RunEvent>& events) {
  for (std::size_t moment = 0; moment <= events.size(); ++moment) {
    std::vector<TensorId> alive;
    for (TensorId t : graph.tensors())
      if (state_by_definition(graph, t, std::span(events).first(moment)) == RunMemory::State::alive) alive.push_back(t);
    for (TensorId a : alive)
      for (TensorId b : alive)
        if (a < b && share_bytes(graph, plan, a, b)) return moment;
  }
  return std::nullopt;
}

std::vector<RunEvent> events_of(const Graph& graph, std::uint64_t seed, std::optional<Sync> without = {}) {
  auto run = simulate(graph, seed, without);
  if (!run) throw std::runtime_error("no run");
  return run->events;
}

std::string text(const Graph& graph, const std::vector<RunEvent>& events) {
  std::string out;
  for (const RunEvent& event : events)
    out += (event.kind == RunEvent::Kind::start ? "+" : "-") + std::string(graph.name(event.op));
  return out;
}

/// z may take the bytes of x, since c waits for b.
/// ```
/// stream 0   a ──x──▶ b
/// stream 1            └─sync─▶ c ──z──▶ d
/// ```
const char* const kOneSync = R"(
  op a b @0 c d @1
  t x 8 : a -> b; t y 4 : b ->; t z 8 : c -> d
  sync b c)";

}  // namespace

TEST_CASE("runs keep what happens before") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 40, .streams = 1 + seed % 6, .syncs = 6});
    const auto syncs = syncs_of(graph);
    const auto without = seed % 3 == 0 && !syncs.empty() ? std::optional(syncs[seed % syncs.size()]) : std::nullopt;
    const auto run = must(simulate(graph, seed, without));
    REQUIRE_EQ(run.events.size(), 2 * graph.operator_count());
    REQUIRE_EQ(run.times.size(), run.events.size());
    REQUIRE(std::ranges::is_sorted(run.times));
    std::map<OperatorId, std::size_t> started, finished;
    for (std::size_t k = 0; k < run.events.size(); ++k) {
      auto& when = run.events[k].kind == RunEvent::Kind::start ? started : finished;
      REQUIRE(when.emplace(run.events[k].op, k).second);
    }
    for (OperatorId o : graph.operators()) REQUIRE(started.at(o) < finished.at(o));
    for (const auto& [before, after] : arcs_of(graph, without))
      REQUIRE(finished.at(OperatorId(before)) < started.at(OperatorId(after)));
  }
}

TEST_CASE("the same seed is the same run") {
  const Graph graph = make_training_graph({.layers = 4, .streams = 6});
  const auto a = simulate(graph, 7), b = simulate(graph, 7), c = simulate(graph, 8);
  REQUIRE((a->events == b->events && a->times == b->times));
  REQUIRE(a->events != c->events);
}

TEST_CASE("a wait that others imply changes no run") {
  const Graph graph = graph_of("op a @0 b @1 c d @2; t x 1 : a -> b; t y 1 : b -> c; sync a c; sync a d");
  for (std::uint64_t seed = 1; seed < 40; seed += 2)
    for (const char* after : {"c", "d"}) {
      const auto with = simulate(graph, seed);
      const auto without = simulate(graph, seed, Sync{graph.find_operator("a"), graph.find_operator(after)});
      REQUIRE((with->events == without->events && with->times == without->times));
    }
}

TEST_CASE("every interleaving is met") {
  for (const char* lines : {"t x 1 : a ->", "t x 1 : a -> d", "sync a d\nsync c b"}) {
    const Graph graph = graph_of(std::string("op a @0 c @1 b @0 d @1\n") + lines);
    std::set<std::string> possible, met;
    Enumeration(graph, arcs_of(graph)).for_each([&](const auto& events) { possible.insert(text(graph, events)); });
    for (std::uint64_t seed = 1; seed <= 20'000; ++seed) met.insert(text(graph, events_of(graph, seed)));
    REQUIRE_EQ(met.size(), possible.size());
    REQUIRE(met == possible);
  }
}

TEST_CASE("syncs are arcs between streams") {
  const Graph graph = graph_of(R"(
      op a b @0 c d @1
      t x 1 : a -> b c d; t y 1 : b -> c; t in 1 : - -> c
      sync a c; sync a b; sync b d)");
  const OperatorId a(0), b(1), c(2), d(3);
  REQUIRE((syncs_of(graph) == std::vector<Sync>{{a, c}, {a, d}, {b, c}, {b, d}}));
  REQUIRE((carries_data(graph, {a, c}) && carries_data(graph, {a, d}) && carries_data(graph, {b, c})));
  REQUIRE(!carries_data(graph, {b, d}));
}

TEST_CASE("memory is what the definition says") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 16, .streams = 3});
    const Plan plan = PlanningCase(graph, 4).plan(live_strategies()[seed % live_strategies().size()]);
    const auto syncs = syncs_of(graph);
    const auto without = seed % 2 == 0 && !syncs.empty() ? std::optional(syncs.front()) : std::nullopt;
    const auto events = events_of(graph, seed, without);
    const auto memory = must(RunMemory::compute(graph, &plan, events));
    REQUIRE_EQ(memory.moment_count(), events.size() + 1);
    Bytes peak;
    for (std::size_t k = 0; k <= events.size(); ++k) {
      Bytes alive;
      for (TensorId t : graph.tensors()) {
        const auto state = state_by_definition(graph, t, std::span(events).first(k));
        REQUIRE_EQ(static_cast<int>(memory.state(t, k)), static_cast<int>(state));
        if (state != RunMemory::State::alive) continue;
        alive += Bytes{round_up(graph.size(t).count, 4)};
      }
      REQUIRE_EQ(memory.bytes()[k].count, alive.count);
      REQUIRE((k >= memory.peak_moment() || alive < memory.peak()));
      peak = std::max(peak, alive);
    }
    REQUIRE_EQ(memory.peak().count, peak.count);
    REQUIRE_EQ(memory.bytes()[memory.peak_moment()].count, peak.count);
    const auto first = overwrite_by_definition(graph, plan, events);
    REQUIRE_EQ(memory.overwrite().has_value(), first.has_value());
    if (!first) continue;
    REQUIRE_EQ(memory.overwrite_moment(), *first);
    const Overwrite found = *memory.overwrite();
    REQUIRE(share_bytes(graph, plan, found.overwritten, found.overwriting));
    REQUIRE_EQ(found.culprit, graph.producer(found.overwriting));
    REQUIRE((events[*first - 1] == RunEvent{RunEvent::Kind::start, found.culprit}));
  }
}

TEST_CASE("moments of operators") {
  const Graph graph = graph_of(kOneSync);
  const OperatorId a(0), b(1);
  const std::vector<RunEvent> events{
      {RunEvent::Kind::start, a}, {RunEvent::Kind::finish, a}, {RunEvent::Kind::start, b}};
  const auto memory = RunMemory::compute(graph, nullptr, events);
  REQUIRE_EQ(memory->starts()[0], 1U);
  REQUIRE_EQ(memory->finishes()[0], 2U);
  REQUIRE_EQ(memory->starts()[1], 3U);
  REQUIRE_EQ(memory->finishes()[1], RunMemory::kNever);
  REQUIRE_EQ(memory->starts()[2], RunMemory::kNever);
  REQUIRE(!memory->overwrite());
}

/// What plans promise, checked by running them.
TEST_CASE("no run breaks a valid plan") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Graph graph =
        random_graph({.seed = seed, .operators = 30, .streams = 1 + seed % 4, .groups = seed % 3, .syncs = 5});
    for (const LayoutStrategy& strategy : live_strategies()) {
      const Plan plan = PlanningCase(graph, seed % 2 == 0 ? 1 : 8).plan(strategy);
      for (std::uint64_t run = 1; run <= 20; ++run) {
        const auto memory = RunMemory::compute(graph, &plan, events_of(graph, run));
        REQUIRE_MESSAGE(!memory->overwrite(), std::string(strategy.id));
        REQUIRE(memory->peak() <= plan.footprint);
      }
    }
  }
}

TEST_CASE("a missing wait is found out") {
  const Graph graph = graph_of(kOneSync);
  const Plan plan = plan_at(graph, {0, 8, 0});
  const auto search = find_broken_run(graph, plan, {});
  REQUIRE((search && search->found));
  const BrokenRun& found = *search->found;
  REQUIRE_EQ(found.overwrite.culprit, graph.producer(found.overwrite.overwriting));
  const std::set<TensorId> both{found.overwrite.overwritten, found.overwrite.overwriting};
  REQUIRE((both == std::set{graph.find_tensor("x"), graph.find_tensor("z")}));
  // The run can be played: it comes to the same end.
  const auto memory = RunMemory::compute(graph, &plan, events_of(graph, found.seed, found.sync));
  REQUIRE(memory->overwrite() == found.overwrite);
  REQUIRE_EQ(memory->overwrite_moment(), found.moment);
}

/// Against all executions that there are.
TEST_CASE("broken runs are found where there are any") {
  int breakable = 0, unbreakable = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 6, .streams = 2, .syncs = 2});
    const Plan plan = PlanningCase(graph).plan("so.size.best");
    for (const Sync& sync : syncs_of(graph)) {
      bool can_break = false;
      Enumeration(graph, arcs_of(graph, sync)).for_each([&](const auto& events) {
        can_break = can_break || overwrite_by_definition(graph, plan, events);
      });
      (can_break ? breakable : unbreakable) += 1;
      const auto search = must(find_broken_run(graph, plan, {.sync = sync, .runs = 500}));
      REQUIRE_EQ(search.found.has_value(), can_break);
      REQUIRE_EQ(search.runs == 500, !can_break);
    }
  }
  REQUIRE((breakable >= 5 && unbreakable >= 5));
}

TEST_CASE("a redundant wait is never missed") {
  int redundant = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 24, .streams = 3, .syncs = 12});
    const Plan plan = PlanningCase(graph).plan("mo.size.best");
    for (const Sync& sync : syncs_of(graph)) {
      const Arcs arcs = arcs_of(graph, sync);
      std::vector<bool> after(graph.operator_count());  // what a path leads to from sync.before
      after[sync.before.index()] = true;
      for (const auto& [from, to] : arcs)  // sorted by `from`, and every arc leads to a higher id
        if (after[from]) after[to] = true;
      if (!after[sync.after.index()]) continue;
      ++redundant;
      const auto search = find_broken_run(graph, plan, {.sync = sync, .runs = 40});
      REQUIRE((search && !search->found));
      REQUIRE_EQ(search->runs, std::size_t{40});
    }
  }
  REQUIRE(redundant >= 20);
}

TEST_CASE("any wait tries them all") {
  const Graph graph = graph_of(std::string(kOneSync) + "\nop e @2 f @3\nt p 1 : e -> f\nsync e f");
  const Plan plan = plan_at(graph, {0, 8, 0, 100});
  const auto search = find_broken_run(graph, plan, {.sync = {}, .first_seed = 3, .runs = 50});
  REQUIRE((search && search->found));
  REQUIRE((search->found->sync == Sync{graph.find_operator("b"), graph.find_operator("c")}));
  Plan of_one;
  of_one.offsets = {{0}};
  const auto none = find_broken_run(graph_of("op a @0\nt x 1 : a ->"), of_one, {});
  REQUIRE((none && !none->found));
  REQUIRE_EQ(none->runs, std::size_t{0});
}

/// a makes x, which b needs, and is the last to need p, whose bytes q takes: a wait for data. b → c of above is none.
TEST_CASE("true syncs are left out first") {
  const Graph graph =
      graph_of(std::string("op o p @4 q r @5") + kOneSync + "\nt u 8 : o -> p\nt v 4 : p -> q\nt w 8 : q -> r");
  const Sync data{graph.find_operator("p"), graph.find_operator("q")};
  const Sync sync{graph.find_operator("b"), graph.find_operator("c")};
  REQUIRE((data < sync && carries_data(graph, data) && !carries_data(graph, sync)));
  const Plan plan = plan_at(graph, {0, 8, 0, 100, 108, 100});
  int both = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto breaks = [&](std::optional<Sync> without) {
      return find_broken_run(graph, plan, {.sync = without, .first_seed = seed, .runs = without ? 1u : 2u})->found;
    };
    if (!breaks(data) || !breaks(sync)) continue;
    ++both;
    REQUIRE(breaks({})->sync == sync);
  }
  REQUIRE(both > 0);
}

/// Twenty times two streams with a sync; only that of the last but three can be missed. Five runs look everywhere.
TEST_CASE("fewer runs than waits take some from everywhere") {
  std::string lines;
  Plan plan;
  for (int k = 0; k < 20; ++k) {
    lines += text("op a", k, " b", k, " @", 2 * k, " c", k, " d", k, " @", 2 * k + 1, "; t x", k, " 8 : a", k, " -> b",
                  k, "; t z", k, " 8 : c", k, " -> d", k, "; sync b", k, " c", k, "\n");
    plan.offsets.push_back({16 * k});
    plan.offsets.push_back({16 * k + (k == 16 ? 0 : 8)});
  }
  const Graph graph = graph_of(lines);
  REQUIRE_EQ(syncs_of(graph).size(), std::size_t{20});
  const Sync weak{graph.find_operator("b16"), graph.find_operator("c16")};
  int breaking = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    if (!find_broken_run(graph, plan, {.sync = weak, .first_seed = seed, .runs = 1})->found) continue;
    ++breaking;
    const auto search = find_broken_run(graph, plan, {.sync = {}, .first_seed = seed, .runs = 5});
    REQUIRE((search->found && search->found->sync == weak));
    REQUIRE_EQ(search->runs, std::size_t{5});
  }
  REQUIRE(breaking > 0);
}

TEST_CASE("a sequence gives the local orders") {
  const Graph graph = graph_of("op a b c @0\nt x 1 : a -> c\nt y 1 : b -> c");
  const auto run = simulate(graph, 1, {}, {"b", "a", "c"});
  REQUIRE_EQ(text(graph, run->events), "+b-b+a-a+c-c");
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"a", "b"}, {"a", "a", "b"}, {"c", "a", "b"}, {"a", "b", "c", "d"}}) {
    REQUIRE_EQ(error_of(simulate(graph, 1, {}, wrong)).kind, Error::Kind::bad_input);
  }
}
