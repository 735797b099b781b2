// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/base/text.h"
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

/// The same with every size at random.
Graph random_three_layers(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto size = [&] { return static_cast<std::int64_t>(1 + engine() % 20); };
  PhasedGraph graph;
  graph.ops("f0 f1 f2 loss b2 b1 b0", "");
  graph.ops("u2 u1 u0", "update");
  graph.tensor("a0", size(), "f0", {"f1", "b1"});
  graph.tensor("a1", size(), "f1", {"f2", "b2"});
  graph.tensor("a2", size(), "f2", {"loss"});
  graph.tensor("d2", size(), "loss", {"b2"});
  graph.tensor("d1", size(), "b2", {"b1"});
  graph.tensor("d0", size(), "b1", {"b0"});
  graph.tensor("w2", size(), "b2", {"u2"});
  graph.tensor("w1", size(), "b1", {"u1"});
  graph.tensor("w0", size(), "b0", {"u0"});
  graph.tensor("m2", 4 * size(), "u2", {});
  return graph.take();
}

/// The least peak of all orders, or of those in which one operator runs before another.
std::int64_t least_of_orders(const Graph& graph, const char* before = "", const char* after = "") {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for_each_order(graph, false, [&](const std::vector<OperatorId>& order) {
    const auto place = [&](const char* name) {
      return std::ranges::find(order, name, [&](OperatorId o) { return graph.name(o); });
    };
    if (*before != '\0' && place(before) > place(after)) return;
    least = std::min(least, theoretical_peak(graph, order).count);
  });
  return least;
}

/// The smallest footprint of tensors with these lifetimes, by all orders in which they are put into the lowest gap.
std::int64_t least_footprint(const Graph& graph, const std::vector<OperatorId>& order) {
  struct Block {
    std::int64_t size;
    std::size_t begin, end;
  };
  std::vector<Block> blocks;
  const auto step = [&](OperatorId o) { return static_cast<std::size_t>(std::ranges::find(order, o) - order.begin()); };
  for (const TensorId t : graph.tensors()) {
    if (!graph.is_needed(t) || graph.size(t) == Bytes{}) continue;
    Block block{graph.size(t).count, 0, 0};
    if (graph.producer(t).valid()) block.begin = step(graph.producer(t)), block.end = block.begin + 1;
    for (const OperatorId o : graph.consumers(t)) block.end = std::max(block.end, step(o) + 1);
    if (graph.is_output(t)) block.end = order.size();
    blocks.push_back(block);
  }
  auto turns = numbers_below<std::size_t>(blocks.size());
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  do {
    std::vector<std::int64_t> offsets(blocks.size());
    std::int64_t footprint = 0;
    for (std::size_t k = 0; k < turns.size(); ++k) {
      const Block& block = blocks[turns[k]];
      std::int64_t& at = offsets[turns[k]];
      for (bool moved = true; std::exchange(moved, false);)
        for (std::size_t j = 0; j < k; ++j) {
          const Block& other = blocks[turns[j]];
          const std::int64_t below = offsets[turns[j]];
          if (other.begin >= block.end || block.begin >= other.end) continue;
          if (at >= below + other.size || below >= at + block.size) continue;
          at = below + other.size;
          moved = true;
        }
      footprint = std::max(footprint, at + block.size);
    }
    least = std::min(least, footprint);
  } while (std::ranges::next_permutation(turns).found);
  return least;
}

