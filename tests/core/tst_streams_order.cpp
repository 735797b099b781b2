// SPDX-License-Identifier: Apache-2.0
#include "core/check/validator.h"
#include "core/graph/lifetimes.h"
#include "core/order/exact_order.h"
#include "core/order/interleaved_peak.h"
#include "core/order/order.h"
#include "core/planning/graph_plans.h"
#include "tests/support/core_test.h"
#include "tests/support/files.h"
#include "tests/support/orders.h"
#include "tests/support/zoo.h"

using Sequence = std::vector<OperatorId>;

namespace {

Graph small_graph(std::uint64_t seed, std::size_t operators = 7) {
  return random_graph({.seed = seed,
                       .operators = operators,
                       .streams = 2 + seed % 3,
                       .fan = 1 + seed % 2,
                       .window = 5,
                       .syncs = seed % 4,
                       .plain = seed % 2 == 0});
}

/// Names of the operators of each stream, as they run there.
std::vector<std::vector<std::string>> local_orders(const Graph& graph, const Sequence& sequence) {
  std::vector<std::vector<std::string>> out(graph.stream_count());
  for (OperatorId o : sequence) out[graph.stream(o).index()].emplace_back(graph.name(o));
  return out;
}

/// The least interleaved peak of any order, by all of them.
Bytes least_interleaved_peak(const Graph& graph) {
  std::set<std::vector<std::vector<std::string>>> known;
  Bytes least{std::numeric_limits<std::int64_t>::max()};
  for_each_order(graph, false, [&](const Sequence& order) {
    if (known.insert(local_orders(graph, order)).second)
      least = std::min(least, interleaved_peak(with_order(graph, order)).value());
  });
  return least;
}

Bytes peak_in(const Graph& graph, const Sequence& sequence) {
  return interleaved_peak(with_order(graph, sequence)).value();
}

}  // namespace

TEST_CASE("which graphs have several streams") {
  REQUIRE(!has_several_streams(graph_of("op a b @0")));
  REQUIRE(!has_several_streams(graph_of("streams: 0 1\nop a b @1")));
  REQUIRE(has_several_streams(graph_of("op a @0 b @1")));
  REQUIRE(!has_several_streams(graph_of("")));
}

/// Every order has the peak of the heaviest set of tensors that brute force finds in it.
TEST_CASE("the interleaved peak by brute force") {
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = small_graph(seed, 4 + seed % 5);
    if (graph.tensor_count() > 15) continue;
    ++checked;
    const Graph ordered = with_order(graph, some_order(graph, seed));
    REQUIRE_EQ(interleaved_peak(ordered).value().count, heaviest_set(ordered, unsafe_pairs_by_definition(ordered)));
  }
  REQUIRE(checked > 150);
}

/// No run has a larger peak; with one stream there is one run.
TEST_CASE("the interleaved peak is above that of every run") {
  int above = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Graph graph = small_graph(seed, 7);
    const Bytes peak = interleaved_peak(graph).value();
    Bytes most;
    for_each_order(graph, true, [&](const Sequence& run) { most = std::max(most, theoretical_peak(graph, run)); });
    REQUIRE(most <= peak);
    above += theoretical_peak(graph, given_order(graph)) < peak ? 1 : 0;
    const Graph one = random_graph({.seed = seed, .operators = 9, .streams = 1});
    REQUIRE_EQ(interleaved_peak(one).value(), theoretical_peak(one, given_order(one)));
  }
  REQUIRE(above > 50);
}

/// Exhaustive: no order is below the bound of the layers, and the bound is often met.
TEST_CASE("no order has a smaller interleaved peak") {
  int checked = 0, met = 0, found = 0, above_any_run = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = small_graph(seed, 4 + seed % 4);
    if (!has_several_streams(graph)) continue;
    ++checked;
    const Bytes least = least_interleaved_peak(graph);
    const OrderProblem problem = order_problem(graph);
    const LayeredOrder layered = order_by_layers(graph, problem);
    REQUIRE(is_order(graph, layered.sequence));
    REQUIRE(layered.lower_bound <= least);
    met += layered.lower_bound == least ? 1 : 0;
    above_any_run += layered.lower_bound > exact_order(problem).peak ? 1 : 0;
    const StreamsOrder chosen = suit_streams(graph, some_order(graph, seed)).value();
    REQUIRE(chosen.lower_bound <= least);
    REQUIRE(chosen.interleaved >= least);
    found += chosen.interleaved == least ? 1 : 0;
  }
  REQUIRE(checked > 200);
  REQUIRE(10 * met > 6 * checked);
  REQUIRE(10 * found > 9 * checked);
  REQUIRE(above_any_run > 10);
}

