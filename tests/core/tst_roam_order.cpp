// SPDX-License-Identifier: Apache-2.0
#include "core/graph/lifetimes.h"
#include "core/order/exact_order.h"
#include "core/order/order.h"
#include "core/papers/roam/roam.h"
#include "tests/support/core_test.h"
#include "tests/support/orders.h"
#include "tests/support/phased_graph.h"
#include "tests/support/training_graph.h"

using Index = OrderProblem::Index;
using roam::Role;

namespace {

Order roam_order(const Graph& graph, const OrderOptions& options = {}) {
  return *find_order_strategy("roam")->run(graph, options, {});
}

Graph random_training_step(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto size = [&] { return static_cast<std::int64_t>(1 + engine() % 20); };
  PhasedGraph graph;
  graph.ops("f1 f2 f3", "forward");
  graph.op("loss", "loss");
  graph.ops("b3 g3 b2 g2 b1 g1", "backward");
  graph.ops("m3 w3 m2 w2 w1", "update");
  graph.tensor("a1", size(), "f1", {"f2", "b1", "g2"});
  graph.tensor("a2", size(), "f2", {"f3", "b2", "g3"});
  graph.tensor("a3", size(), "f3", {"loss", "b3"});
  graph.control("loss", "b3");
  graph.tensor("da3", size(), "b3", {"g3", "b2"});
  graph.tensor("da2", size(), "b2", {"g2", "b1"});
  graph.tensor("da1", size(), "b1", {"g1"});
  for (const std::string k : {"3", "2"}) {
    graph.tensor("dw" + k, size(), "g" + k, {"m" + k, "w" + k});
    graph.tensor("m" + k, size(), "m" + k, {"w" + k});
  }
  graph.tensor("dw1", size(), "g1", {"w1"});
  return graph.take();
}

using Arcs = std::vector<std::vector<std::uint32_t>>;  // by vertex: its successors

/// Mostly short arcs, so that there are insensitive vertices to be found.
Arcs random_arcs(std::mt19937_64& engine, std::size_t count) {
  const std::size_t reach = 1 + engine() % 4, fan = 1 + engine() % 3;
  Arcs out(count);
  for (std::size_t v = 0; v + 1 < count; ++v)
    for (std::size_t k = engine() % (fan + 1) + (engine() % 4 != 0); k-- > 0;)
      out[v].push_back(static_cast<std::uint32_t>(v + 1 + engine() % std::min(reach, count - 1 - v)));
  return out;
}

Csr<std::uint32_t> rows_of(const Arcs& arcs) {
  Csr<std::uint32_t> out;
  for (const auto& row : arcs) out.add_row(row);
  return out;
}

/// |ancestors| + |descendants| = count - 1: just these stand at one step in all orders, for what can be compared with
/// neither comes before them in some and after them in others.
std::vector<bool> comparable_with_all(const Arcs& arcs) {
  std::vector<std::uint64_t> after(arcs.size());
  for (std::size_t v = arcs.size(); v-- > 0;)
    for (std::uint32_t w : arcs[v]) after[v] |= after[w] | std::uint64_t{1} << w;
  std::vector<std::size_t> related(arcs.size());
  for (std::size_t v = 0; v < arcs.size(); ++v) {
    related[v] += static_cast<std::size_t>(std::popcount(after[v]));
    for (std::size_t w = 0; w < arcs.size(); ++w) related[w] += after[v] >> w & 1;
  }
  std::vector<bool> out;
  for (std::size_t r : related) out.push_back(r + 1 == arcs.size());
  return out;
}

/// Each stage ordered on its own, all others fixed.
std::vector<OperatorId> stage_by_stage(const Graph& graph, const roam::Segments& segments) {
  const LeastOrder least(graph);
  std::vector<OperatorId> out;
  LeastOrder::Set done = 0;
  const auto stages = segments.operators();
  for (std::size_t s = 0; s < segments.stage_count(); ++s) {
    LeastOrder::Set members = 0;
    for (OperatorId o : stages[s]) members |= 1U << o.index();
    for (OperatorId o : least.best(done, members).order) out.push_back(o);
    done |= members;
  }
  return out;
}

/// Two layers with a weight each; the second layer's update is two chains that meet.
Graph two_layers() {
  PhasedGraph g;
  g.op("w", "", "Parameter");
  g.ops("f1 f2", "forward");
  g.op("loss", "loss");
  g.ops("dw2 dx2 dx1 dw1 sum1", "backward");
  g.ops("m2 v2 u2 u1", "update");
  g.arcs("w>f2 f1>f2 f2>loss loss>dw2 loss>dx2 dx2>dx1 dx1>dw1 dw1>sum1 dx2>sum1 dw2>m2 dw2>v2 m2>u2 v2>u2 sum1>u1");
  return g.take();
}

std::vector<std::string> names(const Graph& graph, std::span<const OperatorId> operators) {
  std::vector<std::string> out;
  for (OperatorId o : operators) out.emplace_back(graph.name(o));
  return out;
}

}  // namespace