/// Problem (14) with the paper's variables: C (made at a step) and P (kept), both by tensor and step. What has no
/// output makes a tensor of no bytes; so does a control edge. Nothing is pruned.
std::int64_t by_the_published_program(const Graph& graph) {
  struct Edge {
    std::int64_t size;
    std::optional<std::size_t> source;
    std::vector<std::size_t> sinks;
    bool kept;
  };
  const std::size_t steps = graph.operator_count();
  std::vector<Edge> edges;
  const auto index = [](OperatorId o) { return std::size_t{o.index()}; };
  for (const TensorId t : graph.tensors()) {
    if (!graph.is_needed(t)) continue;
    Edge edge{graph.size(t).count, {}, {}, graph.is_output(t)};
    if (graph.producer(t).valid()) edge.source = index(graph.producer(t));
    for (const OperatorId o : graph.consumers(t))
      if (edge.source != index(o)) edge.sinks.push_back(index(o));
    edges.push_back(edge);
  }
  const OrderProblem problem = order_problem(graph);  // for its arcs alone
  for (Index o = 0; o < problem.count(); ++o) {
    edges.push_back({0, o, {}, false});
    for (const Index next : problem.successors[o]) edges.push_back({0, o, {next}, false});
  }
  LinearProgram program;
  std::int64_t all = 0;
  for (const Edge& edge : edges) all += edge.size;
  program.add_column({0, all});
  using Term = LinearProgram::Term;
  using Row = std::vector<Term>;
  std::vector<std::vector<std::uint32_t>> made(edges.size()), kept(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e)
    for (std::size_t t = 0; t < steps; ++t) {
      made[e].push_back(program.add_column({0, edges[e].source ? 1 : 0}));
      kept[e].push_back(program.add_column({0, edges[e].source && t == 0 ? 0 : 1}));
    }
  std::vector<Row> sums(steps, Row{{0, 1}});
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const Edge& edge = edges[e];
    Row once, not_twice;
    for (std::size_t t = 0; t < steps; ++t) {
      program.add_row(Row{{made[e][t], -1}, {kept[e][t], -1}}, -1);                                    // (1)
      if (t > 0) program.add_row(Row{{kept[e][t - 1], 1}, {made[e][t - 1], 1}, {kept[e][t], -1}}, 0);  // (2)
      once.push_back({made[e][t], 1});
      not_twice.push_back({made[e][t], -1});
      if (edge.size > 0)
        for (const std::uint32_t column : {made[e][t], kept[e][t]}) sums[t].push_back({column, -edge.size});
      for (std::size_t f = 0; f < edges.size(); ++f) {
        const bool is_input = edge.source && std::ranges::find(edges[f].sinks, *edge.source) != edges[f].sinks.end();
        if (is_input) program.add_row(Row{{kept[f][t], 1}, {made[e][t], -1}}, 0);  // (4)
        if (f != e && edge.source && edges[f].source == edge.source)
          program.add_row(Row{{made[f][t], 1}, {made[e][t], -1}}, 0);  // (5)
      }
    }
    if (edge.source) {
      program.add_row(once, 1);  // (3)
      program.add_row(not_twice, -1);
    }
    if (edge.kept) program.add_row(Row{{made[e][steps - 1], 1}, {kept[e][steps - 1], 1}}, 1);
  }
  for (const Row& row : sums) program.add_row(row, 0);  // (13)
  const auto answer = must(solve(*choose_solver(""), program, 60, {}));
  REQUIRE(answer.status == SolverAnswer::Status::optimal);
  return std::llround(*answer.objective);
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
  if (find_program("cbc").empty()) STOWAGE_SKIP("there is no cbc here");
  const Graph graph = graph_of(
      "op v1 v3 v2 v4 @0\n"
      "t e1 30 : v1 -> v2\nt e2 10 : v1 -> v3\nt e3 5 : v2 -> v4\nt e4 40 : v3 -> v4");
  for (const char* id : {"olla", "olla.joint"}) {
    const auto order = make_order(*find_order_strategy(id), graph);
    REQUIRE_EQ(order->sequence, (std::vector{OperatorId(0), OperatorId(2), OperatorId(1), OperatorId(3)}));
    REQUIRE_EQ(order->peak.count, 55);
    // With addresses only what v3 uses and makes is proved.
    REQUIRE_EQ(order->lower_bound.count, id == std::string("olla") ? 55 : 50);
  }
}

