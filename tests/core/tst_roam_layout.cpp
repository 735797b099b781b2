// SPDX-License-Identifier: Apache-2.0
#include "core/graph/lifetimes.h"
#include "core/order/order.h"
#include "core/papers/roam/roam.h"
#include "tests/support/core_test.h"
#include "tests/support/phased_graph.h"
#include "tests/support/training_graph.h"
#include "tests/support/zoo.h"

using Kind = RoamSubgraph::Kind;

namespace {

/// A chain of layers, each two operators there and `back` on the way back, one of them making a gradient.
Graph chain(std::size_t layers, std::size_t back) {
  PhasedGraph graph;
  const auto name = [](const char* what, std::size_t layer) { return what + std::to_string(layer); };
  for (std::size_t k = 1; k <= layers; ++k) {
    graph.op(name("a", k), "forward");
    graph.op(name("b", k), "forward");
  }
  graph.op("loss", "loss");
  for (std::size_t k = layers; k > 0; --k) {
    for (std::size_t n = 0; n < back; ++n) graph.op(name("d", k) + "." + std::to_string(n), "backward");
    graph.op(name("g", k), "backward");
    graph.op(name("u", k), "update");
  }
  std::string before, after = "loss";
  for (std::size_t k = 1; k <= layers; ++k) {
    if (k > 1) graph.arc(before, name("a", k));
    const std::string first_back = name("d", k) + ".0";
    graph.tensor(name("x", k), 10, name("a", k), {name("b", k), first_back});
    before = name("b", k);
  }
  graph.arc(before, "loss");
  for (std::size_t k = layers; k > 0; --k) {
    for (std::size_t n = 0; n < back; ++n) {
      const std::string here = name("d", k) + "." + std::to_string(n);
      graph.arc(after, here);
      after = here;
    }
    graph.tensor(name("e", k), 1, name("d", k) + ".0", {name("g", k)});
    graph.tensor(name("dw", k), 5, name("g", k), {name("u", k)});
  }
  return graph.take();
}

std::set<std::string> names(const Graph& graph, const SubgraphTree& tree, const RoamSubgraph& node) {
  std::set<std::string> out;
  for (OperatorId o : graph.operators()) {
    const std::uint32_t stage = tree.segments.stages[o.index()];
    if (node.forward.contains(stage) || node.backward.contains(stage)) out.emplace(graph.name(o));
  }
  return out;
}

/// What every tree must be: leaves that share out operators, stages and steps; children within their parents.
void check_tree(const Graph& graph, const SubgraphTree& tree, std::size_t node_limit) {
  std::vector<int> owners(graph.operator_count()), steps(graph.operator_count());
  for (std::uint32_t leaf : tree.leaves()) {
    const RoamSubgraph& node = tree.nodes[leaf];
    REQUIRE(node.is_leaf());
    for (OperatorId o : graph.operators()) {
      const std::uint32_t stage = tree.segments.stages[o.index()];
      owners[o.index()] += (node.forward.contains(stage) ? 1 : 0) + (node.backward.contains(stage) ? 1 : 0);
      const auto step = static_cast<std::uint32_t>(o.index());
      steps[step] += (node.forward_steps.contains(step) ? 1 : 0) + (node.backward_steps.contains(step) ? 1 : 0);
    }
  }
  REQUIRE(std::ranges::all_of(owners, [](int n) { return n == 1; }));
  REQUIRE(std::ranges::all_of(steps, [](int n) { return n == 1; }));
  for (const RoamSubgraph& node : tree.nodes) {
    REQUIRE_EQ(node.operator_count, names(graph, tree, node).size());
    std::size_t count = 0;
    for (std::uint32_t child : node.children) count += tree.nodes[child].operator_count;
    REQUIRE((node.is_leaf() || count == node.operator_count));
    if (node.kind == Kind::independent && node.operator_count <= node_limit) REQUIRE(node.is_leaf());
  }
}

/// By definition, but for updates: an activation is used where it was made, or further inside.
void check_independence(const Graph& graph, const SubgraphTree& tree) {
  const auto& stages = tree.segments.stages;
  const std::uint32_t turn = tree.nodes[0].forward.end;
  for (const RoamSubgraph& node : tree.nodes) {
    if (node.kind != Kind::independent) continue;
    for (TensorId t : graph.tensors())
      for (OperatorId use : graph.consumers(t)) {
        if (!graph.producer(t).valid() || graph.phase(use) == "update") continue;
        const std::uint32_t made = stages[graph.producer(t).index()], used = stages[use.index()];
        if (made >= turn || used < turn) continue;
        REQUIRE((!node.forward.contains(made) || used < node.backward.end));
        REQUIRE((!node.backward.contains(used) || made >= node.forward.begin));
      }
  }
}

/// Pairs that overlap in time and in addresses.
std::set<std::pair<std::string, std::string>> overlaps(const PlanningCase& p, const std::vector<Offset>& offsets) {
  std::set<std::pair<std::string, std::string>> out;
  for (TensorId a : p.graph.tensors())
    for (TensorId b : p.graph.tensors()) {
      const auto end = [&](TensorId t) { return offsets[t.index()] + p.problem.sizes()[t.index()]; };
      if (a < b && p.problem.lifetimes()[a.index()].overlaps(p.problem.lifetimes()[b.index()]) &&
          offsets[a.index()] < end(b) && offsets[b.index()] < end(a))
        out.emplace(p.graph.name(a), p.graph.name(b));
    }
  return out;
}

Plan plan_of(const char* id, const PlanningCase& p) {
  return p.plan(*find_layout_strategy(id), {}, {.iterations = 2'000});
}

void check_plan(const PlanningCase& p) {
  const Plan plan = plan_of("roam", p);
  REQUIRE(validate(p.graph, plan).value().valid());
  REQUIRE(plan.footprint <= plan_of("auto", p).footprint);
  REQUIRE(plan.lower_bound <= plan.footprint);
}

}  // namespace

TEST_CASE("a chain of layers is one pair a layer") {
  for (std::size_t back : {1U, 2U, 3U}) {
    const Graph graph = chain(4, back);
    const SubgraphTree tree = make_subgraph_tree(graph, 40);
    check_tree(graph, tree, 40);
    check_independence(graph, tree);
    for (std::size_t k = 1; k <= 4; ++k) {
      // Whatever else is with them: what uses x is in the subgraph that makes it.
      const auto made = std::ranges::find_if(tree.nodes, [&](const RoamSubgraph& node) {
        return node.kind == Kind::independent && names(graph, tree, node).contains("a" + std::to_string(k));
      });
      REQUIRE(made != tree.nodes.end());
      REQUIRE(names(graph, tree, *made).contains("d" + std::to_string(k) + ".0"));
    }
    REQUIRE(tree.nodes[0].children.size() >= 4);  // layers are not lumped together, however many are on the way back
  }
}

TEST_CASE("a large independent subgraph is split") {
  const Graph graph = chain(12, 1);
  const SubgraphTree whole = make_subgraph_tree(graph, 1'000);
  const SubgraphTree tree = make_subgraph_tree(graph, 4);
  check_tree(graph, tree, 4);
  REQUIRE(tree.leaves().size() >= whole.leaves().size());
}

TEST_CASE("trees of all kinds of graphs") {
  for (std::uint64_t seed = 1; seed <= rounds(200); ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 1 + seed % 60, .window = 1 + seed % 5});
    const std::size_t limit = 1 + seed % 20;
    const SubgraphTree tree = make_subgraph_tree(graph, limit);
    check_tree(graph, tree, limit);
    for (const RoamSubgraph& node : tree.nodes) REQUIRE((node.kind == Kind::graph || node.kind == Kind::segments));
  }
  for (std::size_t layers : {1U, 3U, 12U})
    for (std::size_t limit : {5U, 40U, 1'000U}) {
      const Graph graph = make_training_graph({.layers = layers, .streams = 4});
      check_tree(graph, make_subgraph_tree(graph, limit), limit);
    }
  for (const char* network : {"resnet50", "bert_base"}) {
    const Graph graph = zoo_graph(network);
    const SubgraphTree tree = make_subgraph_tree(graph, 40);
    check_tree(graph, tree, 40);
    check_independence(graph, tree);
    REQUIRE(tree.nodes[0].children.size() > 10);
  }
}

/// Outer a0, t0, g0; inner a1, t1, g1.
TEST_CASE("the outermost lies lowest") {
  const PlanningCase p(intervals(
      {{"a0", 16, 1, 10}, {"t0", 6, 1, 2}, {"g0", 7, 9, 10}, {"a1", 8, 3, 8}, {"t1", 10, 3, 4}, {"g1", 5, 7, 8}}));
  const auto ids = [](std::size_t first) {
    return std::vector{TensorId(first), TensorId(first + 1), TensorId(first + 2)};
  };
  const std::vector<roam::Home> homes{{0, true}, {0, false}, {0, false}, {1, true}, {1, false}, {1, false}};
  const auto outer = plan_leaf(p.problem, ids(0), homes), inner = plan_leaf(p.problem, ids(3), homes);
  REQUIRE_EQ(outer.offsets, (std::vector<std::int64_t>{0, 16, 16}));
  REQUIRE_EQ(inner.offsets, (std::vector<std::int64_t>{0, 8, 8}));
  const auto good = roam::concatenate(std::vector{outer, inner}, 6);
  REQUIRE_EQ(good, (std::vector<Offset>{{0}, {16}, {16}, {16}, {24}, {24}}));
  REQUIRE_EQ(footprint(p.problem.sizes(), good).count, 34);
  REQUIRE(overlaps(p, good).empty());
  auto bad = roam::concatenate(std::vector{inner, outer}, 6);
  REQUIRE_EQ(overlaps(p, bad), (std::set<std::pair<std::string, std::string>>{{"a0", "t1"}, {"a0", "g1"}}));
  REQUIRE_EQ(*repair_conflicts(p.problem, homes, bad), std::size_t{2});
  REQUIRE(overlaps(p, bad).empty());
}

/// Made outside and freed inside, and so on, of a step of two leaves: 0 1 | 2 3 turn 4 5 | 6 7.
TEST_CASE("every tensor has one home") {
  SubgraphTree tree;
  tree.segments.stages.resize(8);
  tree.nodes = {{Kind::independent, {}, {}, {0, 2}, {6, 8}, 4, 0, {}},
                {Kind::independent, {}, {}, {2, 4}, {4, 6}, 4, 0, {}}};
  const std::vector<std::uint32_t> leaves{0, 1};
  const auto home = [&](std::uint32_t begin, std::uint32_t end) {
    const auto found = roam::find_homes(tree, leaves, std::vector{Lifetime{begin, end}})[0];
    return std::pair(found.leaf, found.is_activation);
  };
  REQUIRE_EQ(home(0, 2), std::pair(0U, false));
  REQUIRE_EQ(home(1, 3), std::pair(1U, false));  // there: where it is freed
  REQUIRE_EQ(home(5, 7), std::pair(1U, false));  // back: where it is made
  REQUIRE_EQ(home(3, 5), std::pair(1U, true));
  REQUIRE_EQ(home(1, 7), std::pair(0U, true));
  REQUIRE_EQ(home(3, 7), std::pair(0U, true));  // an activation: where it is freed
  REQUIRE_EQ(home(0, 8), std::pair(0U, true));
}

TEST_CASE("plans are valid and no worse than those of auto") {
  for (std::uint64_t seed = 1; seed <= rounds(60); ++seed)
    check_plan(PlanningCase(random_graph({.seed = seed, .operators = 5 + seed, .streams = 1})));
  for (std::size_t layers : {1U, 3U, 12U}) check_plan(PlanningCase(chain(layers, 2)));
  for (const char* network : {"alexnet", "resnet50"}) {
    const Graph graph = zoo_graph(network);
    check_plan(PlanningCase(with_order(graph, find_order_strategy("roam")->run(graph, {}, {})->sequence)));
  }
}

/// The direct plan ends, though the last thousandth might be found in four times as long.
TEST_CASE("a direct plan is bounded") {
#ifdef STOWAGE_SANITIZED
  STOWAGE_SKIP("100,000 iterations take minutes under the sanitizers, and are the same as a few");
#endif
  const Graph given = zoo_graph("googlenet");
  const auto order = find_order_strategy("roam")->run(given, {}, {}).value();
  const PlanningCase p(with_order(given, order.sequence));
  const Plan plan = p.plan("roam");
  REQUIRE(validate(p.graph, plan).value().valid());
  REQUIRE(static_cast<double>(plan.footprint.count) <= 1.002 * static_cast<double>(plan.lower_bound.count));
  const Plan as_many = p.plan(*find_layout_strategy("roam"), {}, {.iterations = 8'000});
  REQUIRE_EQ(plan.footprint, as_many.footprint);
}

TEST_CASE("the same whatever the threads") {
  const PlanningCase p(zoo_graph("resnet50"));
  const auto once = plan_of("roam", p);
  set_worker_limit(1);
  const auto again = plan_of("roam", p);
  set_worker_limit(0);
  REQUIRE_EQ(once.offsets, again.offsets);
}