/// What waits for nothing behind it can be put off until all before it is done.
TEST_CASE("layers of streams") {
  // All of x and y, made in stream 0, is there when stream 1 begins, which stream 0 never waits for.
  const Graph graph = graph_of(
      "op a b @0 c d @1\n"
      "t x 16 : a -> c\nt y 32 : b -> d\nt s 8 : c -> c\nt w 4 : d -> d");
  const OrderProblem problem = order_problem(graph);
  REQUIRE_EQ(exact_order(problem).peak, Bytes{36});  // one at a time: y and w
  const LayeredOrder layered = order_by_layers(graph, problem);
  REQUIRE_EQ(layered.lower_bound, Bytes{52});  // x, y and w: d before c
  REQUIRE_EQ(peak_in(graph, layered.sequence), Bytes{52});
  // With a sync back they are one layer.
  const Graph circle = graph_of(
      "op a @0 c @1 b @0 d @1\nsync c b\n"
      "t x 16 : a -> c\nt y 32 : b -> d\nt s 8 : c -> c\nt w 4 : d -> d");
  REQUIRE_EQ(order_by_layers(circle, order_problem(circle)).lower_bound, Bytes{36});
}

/// Never worse than either; what it says of itself is so.
TEST_CASE("an order for several streams") {
  using Source = StreamsOrder::Source;
  std::array<int, 5> sources{};
  int below_both = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Graph graph = small_graph(seed, 8 + seed % 20);
    if (!has_several_streams(graph)) continue;
    const Sequence found = some_order(graph, seed);
    const StreamsOrder chosen = suit_streams(graph, found).value();
    REQUIRE(is_order(graph, chosen.sequence));
    REQUIRE_EQ(chosen.interleaved, peak_in(graph, chosen.sequence));
    REQUIRE_EQ(chosen.given_interleaved, interleaved_peak(graph).value());
    REQUIRE(chosen.interleaved <= chosen.given_interleaved);
    REQUIRE(chosen.interleaved <= peak_in(graph, found));
    REQUIRE(chosen.interleaved <= peak_in(graph, greedy_order(graph)));
    ++sources[static_cast<std::size_t>(chosen.source)];
    below_both += chosen.interleaved < std::min(chosen.given_interleaved, peak_in(graph, found)) ? 1 : 0;
    if (chosen.source == Source::given) REQUIRE_EQ(chosen.sequence, given_order(graph));
    if (chosen.source == Source::found) REQUIRE_EQ(chosen.sequence, found);
    // Streams keep their operators, which run there as the sequence has them.
    const Graph ordered = with_order(graph, chosen.sequence);
    REQUIRE_EQ(local_orders(ordered, given_order(ordered)), local_orders(graph, chosen.sequence));
    REQUIRE_EQ(suit_streams(graph, found)->sequence, chosen.sequence);  // deterministic
  }
  for (const Source source : {Source::given, Source::found, Source::mixed})
    REQUIRE(sources[static_cast<std::size_t>(source)] > 5);
  REQUIRE(below_both > 20);
}

/// Then it is the best of the orders to begin with.
TEST_CASE("nothing below the floor is looked for") {
  int further = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Graph graph = small_graph(seed, 20);
    const Sequence found = some_order(graph, seed);
    const Bytes best =
        std::min({interleaved_peak(graph).value(), peak_in(graph, found), peak_in(graph, greedy_order(graph))});
    REQUIRE_EQ(suit_streams(graph, found, best)->interleaved, best);
    further += suit_streams(graph, found)->interleaved < best ? 1 : 0;
  }
  REQUIRE(further > 10);
}

