// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"
#include "core/order/exact_order.h"
#include "core/order/order.h"
#include "core/papers/olla/olla.h"
#include "core/papers/papers.h"
#include "tests/support/core_test.h"
#include "tests/support/fake_program.h"
#include "tests/support/orders.h"
#include "tests/support/phased_graph.h"

using namespace stowage::olla;
using Index = OrderProblem::Index;

namespace {

Graph small_graph(std::uint64_t seed) {
  return varied_graph(seed, 4 + seed % 4, 1 + seed % 2);
}

/// f0 → f1 → f2 → loss → b2 → b1 → b0, activations f0 → b1 and f1 → b2, and an update after each b.
Graph three_layers() {
  PhasedGraph graph;
  graph.ops("f0 f1 f2 loss b2 b1 b0", "");
  graph.ops("u2 u1 u0", "update");
  graph.arcs("f0>f1 f1>f2 f2>loss loss>b2 b2>b1 b1>b0 f0>b1 f1>b2 b2>u2 b1>u1 b0>u0");
  return graph.take();
}

}  // namespace

TEST_CASE("spans are ancestors and descendants") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const OrderProblem problem = order_problem(random_graph({.seed = seed, .operators = 5 + seed % 15}));
    OperatorPairs arcs;
    for (Index o = 0; o < problem.count(); ++o)
      for (const Index next : problem.successors[o]) arcs.emplace_back(next, o);
    const auto before = closure(problem.count(), arcs);
    const ScheduleWindows spans = find_schedule_windows(problem);
    for (Index o = 0; o < problem.count(); ++o) {
      const auto ancestors = std::ranges::count(before[o], true);
      const auto descendants = std::ranges::count_if(before, [&](const auto& row) { return row[o]; });
      REQUIRE_EQ(std::int64_t{spans.operators[o].begin}, std::int64_t{ancestors});
      REQUIRE_EQ(std::int64_t{spans.operators[o].end}, std::int64_t(problem.count()) - descendants);
    }
  }
}

/// In every order: operators run within their spans, tensors are there only while useful.
TEST_CASE("every order keeps to the spans") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 4 + seed % 10});
    const OrderProblem problem = order_problem(graph);
    const ScheduleWindows spans = find_schedule_windows(problem);
    const auto sequence = indices(some_order(graph, seed));
    std::vector<std::uint32_t> steps(sequence.size());
    for (std::uint32_t k = 0; k < sequence.size(); ++k) steps[sequence[k]] = k;
    for (Index o = 0; o < problem.count(); ++o)
      REQUIRE((spans.operators[o].begin <= steps[o] && steps[o] < spans.operators[o].end));
    for (Index t = 0; t < problem.tensors.size(); ++t) {
      const OrderProblem::Tensor& tensor = problem.tensors[t];
      const bool made = tensor.producer != OrderProblem::kNone;
      const std::uint32_t begin = made ? steps[tensor.producer] : 0;
      std::uint32_t end = made ? begin + 1 : 0;
      for (const Index user : problem.users[t]) end = std::max(end, steps[user] + 1);
      if (tensor.kept) end = static_cast<std::uint32_t>(problem.count());
      REQUIRE((spans.useful[t].begin <= begin && end <= spans.useful[t].end));
    }
  }
}

/// The oracle of a net of three layers: an update is anchored only where something comes after the anchor.
TEST_CASE("early updates of three layers") {
  const Graph graph = three_layers();
  const OrderProblem problem = order_problem(graph);
  const auto updates = update_operators(problem, graph);
  const auto number = [&](const char* name) { return static_cast<Index>(graph.find_operator(name).index()); };
  REQUIRE_EQ(updates, (std::vector{number("u2"), number("u1"), number("u0")}));
  REQUIRE_EQ(*early_updates(problem, updates), (std::vector{Anchor(number("u2"), number("b0"))}));
  REQUIRE_EQ(*early_updates(problem, updates, {}, -1),
             (std::vector{Anchor(number("u2"), number("b0")), Anchor(number("u1"), number("u0"))}));
}

/// The arcs close no cycle, whatever the updates, and the orders that are left are orders of the graph.
TEST_CASE("anchors leave orders") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 5 + seed % 20});
    const OrderProblem problem = order_problem(graph);
    std::vector<Index> sinks;
    for (Index o = 0; o < problem.count(); ++o)
      if (problem.successors[o].empty()) sinks.push_back(o);
    const auto anchors = early_updates(problem, sinks, {}, -1 + static_cast<int>(seed % 2));
    const auto anchored = with_anchors(problem, *anchors);
    std::vector<Index> steps(problem.count());
    for (Index k = 0; k < problem.count(); ++k) steps[anchored.numbers[k]] = k;
    for (const auto& [before, after] : *anchors) REQUIRE(steps[before] < steps[after]);
    std::vector<OperatorId> sequence(anchored.numbers.begin(), anchored.numbers.end());
    REQUIRE(is_order(graph, sequence));
    REQUIRE_EQ(memory_curve_of(anchored.problem, numbered(problem)), memory_curve_of(problem, anchored.numbers));
    for (Index k = 0; k < problem.count(); ++k)
      for (const Index next : anchored.problem.successors[k]) REQUIRE(k < next);
  }
}