/// Activations of 16, 8 and 4 (28 in all), a gradient of 4, tensors of 3 in the mean, three times the gradient.
TEST_CASE("an update waits while it would raise the peak") {
  const roam::DelayRule rule{{28}, 3, 1};
  REQUIRE(rule.waits({24}, {4}, 3));    // 36 > 28
  REQUIRE(!rule.waits({16}, {4}, 3));   // 28 is not greater
  REQUIRE(!rule.waits({100}, {3}, 3));  // within the radius
  REQUIRE(rule.waits({100}, {3}, 3) == roam::DelayRule({28}, 3, 2).waits({100}, {6}, 3));
}

TEST_CASE("the last segment takes all") {
  const std::vector<roam::Branch> branches{{{0}, {4}, {12}}, {{1}, {4}, {12}}, {{2}, {4}, {12}}};
  const roam::Segments segments{std::vector<OperatorId>(3), {0, 2, 4}};
  const std::vector<Bytes> alive{{24}, {0}, {24}, {0}, {16}, {0}, {24}};
  const auto stages = [&](double alpha) {
    return schedule_updates(segments, branches, alive, {{28}, 3, 1}, alpha).stages;
  };
  REQUIRE_EQ(stages(0), (std::vector<std::uint32_t>{4, 4, 4}));
  REQUIRE_EQ(stages(4), (std::vector<std::uint32_t>{6, 6, 6}));
  REQUIRE_EQ(stages(1), (std::vector<std::uint32_t>{0, 2, 4}));
}

TEST_CASE("memory of a branch in sizes of its gradient") {
  const Graph graph = small_training_step();
  const OrderProblem problem = order_problem(graph);
  const auto parts = roam::find_parts(graph, problem);
  const auto branches = roam::measure_branches(problem, parts, {});
  REQUIRE_EQ(branches.size(), std::size_t{3});
  for (const roam::Branch& branch : branches)
    REQUIRE_EQ(branch.alpha(), branch.sequence.size() == 1 ? 1.0 : 3.0);  // SGD, Adam
}

TEST_CASE("activations of a training step") {
  const Graph graph = small_training_step();
  const OrderProblem problem = order_problem(graph);
  const auto parts = roam::find_parts(graph, problem);
  const auto segments = roam::find_segments(graph, problem, parts);
  const auto curve = roam::activation_curve(graph, problem, parts, segments);
  REQUIRE_EQ(curve.total.count, 28);
  for (const auto& [name, alive] : std::vector<std::pair<const char*, std::int64_t>>{
           {"f1", 16}, {"f2", 24}, {"f3", 28}, {"loss", 28}, {"b4", 24}, {"b3", 16}}) {
    const std::uint32_t stage = segments.stages[graph.find_operator(name).index()];
    REQUIRE_EQ(stage % 2, 1U);
    REQUIRE_EQ(curve.alive[stage + 1].count, alive);
  }
}

TEST_CASE("a stage is the part of the whole that it is") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 5 + seed % 40, .window = 1 + seed % 5});
    const OrderProblem whole = order_problem(graph);
    const auto segments = roam::find_segments(graph, whole, roam::find_parts(graph, whole));
    const auto given = numbered(whole);
    const auto curve = memory_curve_of(whole, given);
    std::size_t at = 0;
    for (const auto& [problem, members] : roam::stage_problems(whole, segments.stages, segments.stage_count())) {
      REQUIRE(std::ranges::equal(memory_curve_of(problem, numbered(problem)),
                                 std::span(curve).subspan(at, members.size())));
      REQUIRE(std::ranges::equal(members, std::span(given).subspan(at, members.size())));
      for (std::size_t k = 0; k < members.size(); ++k)
        REQUIRE_EQ(problem.operators[k], OperatorId(std::size_t{members[k]}));
      at += members.size();
    }
    REQUIRE_EQ(at, whole.count());
  }
}

TEST_CASE("the least peak of graphs without updates") {
  for (std::uint64_t seed = 1; seed <= 3'000; ++seed) {
    const Graph graph = varied_graph(seed, 3 + seed % 9);
    const Order order = roam_order(graph);
    REQUIRE(is_order(graph, order.sequence));
    REQUIRE_EQ(theoretical_peak(graph, order.sequence).count, LeastOrder(graph).best().peak);
  }
}

