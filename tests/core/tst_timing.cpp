// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/edits.h"
#include "core/insight/simulate/timing.h"
#include "tests/support/core_test.h"
#include "tests/support/durations.h"

namespace {

/// All that an operator waits for, by the definition.
std::vector<std::vector<std::size_t>> waits_of(const Graph& graph) {
  std::vector<std::vector<std::size_t>> out(graph.operator_count());
  for (auto [before, after] : arcs_by_definition(graph)) out[after].push_back(before);
  return out;
}

}  // namespace

TEST_CASE("operators start when all they wait for has ended, and no later") {
  for (std::uint64_t seed = 0; seed < rounds(200); ++seed) {
    const Graph graph = with_random_durations(
        random_graph({.seed = seed, .operators = 2 + seed % 40, .streams = 1 + seed % 5, .syncs = seed % 9}), seed, 4);
    const Timing timing = timing_of(graph);
    const auto waits = waits_of(graph);
    std::int64_t latest = 0;
    for (OperatorId o : graph.operators()) {
      std::int64_t start = 0;
      for (std::size_t before : waits[o.index()]) start = std::max(start, timing.ends[before]);
      REQUIRE_EQ(timing.starts[o.index()], start);
      REQUIRE_EQ(timing.ends[o.index()], start + graph.duration(o).nanoseconds);
      OperatorId first;  // of those that end just then
      for (std::size_t before : waits[o.index()])
        if (start > 0 && timing.ends[before] == start) first = std::min(first, OperatorId(before));  // none is larger
      REQUIRE_EQ(timing.held_by[o.index()], first);
      latest = std::max(latest, timing.ends[o.index()]);
    }
    REQUIRE_EQ(timing.makespan, latest);
    const auto path = timing.critical_path();
    REQUIRE_EQ(timing.starts[path.front().index()], 0);
    REQUIRE_EQ(timing.ends[path.back().index()], timing.makespan);
    for (std::size_t k = 1; k < path.size(); ++k) {
      REQUIRE_EQ(timing.ends[path[k - 1].index()], timing.starts[path[k].index()]);
      REQUIRE(std::ranges::find(waits[path[k].index()], path[k - 1].index()) != waits[path[k].index()].end());
    }
    for (StreamId s : graph.streams()) {
      std::int64_t idle = 0, last = 0;
      for (const IdleGap& gap : idle_gaps(graph, timing, s)) {
        REQUIRE(gap.begin < gap.end);
        REQUIRE_EQ(timing.starts[gap.next.index()], gap.end);
        idle += gap.end - gap.begin;
      }
      for (OperatorId o : graph.operators_of(s)) last = timing.ends[o.index()];
      REQUIRE_EQ(timing.busy[s.index()] + idle, last);
    }
  }
}

TEST_CASE("nothing runs in an empty graph, and nothing takes time without durations") {
  CHECK_EQ(timing_of(Graph()).makespan, 0);
  CHECK(timing_of(Graph()).critical_path().empty());
  const Graph graph = random_graph({.operators = 9});
  CHECK_EQ(timing_of(graph).makespan, 0);
  CHECK_EQ(timing_of(graph).critical_path().size(), 1u);
}

TEST_CASE("tensors live from their producer's start to their last use's end") {
  for (std::uint64_t seed = 0; seed < rounds(100); ++seed) {
    const Graph graph =
        with_random_durations(random_graph({.seed = seed, .operators = 15, .streams = 3, .syncs = 2}), seed, 4);
    const Timing timing = timing_of(graph);
    const std::vector<Interval> found = lifetimes(graph, timing);
    for (TensorId t : graph.tensors()) {
      std::int64_t begin = timing.makespan, end = 0;  // of all operators that have to do with it
      for (OperatorId o : graph.operators()) {
        const auto has = [t](std::span<const TensorId> tensors) { return std::ranges::count(tensors, t) > 0; };
        if (!has(graph.inputs(o)) && !has(graph.outputs(o))) continue;
        if (has(graph.outputs(o))) begin = timing.starts[o.index()];
        end = std::max(end, timing.ends[o.index()]);
      }
      if (!graph.producer(t).valid()) begin = 0;
      if (graph.is_output(t)) end = timing.makespan;
      const Interval life = found[t.index()];
      REQUIRE((graph.is_needed(t) ? life == Interval{begin, end} : life.empty()));
    }
  }
}

/// Each operator is made longer by its slack, and by one more.
TEST_CASE("an operator may end later by its slack, and no more") {
  for (std::uint64_t seed = 0; seed < rounds(60); ++seed) {
    const Graph graph = with_random_durations(
        random_graph({.seed = seed, .operators = 2 + seed % 30, .streams = 1 + seed % 4, .syncs = seed % 6}), seed, 4);
    const Timing timing = timing_of(graph);
    const std::vector<std::int64_t> slack = slack_of(graph, timing);
    for (OperatorId o : graph.operators()) {
      const auto makespan_with = [&](std::int64_t more) {
        Graph::Data data = graph.data();
        data.operator_duration[o.index()].nanoseconds += more;
        return timing_of(Graph(std::move(data))).makespan;
      };
      REQUIRE(slack[o.index()] >= 0);
      REQUIRE_EQ(makespan_with(slack[o.index()]), timing.makespan);
      REQUIRE_EQ(makespan_with(slack[o.index()] + 1), timing.makespan + 1);
    }
  }
}