/// Whoever stops it gets the better of the two that are to be compared.
TEST_CASE("stopped") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Graph graph = small_graph(seed, 20);
    const Sequence found = some_order(graph, seed);
    const auto chosen = must(suit_streams(graph, found, {}, cancelled_task()));
    REQUIRE_EQ(chosen.interleaved, std::min(peak_in(graph, found), interleaved_peak(graph).value()));
  }
}

TEST_CASE("strategies") {
  for (const OrderStrategy& strategy : order_strategies()) {
    CAPTURE(strategy.id);
    const bool asks = strategy.id.starts_with("olla");
    if (asks && find_program("cbc").empty()) continue;
    for (std::uint64_t seed = 1; seed <= (asks ? 10U : 60U); ++seed) {
      const Graph graph = small_graph(seed, 6 + seed % (asks ? 2 : 12));
      const auto ordered = must(make_order(strategy, graph, {}, Task::with_time_limit(60)));
      REQUIRE(is_order(graph, ordered.sequence));
      REQUIRE(ordered.lower_bound <= ordered.peak);
      const bool compared = strategy.id != "given" && has_several_streams(graph);
      REQUIRE_EQ(ordered.interleaved.has_value(), compared);
      if (!compared) continue;
      REQUIRE_EQ(ordered.interleaved->chosen, interleaved_peak(ordered.graph).value());
      REQUIRE_EQ(ordered.interleaved->given, interleaved_peak(graph).value());
      if (strategy.suits_streams)
        REQUIRE(ordered.interleaved->chosen <= ordered.interleaved->given);
      else if (!asks)  // a solver may find another order of the same peak
        REQUIRE_EQ(ordered.sequence, strategy.run(graph, {}, {})->sequence);
      // What is proved is proved of operators that run one at a time.
      const std::string proved = describe({.sequence = {}, .peak = {}, .lower_bound = {}});
      REQUIRE(!ordered.remark.starts_with(proved));
    }
  }
}

/// Plans have the order that was asked for, though plans in the given order may be smaller; our own orders give way.
TEST_CASE("plans in the order of a paper") {
  std::size_t larger = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = small_graph(seed, 12);
    if (!has_several_streams(graph)) continue;
    const auto planned = must(make_plans(graph, {.order = find_order_strategy("lescea")}));
    const Sequence greedy = greedy_order(graph);
    REQUIRE(!planned.order->footprints);
    REQUIRE_EQ(planned.order->ordered.sequence, greedy);
    REQUIRE_EQ(planned.best().order, greedy == given_order(graph) ? "given" : "lescea");
    if (must(make_plans(graph)).best().footprint < planned.best().footprint) ++larger;
    const auto ours = must(make_plans(graph, {.order = find_order_strategy("best")}));
    REQUIRE(ours.best().footprint <= must(make_plans(graph)).best().footprint);
  }
  REQUIRE(larger > 0);
}

/// LESCEA needs less than the given order one at a time, and more side by side.
TEST_CASE("a training step on many streams") {
  const Graph graph = zoo_graph("resnet50", {.stream_cap = 50});
  const Bytes given = interleaved_peak(graph).value();
  const OrderedGraph greedy = make_order(*find_order_strategy("lescea"), graph).value();
  REQUIRE(greedy.peak < theoretical_peak(graph, given_order(graph)));
  REQUIRE(greedy.interleaved->chosen > given);
  const OrderedGraph ordered = make_order(*find_order_strategy("exact"), graph).value();
  REQUIRE(static_cast<double>(ordered.interleaved->chosen.count) < 0.85 * static_cast<double>(given.count));
  REQUIRE_MESSAGE(ordered.remark.starts_with("mixed"), ordered.remark);
}

TEST_CASE("what is no order is named") {
  const Graph graph = graph_of("op a b @0 c @1\nt x 1 : a -> b\nsync a c");
  const auto fault = [&](const std::vector<std::string>& names) { return fault_text(running_order(graph, names)); };
  REQUIRE_EQ(fault({"a", "c", "b"}), "");
  REQUIRE_EQ(fault({"b", "a", "c"}), says(R"(/sequence/0: "b" "a" "x")"));
  REQUIRE_EQ(fault({"c", "a", "b"}), says(R"(/sequence/0: "c" "a")"));
  REQUIRE_EQ(split(fault({"b", "c", "a"}), "\n").front(), says(R"(/sequence/0: "b" "a")"));
}
