// SPDX-License-Identifier: Apache-2.0
#include "core/graph/lifetimes.h"
#include "core/order/order.h"
#include "core/papers/roam/roam.h"
#include "tests/support/core_test.h"
#include "tests/support/fake_program.h"
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

/// `layers` there and back, each of four operators in a row. What an operator makes is used by the next; perhaps it
/// makes more for those after it. The first of each layer also makes what its way back needs. With `open`, a tensor of
/// the first layer is used by the loss, so that all layers are one independent subgraph.
Graph random_step(std::uint64_t seed, std::size_t layers, bool open = false) {
  std::mt19937_64 engine(seed);
  const auto draw = [&](std::uint64_t most) { return static_cast<std::int64_t>(1 + engine() % most); };
  constexpr std::size_t kRow = 4;
  std::vector<std::string> there, back;
  for (std::size_t k = 0; k < layers * kRow; ++k) there.push_back(text("f", k / kRow, ".", k % kRow));
  for (std::size_t k = 0; k < layers * kRow; ++k) back.push_back(text("b", layers - 1 - k / kRow, ".", k % kRow));
  PhasedGraph graph;
  for (const std::string& name : there) graph.op(name, "forward");
  graph.op("loss", "loss");
  for (const std::string& name : back) graph.op(name, "backward");
  const auto add_row = [&](std::vector<std::string> row) {
    for (std::size_t k = 0; k + 1 < row.size(); ++k) {
      graph.tensor(row[k] + ".out", draw(5), row[k], {row[k + 1]});
      for (int n = 0; n < 2; ++n) {
        const std::size_t until = k + static_cast<std::size_t>(draw(3));
        if (until / kRow == k / kRow) graph.tensor(text(row[k], ".t", n), draw(9), row[k], {row[until]});
      }
    }
  };
  there.push_back("loss");
  back.insert(back.begin(), "loss");
  add_row(there);
  add_row(back);
  for (std::size_t k = 0; k < layers; ++k)
    graph.tensor(text("x", k), draw(8), text("f", k, ".0"), {text("b", k, ".1")});
  if (open) graph.tensor("open", 1, "f0.0", {"loss"});
  return graph.take();
}

/// The leaves of a graph's tree, with the homes of its tensors.
struct Leaves {
  std::vector<roam::Home> homes;
  std::vector<std::vector<TensorId>> tensors;  // by leaf
  std::vector<std::size_t> pairs;              // by leaf: unsafe pairs of temporaries

  Leaves(const PlanningCase& p, std::size_t node_limit) {
    const SubgraphTree tree = make_subgraph_tree(p.graph, node_limit);
    const auto leaves = tree.leaves();
    homes = roam::find_homes(tree, leaves, p.problem.lifetimes());
    tensors.resize(leaves.size());
    pairs.resize(leaves.size());
    for (const TensorId t : p.graph.tensors())
      if (p.problem.occupies(t)) tensors[homes[t.index()].leaf].push_back(t);
    for (const auto& [i, j] : unsafe_pairs_by_definition(p.graph))
      if (p.graph.size(TensorId(i)).count > 0 && p.graph.size(TensorId(j)).count > 0 &&
          homes[i].leaf == homes[j].leaf && !homes[i].is_activation && !homes[j].is_activation)
        ++pairs[homes[i].leaf];
  }
};

/// The least end of all placements of some tensors, by trying every offset of every one of them; at most `best`. No
/// placement ends below `load`, the most bytes alive at one step.
std::int64_t least_end(const PlanningCase& p, const std::vector<TensorId>& tensors, std::vector<std::int64_t>& placed,
                       std::int64_t load, std::int64_t end, std::int64_t best) {
  const std::size_t k = placed.size();
  if (k == tensors.size()) return end;
  const auto size = [&](std::size_t n) { return p.graph.size(tensors[n]).count; };
  const auto life = [&](std::size_t n) { return p.problem.lifetimes()[tensors[n].index()]; };
  for (std::int64_t at = 0; at + size(k) < best && best > load; ++at) {
    bool free = true;
    for (std::size_t n = 0; n < k && free; ++n)
      free = !life(n).overlaps(life(k)) || at + size(k) <= placed[n] || placed[n] + size(n) <= at;
    if (!free) continue;
    placed.push_back(at);
    best = std::min(best, least_end(p, tensors, placed, load, std::max(end, at + size(k)), best));
    placed.pop_back();
  }
  return best;
}