TEST_CASE("least of all orders") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("there is no cbc here");
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = small_graph(seed);
    // Run by itself: what make_order() adds on several streams is not its own.
    const auto order = must(find_order_strategy("olla")->run(graph, {}, {}));
    REQUIRE(is_order(graph, order.sequence));
    const Bytes peak = theoretical_peak(graph, order.sequence);
    REQUIRE_EQ(peak.count, LeastOrder(graph).best().peak);
    REQUIRE_EQ(order.lower_bound, peak);
  }
}

/// The oracle of three layers has u2 before b0, and no other anchor.
TEST_CASE("least of the orders with early updates") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("there is no cbc here");
  std::size_t dearer = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = random_three_layers(seed);
    const std::int64_t least = least_of_orders(graph), early = least_of_orders(graph, "u2", "b0");
    const auto run = [&](bool early_updates) {
      const Order order = must(find_order_strategy("olla")->run(graph, {.early_updates = early_updates}, {}));
      REQUIRE(is_order(graph, order.sequence));
      REQUIRE(order.lower_bound.count <= least);
      return theoretical_peak(graph, order.sequence).count;
    };
    REQUIRE_EQ(run(false), least);
    REQUIRE_EQ(run(true), early);
    if (early > least) ++dearer;
  }
  REQUIRE(dearer > 0);
}

TEST_CASE("the published program") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("there is no cbc here");
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Graph graph = varied_graph(seed, 4 + seed % 2);
    const OrderProblem problem = order_problem(graph);
    const Bytes most = theoretical_peak(graph, given_order(graph));
    const auto solved = must(solve_order(problem, {{}, most}, *choose_solver(""), 60, {}));
    REQUIRE_EQ(solved.peak.count, by_the_published_program(graph));
  }
}

TEST_CASE("order and addresses at once") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("there is no cbc here");
  std::size_t checked = 0;
  for (std::uint64_t seed = 1; checked < 40; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 4 + seed % 3, .streams = 1, .fan = 2, .groups = 0});
    if (graph.tensor_count() > 6) continue;
    ++checked;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for_each_order(graph, false, [&](const auto& order) { least = std::min(least, least_footprint(graph, order)); });
    const Order order = must(find_order_strategy("olla.joint")->run(graph, {}, {}));
    REQUIRE(is_order(graph, order.sequence));
    REQUIRE_EQ(least_footprint(graph, order.sequence), least);
    REQUIRE(order.remark.find(' ' + grouped_digits(least) + " bytes") != std::string::npos);
  }
}

/// The solver is asked for every graph within the limits, for a chain too, and for no other.
TEST_CASE("within its limits the solver is always asked") {
  const FakePrograms programs;
  const OrderOptions options{.solver = programs.make("cbc", "exit 3")};
  const auto kind_of = [&](const char* id, const Graph& graph) {
    return error_of(find_order_strategy(id)->run(graph, options, {})).kind;
  };
  for (const char* id : {"olla", "olla.joint"}) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) REQUIRE_EQ(kind_of(id, small_graph(seed)), Error::Kind::external);
    REQUIRE_EQ(kind_of(id, graph_of("op a b c @0\nt x 4 : a -> b\nt y 8 : b -> c")), Error::Kind::external);
    REQUIRE_EQ(kind_of(id, random_graph({.seed = 7, .operators = 1600, .streams = 1, .window = 1600})),
               Error::Kind::too_large);
  }
}

TEST_CASE("stopped with an order") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("there is no cbc here");
  const FakePrograms programs;
  const std::string script =
      find_program("cbc") + " \"$@\"\nfor file; do :; done\nsed -i 's/^Optimal/Stopped on time/' \"$file\"";
  const Graph graph = small_graph(3);
  const auto order = must(find_order_strategy("olla")->run(graph, {.solver = programs.make("cbc", script)}, {}));
  REQUIRE_EQ(theoretical_peak(graph, order.sequence).count, LeastOrder(graph).best().peak);
  REQUIRE(order.lower_bound <= theoretical_peak(graph, order.sequence));
  REQUIRE_MESSAGE(order.remark.find("says that no order") == std::string::npos, order.remark);
}

