// SPDX-License-Identifier: Apache-2.0
// Recomputation and offloading: what every operator then reads, what it saves, and what it costs.
#include "core/formats/readers.h"
#include "core/insight/edit/memory_edits.h"
#include "core/insight/simulate/timing.h"
#include "core/safety/conflicts.h"
#include "tests/support/core_test.h"
#include "tests/support/description.h"
#include "tests/support/durations.h"

namespace {

/// The name of what a tensor's value is: that of the tensor of which it is a copy.
std::string value_of(const Graph& graph, TensorId t, std::size_t original_tensors, TensorId torn,
                     const std::vector<TensorId>& siblings) {
  if (t.index() < original_tensors) return std::string(graph.name(t));
  // Copies follow each other as the outputs of the producer do.
  const std::size_t k = t.index() - original_tensors;
  return std::string(graph.name(siblings.empty() ? torn : siblings[k]));
}

/// Empty, or what is wrong: an operator of the graph before reads other values than before, does not run on its stream,
/// or before what it waited for; or a file does not hold the graph.
std::string fault_of(const Graph& before, const EditedGraph& edited, TensorId torn,
                     const std::vector<TensorId>& siblings) {
  const Graph& graph = edited.graph;
  if (std::string lost = lost_wait(before, graph); !lost.empty()) return lost;
  const auto now = [&](OperatorId o) { return edited.operators.empty() ? o : edited.operators[o.index()]; };
  for (OperatorId o : before.operators()) {
    if (graph.name(now(o)) != before.name(o)) return "names";
    if (graph.stream(now(o)) != before.stream(o)) return "stream of " + std::string(before.name(o));
    std::multiset<std::string> was, is;
    for (TensorId t : before.inputs(o)) was.emplace(before.name(t));
    for (TensorId t : graph.inputs(now(o))) is.insert(value_of(graph, t, before.tensor_count(), torn, siblings));
    if (was != is) return "inputs of " + std::string(before.name(o));
  }
  for (const auto& [from, to] : before.control()) {
    const auto waiting = graph.control_successors(now(from));
    if (std::ranges::find(waiting, now(to)) == waiting.end()) return "a sync is gone";
  }
  // A graph file holds all of it: names are unique, and no arc leads back, or it would be read in another order.
  const auto read = read_document(write_graph_json(graph), "graph.stowage.json");
  if (!read) return read.error().text();
  return difference(graph, *read->graph);
}

/// make makes 100 bytes for early and late; between them, b1 and b2 need 100 bytes each, one after the other.
Graph waiting_tensor(const std::string& streams = "") {
  return graph_of(streams + R"(
op make early one two three late
t in 10 : - -> make; t t 100 : make -> early late; t e 1 : early -> one; t b1 100 : one -> two
t b2 100 : two -> three; t c 1 : three -> late
)");
}

Bytes least(const Graph& graph) {
  return all_bounds(graph, {1}).value().best();
}

}  // namespace

TEST_CASE("gaps between uses") {
  const Graph graph = waiting_tensor();
  const TensorId t = graph.find_tensor("t"), in = graph.find_tensor("in");
  const OperatorId make = graph.find_operator("make"), early = graph.find_operator("early"),
                   late = graph.find_operator("late");
  REQUIRE_EQ(longest_gap(graph, t).last_early, early);
  REQUIRE_EQ(longest_gap(graph, t).first_late, late);
  REQUIRE_EQ(longest_gap(graph, t).steps(), 4);
  REQUIRE_EQ(gap_before(graph, t, early).last_early, make);
  REQUIRE_FALSE(gap_before(graph, t, make).first_late.valid());
  REQUIRE_FALSE(longest_gap(graph, in).first_late.valid());
}