/// Of three layers, with every size at random. All of f1 to b2 but the sides is a chain, so that the last two segments
/// hold all that may move: g3 runs in the first of them, and the update of the third layer, m3 and w3, unless it waits.
TEST_CASE("each segment of small training steps has its least peak") {
  std::array<std::size_t, 2> waited{};
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = random_training_step(seed);
    const double alpha = std::array{0.0, 1.0, 3.0}[seed % 3], radius = seed % 2 == 0 ? 1 : 0.5;
    const auto size = [&](const char* name) { return static_cast<double>(graph.size(graph.find_tensor(name)).count); };
    const double gradient = size("dw3"), mean = static_cast<double>(graph.total_size().count) / graph.tensor_count();
    // (4) and (5): a1, a2 and a3 are activations, and a3 is no longer alive; (6): Adam's update has m3 beside dw3.
    const double used = size("a1") + size("a2") + (alpha > 0 ? alpha * gradient : gradient + size("m3"));
    const bool waits = gradient > radius * mean && used > size("a1") + size("a2") + size("a3");
    ++waited[waits ? 1 : 0];
    std::vector<std::vector<const char*>> segments{{"f1"}, {"f2"}, {"f3"}, {"loss"},
                                                   {"b3"}, {"g3"}, {"b2"}, {"g2", "b1", "g1", "m2", "w2", "w1"}};
    for (const char* name : {"m3", "w3"}) segments[waits ? 7 : 5].push_back(name);
    const Order order = roam_order(graph, {.delay_radius = radius, .alpha = alpha});
    REQUIRE(is_order(graph, order.sequence));
    const LeastOrder least(graph);
    LeastOrder::Set done = 0;
    auto next = order.sequence.begin();
    for (const auto& segment : segments) {
      LeastOrder::Set members = 0, ran = done;
      for (const char* name : segment) members |= 1U << graph.find_operator(name).index();
      std::int64_t peak = 0;
      for (std::size_t k = 0; k < segment.size(); ++k, ++next) {
        REQUIRE_MESSAGE((members >> next->index() & 1) != 0, seed);
        peak = std::max(peak, least.alive(ran, next->index()));
        ran |= 1U << next->index();
      }
      REQUIRE_EQ(peak, least.best(done, members).peak);
      done |= members;
    }
    REQUIRE(order.lower_bound.count <= least.best().peak);
  }
  REQUIRE((waited[0] > 30 && waited[1] > 30));
}

TEST_CASE("orders of larger training steps") {
  for (std::size_t layers : {1U, 2U, 5U, 12U})
    for (std::size_t streams : {1U, 4U}) {
      const Graph graph = make_training_graph({.layers = layers, .streams = streams});
      std::vector<OrderImprovement> told;
      const Order order = roam_order(graph, {.improved = [&](const OrderImprovement& now) { told.push_back(now); }});
      REQUIRE(is_order(graph, order.sequence));
      const Bytes peak = theoretical_peak(graph, order.sequence);
      REQUIRE(order.lower_bound <= peak);
      REQUIRE_EQ(told.back().peak, peak);
      // Streams stay.
      const Graph ordered = with_order(graph, order.sequence);
      for (std::size_t k = 0; k < order.sequence.size(); ++k)
        REQUIRE_EQ(ordered.stream(OperatorId(k)), graph.stream(order.sequence[k]));
    }
}

TEST_CASE("a segment that is too wide is cut short") {
  const Graph graph =
      random_graph({.seed = 3, .operators = 250, .streams = 1, .fan = 3, .window = 40, .syncs = 0, .plain = true});
  const Order order = roam_order(graph);
  REQUIRE(is_order(graph, order.sequence));
  REQUIRE_MESSAGE(order.remark.find("0 of 1 segments, the rest is cut short") != std::string::npos, order.remark);
  REQUIRE(order.lower_bound < theoretical_peak(graph, order.sequence));
}

TEST_CASE("the same whatever the threads") {
  const Graph graph = make_training_graph({.layers = 8, .streams = 4});
  const Order once = roam_order(graph);
  set_worker_limit(1);
  const Order again = roam_order(graph);
  set_worker_limit(0);
  REQUIRE_EQ(once.sequence, again.sequence);
}

TEST_CASE("stopped at once it gives an order") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 300, .streams = 1 + seed % 3, .window = 80});
    const auto order = find_order_strategy("roam")->run(graph, {}, cancelled_task());
    REQUIRE((order && is_order(graph, order->sequence)));
  }
}

TEST_CASE("it says what is proved") {
  const Graph graph = roam_figure_2();
  const Order order = roam_order(graph);
  REQUIRE_EQ(order.lower_bound.count, 90);
  REQUIRE(order.remark.ends_with(describe({.sequence = {}, .peak = {90}, .lower_bound = {90}})));
}