/// Equation (9) and the repair in the words of the paper, with a look at every pair. Returns how many were moved.
std::size_t stack_and_mend(const PlanningCase& p, const Leaves& leaves, const std::vector<roam::LeafLayout>& plans,
                           std::vector<std::int64_t>& out) {
  out.assign(p.graph.tensor_count(), 0);
  std::int64_t base = 0;
  std::vector<std::size_t> kept, temporaries, moved;
  const auto size = [&](std::size_t t) { return p.graph.size(TensorId(t)).count; };
  const auto life = [&](std::size_t t) { return p.problem.lifetimes()[t]; };
  for (const roam::LeafLayout& plan : plans) {
    std::int64_t activations = 0;
    for (std::size_t k = 0; k < plan.tensors.size(); ++k) {
      const std::size_t t = plan.tensors[k].index();
      out[t] = base + plan.offsets[k];
      (leaves.homes[t].is_activation ? kept : temporaries).push_back(t);
      if (leaves.homes[t].is_activation) activations += size(t);
    }
    base += activations;
  }
  std::ranges::sort(temporaries, std::greater(),
                    [&](std::size_t t) { return std::tuple(size(t), life(t).length(), t); });
  const auto meets = [&](std::size_t a, std::size_t b) { return life(a).overlaps(life(b)); };
  for (const std::size_t t : temporaries) {
    const bool overlaps = std::ranges::any_of(kept, [&](std::size_t other) {
      return meets(t, other) && out[t] < out[other] + size(other) && out[other] < out[t] + size(t);
    });
    (overlaps ? moved : kept).push_back(t);
  }
  std::ranges::sort(moved, {}, [&](std::size_t t) { return std::pair(-size(t), t); });
  for (const std::size_t t : moved) {
    std::set<std::pair<std::int64_t, std::int64_t>> taken;
    for (const std::size_t other : kept)
      if (meets(t, other)) taken.emplace(out[other], out[other] + size(other));
    std::int64_t top = 0;
    std::pair best{std::numeric_limits<std::int64_t>::max(), std::int64_t{0}};  // gap, start
    for (const auto& [begin, end] : taken) {
      if (begin - top >= size(t)) best = std::min(best, std::pair(begin - top, top));
      top = std::max(top, end);
    }
    out[t] = best.first < std::numeric_limits<std::int64_t>::max() ? best.second : top;
    kept.push_back(t);
  }
  return moved.size();
}

Result<Plan> plan_in(double seconds, const PlanningCase& p, const PlanOptions& options = {}) {
  return make_plan(*find_layout_strategy("roam"), p.problem, Task::with_time_limit(seconds), options);
}

void check_plan(const PlanningCase& p) {
  const Plan plan = must(plan_in(1, p));
  REQUIRE_EQ(plan_faults(p.graph, plan), "");
  REQUIRE_EQ(plan.lower_bound.count, 0);  // of the leaves alone something is proved
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

/// Activations end to end from 0, and temporaries above them, as low as they can.
TEST_CASE("each leaf is the best of its form") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  std::size_t solved = 0, improved = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const PlanningCase p(random_step(seed, 2));
    const Leaves leaves(p, 8);
    for (const auto& tensors : leaves.tensors) {
      roam::LeafLayout leaf = plan_leaf(p.problem, tensors, leaves.homes);
      const std::int64_t before = leaf.top;
      const MipOutcome found = must(solve_leaf(p.problem, leaf, leaves.homes, *choose_solver(""), 30, {}));
      std::vector<TensorId> temporaries;
      std::int64_t activations = 0, lowest = before;
      for (std::size_t k = 0; k < tensors.size(); ++k)
        if (leaves.homes[tensors[k].index()].is_activation) {
          activations += p.graph.size(tensors[k]).count;
          REQUIRE(leaf.offsets[k] + p.graph.size(tensors[k]).count <= leaf.activations);
        } else {
          temporaries.push_back(tensors[k]);
          lowest = std::min(lowest, leaf.offsets[k]);
        }
      REQUIRE_EQ(leaf.activations, activations);
      REQUIRE(lowest >= activations);
      std::vector<std::int64_t> placed, alive(p.graph.operator_count());
      for (const TensorId t : temporaries) {
        const Lifetime life = p.problem.lifetimes()[t.index()];
        for (std::uint32_t step = life.begin; step < life.end; ++step) alive[step] += p.graph.size(t).count;
      }
      const std::int64_t load = std::ranges::max(alive);
      REQUIRE_EQ(leaf.top, activations + least_end(p, temporaries, placed, load, 0, before - activations + 1));
      REQUIRE_EQ(leaf.bound, leaf.top);
      solved += found.solver.empty() ? 0 : 1;
      improved += leaf.top < before ? 1 : 0;
    }
  }
  MESSAGE(solved, " leaves solved, ", improved, " of them better than by best fit");
  REQUIRE(solved > 20);
  REQUIRE(improved > 0);
}