/// While `two` runs, t need not be there: 100 bytes less, for in (10) that must stay.
TEST_CASE("recomputation frees a tensor between its uses") {
  const Graph graph = with_hashed_durations(waiting_tensor(), 1, 1'000, 5);
  REQUIRE_EQ(least(graph).count, 300);
  const TensorId t = graph.find_tensor("t");
  const EditedGraph edited = recompute(graph, t, graph.find_operator("late")).value();
  REQUIRE_EQ(fault_of(graph, edited, t, {t}), "");
  REQUIRE_EQ(least(edited.graph).count, 210);
  const OperatorId again = edited.graph.find_operator("make again");
  REQUIRE_EQ(edited.graph.name(OperatorId(again.index() + 1)), "late");
  REQUIRE_EQ(edited.graph.duration(again).nanoseconds, graph.duration(graph.find_operator("make")).nanoseconds);
  REQUIRE_EQ(edited.graph.duration(again).from, Duration::From::estimated);
  // On one stream, the time grows by the copy.
  REQUIRE_EQ(timing_of(edited.graph).makespan,
             timing_of(graph).makespan + graph.duration(graph.find_operator("make")).nanoseconds);
}

/// 100 bytes at 1 byte a nanosecond take 100 ns. Operators of 100 ns: t is on the host when `one` ends, and has to come
/// back while `three` runs.
TEST_CASE("offloading frees a tensor between its uses, and takes no time where there is enough") {
  const Graph graph = with_durations(waiting_tensor(), {100, 100, 100, 100, 100, 100});
  const HostLink link{1e9};
  REQUIRE_EQ(transfer_time({100}, link), 100);
  REQUIRE_EQ(transfer_time({1}, {3e9}), 1);  // rounded up
  const TensorId t = graph.find_tensor("t");
  const EditedGraph edited = offload(graph, t, graph.find_operator("late"), link).value();
  REQUIRE_EQ(fault_of(graph, edited, t, {}), "");
  REQUIRE_EQ(timing_of(edited.graph).makespan, timing_of(graph).makespan);
  REQUIRE_EQ(edited.graph.stream_count(), 3);
  REQUIRE_EQ(edited.graph.info(StreamId(1)).name, "to host");
  // b2 may have the bytes of t, and b1 may not: t is on its way while `one` makes it.
  const Conflicts conflicts = Conflicts::compute(edited.graph).value();
  const TensorId b1 = graph.find_tensor("b1"), b2 = graph.find_tensor("b2");
  const TensorId back = edited.graph.find_tensor("t back");
  REQUIRE(conflicts.unsafe(t, b1));
  REQUIRE(conflicts.before(t, b2));
  REQUIRE(conflicts.before(b1, back));
  REQUIRE(conflicts.unsafe(b2, back));
  REQUIRE_EQ(least(edited.graph).count, 201);
}

/// A slow link: what has to wait waits as long as the two transfers take, and no longer.
TEST_CASE("a slow link costs time") {
  const Graph graph = with_durations(waiting_tensor(), {100, 100, 100, 100, 100, 100});
  const EditedGraph edited = offload(graph, graph.find_tensor("t"), graph.find_operator("late"), {0.25e9}).value();
  // To the host from 200 (or from 100, when t is made) for 400 ns, then `three`, then 400 ns back.
  const std::int64_t makespan = timing_of(edited.graph).makespan;
  REQUIRE(makespan > 600);
  REQUIRE(makespan <= 600 + 2 * 400);
  REQUIRE(least(edited.graph) < least(graph));
}

/// At 1 byte a nanosecond x leaves from 100 to 400, and is back from 500 to 800, when i begins; y leaves from 400 to
/// 500, so that f waits for it, and is back from 900 to 1,000, when k begins. If d waited instead, it would wait for x.
TEST_CASE("a transfer begins after those that are there") {
  const Graph graph = with_durations(graph_of("op a b c d e f g h i j k; t x 300 : a -> i; t y 100 : b -> k"),
                                     {100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100});
  const auto away = [](const Graph& g, const char* t, const char* use) {
    return offload(g, g.find_tensor(t), g.find_operator(use), {1e9}).value().graph;
  };
  const Graph both = away(away(graph, "x", "i"), "y", "k");
  const Timing timing = timing_of(both);
  REQUIRE_EQ(timing.makespan, 1'100);
  const auto start = [&](const char* name) { return timing.starts[both.find_operator(name).index()]; };
  REQUIRE_EQ(start("x from host"), 500);
  REQUIRE_EQ(start("y to host"), 400);
  REQUIRE_EQ(start("y from host"), 900);
}

/// The copy reads what the end of x has brought, too: x (50), "make again" (10), late (100). Alone it could begin at 0.
TEST_CASE("what is recomputed waits for the syncs of the first time") {
  const Graph graph = with_durations(graph_of(R"(
op x @1 make early next @0 late @2
t in 1 : - -> make; t t 1000 : make -> early late; t e 1 : early -> next
sync x make)"),
                                     {50, 10, 10, 10, 100});
  const EditedGraph edited = recompute(graph, graph.find_tensor("t"), graph.find_operator("late")).value();
  REQUIRE_EQ(lost_wait(graph, edited.graph), "");
  REQUIRE_EQ(timing_of(edited.graph).makespan, 160);
}

/// On random graphs: every tensor, before each of its uses.
TEST_CASE("random graphs keep their meaning") {
  std::size_t recomputed = 0, offloaded = 0;
  for (std::uint64_t seed = 1; seed <= rounds(60); ++seed) {
    const Graph plain = varied_graph(seed, 6 + seed % 20, 1 + seed % 4, seed % 3);
    const Graph graph = seed % 4 == 0 ? plain : with_hashed_durations(plain, seed, 1'000, 5);
    for (TensorId t : graph.tensors())
      for (OperatorId use : graph.consumers(t)) {
        INFO("seed ", seed, " tensor ", std::string(graph.name(t)), " before ", std::string(graph.name(use)));
        const auto again = recompute(graph, t, use);
        REQUIRE_EQ(again.has_value(), why_not_recomputed(graph, t, use).empty());
        if (again) {
          ++recomputed;
          const auto made = graph.outputs(graph.producer(t));
          REQUIRE_EQ(fault_of(graph, *again, t, {made.begin(), made.end()}), "");
          const std::int64_t grown = timing_of(again->graph).makespan - timing_of(graph).makespan;
          // It may even run sooner: what was made on another stream is not waited for any more.
          if (graph.stream_count() == 1) REQUIRE(grown == graph.duration(graph.producer(t)).nanoseconds);
          // Later uses on other streams wait for the copy, too, and so for the stream that it runs on.
          if (use == graph.consumers(t).back()) REQUIRE(grown <= graph.duration(graph.producer(t)).nanoseconds);
        }
        const HostLink link{static_cast<double>(1 + seed % 7) * 1e8};
        const auto away = offload(graph, t, use, link);
        REQUIRE_EQ(away.has_value(), why_not_offloaded(graph, t, use).empty());
        if (away) {
          ++offloaded;
          REQUIRE_EQ(fault_of(graph, *away, t, {}), "");
          const std::int64_t grown = timing_of(away->graph).makespan - timing_of(graph).makespan;
          REQUIRE(grown >= 0);
          // At worst the graph waits for both transfers, and other late uses for what the first one waits for.
          if (graph.stream_count() == 1) REQUIRE(grown <= 2 * transfer_time(graph.size(t), link));
          const Conflicts conflicts = Conflicts::compute(away->graph).value();
          const TensorId back(graph.tensor_count());
          if (graph.stream_count() == 1) REQUIRE(conflicts.before(t, back));
        }
      }
  }
  REQUIRE(recomputed >= rounds(60));
  REQUIRE(offloaded >= rounds(60));
}

/// A second copy has a name of its own; a second stay on the host is on the same two streams.
TEST_CASE("again and again") {
  const Graph graph = graph_of("op a b c d e; t x 8 : a -> c e; t y 8 : b -> d; t z 8 : b -> e");
  const auto then = [](const Graph& g, Result<EditedGraph> (*edit)(const Graph&, TensorId, OperatorId), const char* t,
                       const char* use) { return edit(g, g.find_tensor(t), g.find_operator(use)).value().graph; };
  const Graph twice = then(then(graph, recompute, "x", "c"), recompute, "x again", "e");
  REQUIRE(twice.find_operator("a again").valid());
  REQUIRE(twice.find_operator("a again again").valid());
  const Graph others = then(then(graph, recompute, "y", "d"), recompute, "z", "e");
  REQUIRE(others.find_operator("b again").valid());
  REQUIRE(others.find_operator("b again 2").valid());
  const auto away = [](const Graph& g, TensorId t, OperatorId use) { return offload(g, t, use); };
  const Graph both = then(then(graph, away, "x", "c"), away, "z", "e");
  REQUIRE_EQ(both.stream_count(), 3);
  REQUIRE_EQ(both.operators_of(StreamId(1)).size(), 2);
}

TEST_CASE("what cannot go") {
  const Graph graph = graph_of(R"(
op a b c d
t in 8 : - -> a d; t x 8 : a -> b d; t out 8 : b -> d !; t y 8 : c -> d; t w 8 : b -> b)");
  const auto refused = [&](const char* tensor, const char* use) {
    const TensorId t = graph.find_tensor(tensor);
    const OperatorId o = graph.find_operator(use);
    const auto again = recompute(graph, t, o), away = offload(graph, t, o);
    REQUIRE_FALSE(again.has_value());
    REQUIRE_EQ(again.error().kind, Error::Kind::bad_input);
    REQUIRE_FALSE(away.has_value());
  };
  refused("in", "d");   // present from the start
  refused("out", "d");  // an output
  refused("y", "d");    // nothing in between
  refused("x", "b");    // the same
  refused("x", "c");    // no use of it
  refused("w", "b");    // a workspace
  REQUIRE(recompute(graph, graph.find_tensor("x"), graph.find_operator("d")).has_value());
}