TEST_CASE("figure 3") {
  const Graph graph = graph_of(
      "op v1 v3 v2 v4 @0\n"
      "t e1 30 : v1 -> v2\nt e2 10 : v1 -> v3\nt e3 5 : v2 -> v4\nt e4 40 : v3 -> v4");
  const auto order = make_order(*find_order_strategy("olla"), graph);
  REQUIRE_EQ(order->sequence, (std::vector{OperatorId(0), OperatorId(2), OperatorId(1), OperatorId(3)}));
  REQUIRE_EQ(order->peak.count, 55);
  REQUIRE_EQ(order->lower_bound.count, 55);
}

TEST_CASE("least of all orders") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = small_graph(seed);
    // Run by itself: on several streams make_order() would judge its order by more than the peak.
    const auto order = find_order_strategy("olla")->run(graph, {.early_updates = seed % 2 == 0}, {});
    REQUIRE(is_order(graph, order->sequence));
    const Bytes peak = theoretical_peak(graph, order->sequence);
    REQUIRE_EQ(peak.count, LeastOrder(graph).best().peak);
    REQUIRE_EQ(order->lower_bound, peak);
  }
}

/// A graph too wide for a proof: windows still improve it, without a solver as well, and each change is told.
TEST_CASE("wide graphs are improved without a solver") {
  const Graph graph =
      random_graph({.seed = 3, .operators = 250, .streams = 1, .fan = 3, .window = 40, .syncs = 0, .plain = true});
  std::vector<OrderImprovement> told;
  const OrderOptions options{.improved = [&](const OrderImprovement& now) { told.push_back(now); },
                             .solver = "/no/such/folder/cbc"};
  const auto order = make_order(*find_order_strategy("olla"), graph, options);
  REQUIRE((order.has_value() && is_order(graph, order->sequence)));
  REQUIRE(order->lower_bound < order->peak);
  REQUIRE_NE(order->remark, describe({.sequence = {}, .peak = {}, .lower_bound = {}}));  // no proof
  const auto lescea = make_order(*find_order_strategy("lescea"), graph);
  REQUIRE(order->peak < lescea->peak);
  REQUIRE(!told.empty());
  REQUIRE_EQ(told.back().peak, order->peak);
  for (std::size_t k = 1; k < told.size(); ++k) REQUIRE(told[k].peak <= told[k - 1].peak);
  REQUIRE_EQ(make_order(*find_order_strategy("olla"), graph)->sequence, order->sequence);
}

TEST_CASE("stopped it gives the best so far") {
  const Graph graph = random_graph({.seed = 7, .operators = 250, .streams = 1, .window = 40});
  const auto order = find_order_strategy("olla")->run(graph, {}, cancelled_task());
  REQUIRE((order.has_value() && is_order(graph, order->sequence)));
}

TEST_CASE("a chain leaves no choice") {
  const Graph graph = graph_of("op a b c @0\nt x 4 : a -> b\nt y 8 : b -> c\nt z 2 : c -> dead");
  const auto spans = find_schedule_windows(order_problem(graph)).operators;
  REQUIRE(std::ranges::all_of(spans, [](Lifetime span) { return span.end - span.begin == 1; }));
}

TEST_CASE("the model finds the least of all orders") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("there is no cbc here");
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Graph graph = small_graph(seed);
    const OrderProblem problem = order_problem(graph);
    const Bytes most = theoretical_peak(graph, given_order(graph));
    const std::int64_t least = LeastOrder(graph).best().peak;
    const auto solved = solve_order(problem, {{}, most}, *choose_solver(""), 60, {});
    if (!solved) throw std::runtime_error(text("seed ", seed, ": ", solved.error().text()));
    REQUIRE_EQ(solved->peak.count, least);
    REQUIRE_EQ(solved->lower_bound.count, least);
    REQUIRE_EQ(solved->sequence.empty(), most.count == least);
    if (!solved->sequence.empty()) REQUIRE_EQ(peak_of(problem, solved->sequence), solved->peak);
  }
}

/// The order of a window, with what crosses its border.
TEST_CASE("a window can be solved") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("there is no cbc here");
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 14});
    const auto sequence = some_order(graph, seed);
    const OrderProblem window = window_of(order_problem(graph), indices(sequence), 4, 11);
    LeastOrder::Set done = 0, members = 0;
    for (std::size_t k = 0; k < 11; ++k) (k < 4 ? done : members) |= 1U << sequence[k].index();
    const Known known{{}, peak_of(window, numbered(window))};
    const auto solved = must(solve_order(window, known, *choose_solver(""), 60, {}));
    REQUIRE_EQ(solved.peak.count, LeastOrder(graph).best(done, members).peak);
  }
}

TEST_CASE("a solver that is wrong is not believed") {
  const Graph graph = graph_of("op a b c d @0\nt x 4 : a -> c\nt y 8 : b -> dead\nt z 8 : d -> dead");
  const FakePrograms programs;
  const auto with = [&](const std::string& solution) {
    const std::string script = "for file; do :; done\ncat > $file <<'X'\n" + solution + "\nX";
    return solve_order(order_problem(graph), {{}, {20}}, *choose_solver(programs.make("cbc", script)), 10, {});
  };
  // After the peak, the columns say whether a has run by steps 0 and 1, b by 0 to 2, and c by 1 and 2: it runs at 1,
  // before a, whose tensor it needs.
  const Error error = error_of(with("Optimal - objective value 1\n0 x0 1 0\n6 x6 1 0\n7 x7 1 0"));
  REQUIRE_MESSAGE(error.text().find("not an order") != std::string::npos, error.text());
  REQUIRE(!with("what?").has_value());
}