TEST_CASE("insensitive are those comparable with all others") {
  std::mt19937_64 engine(1);
  std::size_t found = 0;
  for (int n = 0; n < 5'000; ++n) {
    const Arcs arcs = random_arcs(engine, engine() % 60);
    const auto answer = memory_insensitive(rows_of(arcs));
    REQUIRE_EQ(answer, comparable_with_all(arcs));
    found += static_cast<std::size_t>(std::ranges::count(answer, true));
  }
  REQUIRE(found > 5'000);
}

TEST_CASE("stage by stage is as good as all at once") {
  std::size_t cut = 0;
  for (std::uint64_t seed = 1; seed <= 3'000; ++seed) {
    const Graph graph = random_graph({.seed = seed,
                                      .operators = 3 + seed % 9,
                                      .fan = 1 + seed % 3,
                                      .window = 1 + seed % 4,
                                      .syncs = seed % 4,
                                      .plain = seed % 2 == 0});
    const OrderProblem problem = order_problem(graph);
    const auto segments = roam::find_segments(graph, problem, roam::find_parts(graph, problem));
    cut += segments.insensitive.size();
    const auto sequence = stage_by_stage(graph, segments);
    REQUIRE(is_order(graph, sequence));
    REQUIRE_EQ(theoretical_peak(graph, sequence).count, LeastOrder(graph).best().peak);
  }
  REQUIRE(cut > 3'000);
}

TEST_CASE("parts of a training step") {
  const Graph graph = two_layers();
  const auto parts = roam::find_parts(graph, order_problem(graph));
  const auto with_role = [&](Role role) {
    std::vector<OperatorId> out;
    for (OperatorId o : graph.operators())
      if (parts.roles[o.index()] == role) out.push_back(o);
    return names(graph, out);
  };
  REQUIRE_EQ(with_role(Role::input), (std::vector<std::string>{"w"}));
  REQUIRE_EQ(with_role(Role::trunk), (std::vector<std::string>{"f1", "f2", "loss"}));
  // What leads to one gradient alone is not of the trunk, the end of the way back included.
  REQUIRE_EQ(with_role(Role::side), (std::vector<std::string>{"dw2", "dx2", "dx1", "dw1", "sum1"}));
  REQUIRE_EQ(with_role(Role::update), (std::vector<std::string>{"m2", "v2", "u2", "u1"}));
  REQUIRE_EQ(parts.branch_count, std::size_t{2});
  const auto branch = [&](const char* name) { return parts.branches[graph.find_operator(name).index()]; };
  for (const char* of_first : {"m2", "v2", "u2"}) REQUIRE_EQ(branch(of_first), 0U);
  REQUIRE_EQ(branch("u1"), 1U);
  REQUIRE_EQ(branch("dw2"), roam::Parts::kNone);
}

TEST_CASE("segments of a training step") {
  const Graph graph = two_layers();
  const OrderProblem problem = order_problem(graph);
  const auto segments = roam::find_segments(graph, problem, roam::find_parts(graph, problem));
  REQUIRE_EQ(names(graph, segments.insensitive), (std::vector<std::string>{"f1", "f2", "loss"}));
  const auto stages = segments.operators();
  const std::vector<std::vector<std::string>> expected{
      {}, {"f1"}, {"w"}, {"f2"}, {}, {"loss"}, {"dw2", "dx2", "dx1", "dw1", "sum1", "m2", "v2", "u2", "u1"}};
  REQUIRE_EQ(segments.stage_count(), expected.size());
  for (std::size_t s = 0; s < expected.size(); ++s) REQUIRE_EQ(names(graph, stages[s]), expected[s]);
}

/// As networks have it that compute the loss, but start the way back from the labels.
TEST_CASE("a loss that nobody needs does not join the trunk") {
  PhasedGraph g;
  g.ops("f1 f2", "forward");
  g.op("loss", "loss");
  g.ops("seed b2 b1 b0", "backward");
  g.arcs("f1>f2 f2>loss seed>b2 f2>b2 b2>b1 f1>b1 b1>b0");
  const Graph graph = g.take();
  const OrderProblem problem = order_problem(graph);
  const auto segments = roam::find_segments(graph, problem, roam::find_parts(graph, problem));
  REQUIRE_EQ(names(graph, segments.insensitive), (std::vector<std::string>{"f1", "f2", "b2", "b1", "b0"}));
  REQUIRE_EQ(names(graph, segments.operators()[4]), (std::vector<std::string>{"loss", "seed"}));
}

TEST_CASE("a graph of updates alone is all trunk") {
  PhasedGraph g;
  g.ops("a b", "update");
  g.arc("a", "b");
  const Graph graph = g.take();
  const auto parts = roam::find_parts(graph, order_problem(graph));
  REQUIRE_EQ(parts.roles, (std::vector<Role>{Role::trunk, Role::trunk}));
  REQUIRE_EQ(parts.branch_count, std::size_t{0});
}