/// The given order stays, with early updates where they need less.
TEST_CASE("stopped without an order") {
  const FakePrograms programs;
  const std::string solver =
      programs.make_solver("cbc", "Stopped on time (no integer solution - continuous used) - objective value 5\n", "");
  std::size_t lower = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Graph graph = random_three_layers(seed);
    const auto run = [&](bool early_updates) {
      return must(find_order_strategy("olla")->run(graph, {.early_updates = early_updates, .solver = solver}, {}));
    };
    const Order given = run(false), early = run(true);
    REQUIRE_EQ(given.sequence, given_order(graph));
    REQUIRE(is_order(graph, early.sequence));
    REQUIRE_EQ(early.remark, says("cbc choices none given order"));
    const Bytes peak = theoretical_peak(graph, early.sequence), before = theoretical_peak(graph, given.sequence);
    REQUIRE(peak <= before);
    REQUIRE_EQ(peak < before, contains(early.remark, "early"));
    lower += peak < before ? 1 : 0;
    for (const Order* order : {&given, &early}) REQUIRE(order->lower_bound.count <= least_of_orders(graph));
  }
  REQUIRE((lower > 0 && lower < 20));
  const Graph graph = small_graph(3);
  REQUIRE_EQ(must(find_order_strategy("olla.joint")->run(graph, {.solver = solver}, {})).sequence, given_order(graph));
  REQUIRE_EQ(error_of(find_order_strategy("olla")->run(graph, {}, cancelled_task())).kind, Error::Kind::cancelled);
}

/// Numbers so large that no claim of a solver counts; what every order needs still does.
TEST_CASE("proved by what every order needs") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("there is no cbc here");
  const Graph graph = graph_of("op a b c @0\nt x 30000001 : a -> b\nt y 7 : a -> c\nt z 50000000 : b -> c");
  const Order order = must(find_order_strategy("olla")->run(graph, {}, {}));
  REQUIRE_EQ(order.lower_bound.count, 80'000'008);
  REQUIRE_EQ(order.remark, says("no order needs less"));
}

TEST_CASE("a chain leaves no choice") {
  const Graph graph = graph_of("op a b c @0\nt x 4 : a -> b\nt y 8 : b -> c\nt z 2 : c -> dead");
  const auto spans = find_schedule_windows(order_problem(graph)).operators;
  REQUIRE(std::ranges::all_of(spans, [](Lifetime span) { return span.end - span.begin == 1; }));
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
    const std::int64_t least = LeastOrder(graph).best(done, members).peak;
    OrderFound known{numbered(window), peak_of(window, numbered(window)), {}};
    REQUIRE(improve_order(window, known, *choose_solver(""), 60, {}));
    REQUIRE_EQ(known.peak.count, least);
    REQUIRE(known.proved());
    REQUIRE_EQ(peak_of(window, known.sequence), known.peak);
    const auto none = must(solve_order(window, {{}, {least - 1}}, *choose_solver(""), 60, {}));
    REQUIRE(none.sequence.empty());
    REQUIRE_EQ(none.lower_bound.count, least);
  }
}

TEST_CASE("a solver that is wrong is not believed") {
  const Graph graph = graph_of("op a b c d @0\nt x 4 : a -> c\nt y 8 : b -> dead\nt z 8 : d -> dead");
  const FakePrograms programs;
  const auto with = [&](const std::string& solution) {
    const std::string script = "for file; do :; done\ncat > $file <<'X'\n" + solution + "\nX";
    return solve_order(order_problem(graph), {{}, {16}}, *choose_solver(programs.make("cbc", script)), 10, {});
  };
  // After the peak, the columns say whether a has run by steps 0 and 1, b by 0 to 2, and c by 1 and 2: it runs at 1,
  // before a, whose tensor it needs.
  const Error error = error_of(with("Optimal - objective value 1\n0 x0 1 0\n6 x6 1 0\n7 x7 1 0"));
  REQUIRE_MESSAGE(error.text().find("not an order") != std::string::npos, error.text());
  REQUIRE(!with("what?").has_value());
}