TEST_CASE("leaves are stacked and mended, and nothing more") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  const FakePrograms programs;
  const std::string counting =
      programs.make("cbc", "echo >> " + programs.file("runs") + "; exec '" + find_program("cbc") + "' \"$@\"");
  std::size_t mended = 0, above_search = 0, started = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const PlanningCase p(random_step(seed, 2));
    const Leaves leaves(p, 8);
    std::vector<roam::LeafLayout> plans;
    for (const auto& tensors : leaves.tensors) {
      plans.push_back(plan_leaf(p.problem, tensors, leaves.homes));
      must(solve_leaf(p.problem, plans.back(), leaves.homes, *choose_solver(""), 30, {}));
    }
    std::vector<std::int64_t> expected;
    const std::size_t moved = stack_and_mend(p, leaves, plans, expected);
    const Plan plan = must(plan_in(60, p, {.solver = counting, .node_limit = 8}));
    REQUIRE_EQ(numbers(plan.offsets), expected);
    const auto asked = std::ranges::count_if(leaves.pairs, [](std::size_t pairs) { return pairs > 0; });
    started += static_cast<std::size_t>(asked);
    REQUIRE_EQ(plan.remark, says(text(plans.size(), " ", asked, " cbc s ", asked, " proved ", moved, " moved")));
    mended += moved;
    above_search += plan.footprint > p.plan(*find_layout_strategy("search"), {}, {.iterations = 1'000}).footprint;
  }
  REQUIRE_EQ(must(read_file(programs.file("runs"))).size(), started);
  MESSAGE(mended, " moved, ", above_search, " larger than by search");
  REQUIRE(mended > 0);
  REQUIRE(above_search > 0);
}

TEST_CASE("the node limit decides into which leaves a graph is cut") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  const PlanningCase p(random_step(1, 12, true));
  std::vector<std::size_t> leaves;
  for (const std::size_t limit : {5U, 40U, 2'000U}) {
    const Plan plan = must(plan_in(2, p, {.node_limit = limit}));
    REQUIRE_EQ(plan_faults(p.graph, plan), "");
    leaves.push_back(std::stoul(plan.remark));
  }
  REQUIRE(leaves[0] > leaves[1]);
  REQUIRE(leaves[1] > leaves[2]);
  REQUIRE_EQ(std::stoul(must(plan_in(2, p)).remark), leaves[1]);
}

TEST_CASE("where a solver has nothing in time, best fit stands") {
  const FakePrograms programs;
  const PlanningCase p(random_step(1, 3));
  const Plan plan = must(plan_in(1, p, {.solver = programs.make("cbc", "exec sleep 600")}));
  REQUIRE_EQ(plan_faults(p.graph, plan), "");
  REQUIRE_EQ(plan.remark, says("0 proved best fit moved"));
  REQUIRE_EQ(plan_in(1, p, {.solver = programs.make("cbc", "exit 3")}).error().kind, Error::Kind::external);
}

TEST_CASE("plans are valid") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  for (std::uint64_t seed = 1; seed <= 6; ++seed)
    check_plan(PlanningCase(random_graph({.seed = seed, .operators = 5 + 8 * seed, .streams = 1 + seed % 3})));
  for (std::size_t layers : {1U, 3U}) check_plan(PlanningCase(chain(layers, 2)));
}

/// With a solver that finds nothing, so that all is done but its work.
TEST_CASE("plans of networks are valid, and the same whatever the threads") {
  const FakePrograms programs;
  const std::string solver =
      programs.make_solver("cbc", "Stopped on time (no integer solution - continuous used) - objective value 0\n", "");
  for (const char* network : {"alexnet", "resnet50"}) {
    const Graph graph = zoo_graph(network);
    const PlanningCase p(with_order(graph, find_order_strategy("lescea")->run(graph, {}, {})->sequence));
    const Plan plan = p.plan(*find_layout_strategy("roam"), {}, {.solver = solver});
    REQUIRE_EQ(plan_faults(p.graph, plan), "");
    const WorkerLimit one(1);
    REQUIRE_EQ(p.plan(*find_layout_strategy("roam"), {}, {.solver = solver}).offsets, plan.offsets);
  }
}
