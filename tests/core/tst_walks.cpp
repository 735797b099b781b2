// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/walk.h"
#include "core/order/exact_order.h"
#include "core/papers/nnc/allocation_graph.h"
#include "core/papers/papers.h"
#include "core/papers/roam/roam.h"
#include "tests/support/core_test.h"
#include "tests/support/phased_graph.h"
#include "tests/support/results.h"
#include "tests/support/zoo.h"

namespace {

using Role = WalkMark::Role;
using Shape = WalkMark::Shape;

/// A graph, and walks on it.
struct Walker : PlanningCase {
  using PlanningCase::PlanningCase;
  [[nodiscard]] WalkInput input() const {
    return {std::make_shared<const Graph>(graph), std::make_shared<const Conflicts>(conflicts), problem.alignment()};
  }
  [[nodiscard]] Result<Walk> try_walk(std::string_view id) const { return make_walk(*find_walk(id), input()); }
  [[nodiscard]] Walk walk(std::string_view id) const { return must(try_walk(id)); }
  /// The last place of each tensor at a step; kNotPlaced: none. Each is there once at most.
  [[nodiscard]] std::vector<Offset> placed(const Walk& walk, std::size_t step) const {
    std::vector<Offset> out(graph.tensor_count(), kNotPlaced);
    for (const WalkMark* mark : walk.marks_at(step)) {
      if (mark->role != Role::placed || mark->shape != Shape::box || !mark->tensor.valid()) continue;
      REQUIRE_EQ(out[mark->tensor.index()], kNotPlaced);
      out[mark->tensor.index()] = {mark->run.begin};
      REQUIRE_EQ(mark->run.end - mark->run.begin, problem.sizes()[mark->tensor.index()].count);
    }
    return out;
  }
  [[nodiscard]] std::vector<Offset> placed_in_the_end(std::string_view id) const {
    const Walk all = walk(id);
    if (all.steps.empty()) return std::vector<Offset>(graph.tensor_count(), kNotPlaced);
    return placed(all, all.steps.size() - 1);
  }
};

/// The blocks in turn: "A0 C1024", what is framed at the last step of each, and where.
std::string places_in_turn(const Walk& walk) {
  std::string out;
  for (std::size_t k = 0; k < walk.block_count(); ++k)
    for (const WalkMark* mark : walk.marks_at(walk.first_step(k + 1) - 1))
      if (mark->role == Role::current && mark->tensor.valid())
        out += (out.empty() ? "" : " ") + std::string(walk.graph->name(mark->tensor)) + "@" +
               std::to_string(mark->run.begin);
  return out;
}

/// Whatever a walk says: each place in its words has a value, and each index something that it names.
void check_form(const Walk& walk) {
  REQUIRE_EQ(walk.steps.size(), walk.step_count());
  const auto check_words = [](const WalkWords& words) {
    for (const char* at = words.pattern; *at != 0; ++at)
      if (*at == '%') REQUIRE(static_cast<std::size_t>(at[1] - '1') < words.values.size());
  };
  for (const WalkStep& step : walk.steps) {
    check_words(step.words);
    REQUIRE(step.line < walk.code.size());
    REQUIRE(step.plane < walk.planes.size());
    if (step.table == WalkStep::kNone) continue;
    for (std::uint32_t row : step.rows) REQUIRE(row < walk.tables[step.table].rows.size());
  }
  for (const WalkTable& table : walk.tables)
    for (const auto& row : table.rows) REQUIRE_EQ(row.size(), table.columns.size());
  for (const WalkMark& mark : walk.marks) {
    const WalkPlane& plane = walk.planes[walk.steps[mark.first].plane];
    REQUIRE((mark.run.begin >= 0 && mark.run.end <= plane.top && mark.end <= plane.length && mark.first < mark.last));
  }
}

/// Names and lengths of the arrows between tensors at the last step: "3@0".
std::set<std::string> flows_in_the_end(const Walk& walk) {
  std::set<std::string> out;
  for (const WalkMark* mark : walk.marks_at(walk.steps.size() - 1))
    if (mark->shape == Shape::arrow && mark->role == Role::placed && !mark->faint)
      out.insert(std::to_string(mark->bytes.count) + "@" + std::to_string(mark->run.begin));
  return out;
}

bool says(const WalkWords& words, Bytes bytes) {
  return std::ranges::find(words.values, WalkWords::Value(bytes)) != words.values.end();
}

}  // namespace

/// Every planner's walk ends in what the planner itself answers.
TEST_CASE("walks end in the planners own plans") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Walker one(random_graph({.seed = seed, .operators = 3 + seed % 40, .streams = 1}),
                     std::int64_t{1} << (seed % 3 * 2));
    const Walker many(varied_graph(seed, 4 + seed % 40, 1 + seed % 4, seed % 3));
    const auto compare = [&](const Walker& at, const char* id) {
      check_form(at.walk(id));
      const std::vector<Offset> drawn = at.placed_in_the_end(id), own = at.plan(id).offsets;
      for (TensorId t : at.graph.tensors())
        if (at.problem.occupies(t))
          REQUIRE_MESSAGE(drawn[t.index()] == own[t.index()], (std::string(id) + " " + std::to_string(seed)));
    };
    for (const char* id : {"llfb", "gergov"}) compare(one, id);
    for (const char* id : {"mincost-flow", "nnc", "nnc.size", "bump", "bump.reset"}) compare(many, id);
  }
}

/// Planners and orders of the papers have steps, but for programs that a solver decides.
TEST_CASE("planners of the papers have steps") {
  const std::set<std::string_view> ours{"auto", "search", "linear-scan", "given", "best", "exact"},
      decided_elsewhere{"caching", "mip", "olla.joint"};
  const auto check = [&](const auto& row, bool has_steps) {
    INFO(row.id);
    REQUIRE_EQ(has_steps, !ours.contains(row.id) && !decided_elsewhere.contains(row.id));
  };
  for (const LayoutStrategy& row : layout_strategies())
    check(row, row.recipe.has_value() || (find_walk(row.id) != nullptr && find_walk(row.id)->strategy->id == row.id));
  for (const OrderStrategy& row : order_strategies()) check(row, find_walk(row.id) != nullptr);  // ROAM's in its tree
}

/// The tree has a row a subgraph; leaf by leaf every tensor is placed, and in the end as the layout has it.
TEST_CASE("roam step by step") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Walker at(
        seed == 0 ? zoo_graph("alexnet")
        : seed == 1
            ? small_training_step()
            : random_graph({.seed = seed, .operators = 1 + seed % 10, .streams = 1}));  // small: a solver plans them
    const Walk walk = at.walk("roam");
    check_form(walk);
    const SubgraphTree tree = make_subgraph_tree(at.graph, OrderOptions().node_limit);
    const auto is_made = [](const WalkStep& step) { return step.plane == 0 && step.line != 4; };  // 4: a border moves
    REQUIRE_EQ(std::ranges::count_if(walk.steps, is_made), std::ssize(tree.nodes) - 1);
    if (walk.planes.size() < 2) continue;  // nothing to place
    const std::vector<Offset> drawn = at.placed(walk, walk.steps.size() - 1);
    const Plan own = at.plan_at(must(roam::plan_by_leaves(at.problem, {}, {})).offsets);
    for (TensorId t : at.graph.tensors())
      if (at.problem.occupies(t)) REQUIRE_EQ(drawn[t.index()], own.offsets[t.index()]);
    REQUIRE(validate(at.graph, own).value().valid());
  }
}

/// Each step on a leaf marks its row, which has the leaf's own numbers; what is proved least is least.
TEST_CASE("roam says how each leaf is planned") {
  const Walker at(zoo_graph("alexnet"));
  const Walk walk = at.walk("roam");
  roam::LeavesTold told;
  REQUIRE(roam::plan_by_leaves(at.problem, {}, {}, &told).has_value());
  const SubgraphTree tree = make_subgraph_tree(at.graph, OrderOptions().node_limit);
  const auto homes = roam::find_homes(tree, tree.leaves(), at.problem.lifetimes());
  std::uint32_t row = 0;
  for (const WalkStep& step : walk.steps) {
    if (step.line != 7) continue;
    REQUIRE_EQ(step.rows, std::vector{row});
    const auto& cells = walk.tables[step.table].rows[row++];
    const auto number = [&](std::size_t column) { return std::get<std::int64_t>(cells[column].values[0]); };
    const roam::LeafLayout& leaf = told.leaves[static_cast<std::size_t>(number(0)) - 1];
    std::int64_t end = 0, pairs = 0;
    for (std::size_t k = 0; k < leaf.tensors.size(); ++k) {
      const TensorId a = leaf.tensors[k];
      end = std::max(end, leaf.offsets[k] + at.problem.sizes()[a.index()].count);
      pairs += std::ranges::count_if(leaf.tensors, [&](TensorId b) {
        return a < b && !homes[a.index()].is_activation && !homes[b.index()].is_activation && at.conflicts.unsafe(a, b);
      });
    }
    REQUIRE_EQ(number(1), std::ssize(leaf.tensors));
    REQUIRE_EQ(number(2), pairs);
    REQUIRE_EQ(std::get<Bytes>(cells[4].values[0]), Bytes{end});
    REQUIRE_EQ(std::string_view(cells[5].pattern) == "least", pairs == 0 || leaf.bound == end);
  }
  REQUIRE(row > 1);
}

/// Each tensor lies on the one before, within its lifetime; no tensor that is left would go on.
TEST_CASE("the pyramid step by step") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Walker at(random_graph({.seed = seed, .operators = 3 + seed % 40, .streams = 1}));
    check_form(at.walk("olla"));
    const std::vector<Offset> drawn = at.placed_in_the_end("olla");
    std::int64_t top = 0;
    for (TensorId t : pyramid(at.problem)) {
      REQUIRE_EQ(drawn[t.index()].value, top);
      top += at.problem.sizes()[t.index()].count;
    }
  }
}

/// The bars are the order and its memory, by the definitions of both.
TEST_CASE("lescea step by step") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Walker at(random_graph({.seed = seed, .operators = 2 + seed % 30, .streams = 1 + seed % 3}));
    const Walk walk = at.walk("lescea");
    check_form(walk);
    std::vector<OrderProblem::Index> drawn;
    std::vector<Bytes> curve;
    for (const WalkMark* mark : walk.marks_at(walk.steps.size() - 1)) {
      if (!mark->op.valid() || mark->role != Role::placed) continue;
      REQUIRE_EQ(mark->begin, static_cast<double>(drawn.size()));
      drawn.push_back(static_cast<OrderProblem::Index>(mark->op.index()));
      curve.push_back({mark->run.end});
    }
    const OrderProblem problem = order_problem(at.graph);
    REQUIRE_EQ(drawn, lescea_order(problem).value());
    REQUIRE_EQ(curve, memory_curve_of(problem, drawn));
  }
  const Walk figure = Walker(roam_figure_2()).walk("lescea");
  constexpr std::int64_t kMebi = std::int64_t{1} << 20;
  REQUIRE((says(figure.steps.back().words, {90}) || says(figure.steps.back().words, {90 * kMebi})));
}

/// The numbers that the papers, or their exact statement, publish.
TEST_CASE("published numbers step by step") {
  const Walker seven(figure_7());
  REQUIRE_EQ(places_in_turn(seven.walk("llfb")), "E@0 A@0 B@256 C@1024 D@1024");
  REQUIRE(places_in_turn(seven.walk("gergov")).ends_with("A@0 E@0 B@256 C@1024 D@1024"));  // as they drop
  const Walk flow = seven.walk("mincost-flow");
  const auto stacks = std::ranges::find(flow.steps, 1U, &WalkStep::plane);
  REQUIRE(says(std::prev(stacks)->words, {1920}));
  REQUIRE_EQ(flow.planes.back().top, 1920);

  const Walker parts(intervals({{"A", 8, 0, 2}, {"B", 3, 2, 5}, {"C", 4, 3, 6}, {"D", 1, 2, 6}}));
  REQUIRE_EQ(flows_in_the_end(parts.walk("nnc")), (std::set<std::string>{"3@0", "4@3", "1@7"}));
  REQUIRE_EQ(flows_in_the_end(parts.walk("nnc.size")), (std::set<std::string>{"4@0", "3@4", "1@7"}));
  const Walker buffers(intervals({{"x", 8, 0, 2}, {"p", 4, 1, 3}, {"q", 6, 2, 4}, {"y", 8, 3, 5}, {"r", 3, 2, 5}}));
  REQUIRE_EQ(places_in_turn(buffers.walk("nnc")), "p@0 y@0 x@8 q@8 r@16");

  const Walker net(intervals({{"a0", 16, 1, 9},
                              {"a1", 8, 2, 8},
                              {"a2", 4, 3, 7},
                              {"g2", 4, 5, 7},
                              {"g1", 8, 6, 8},
                              {"g0", 16, 7, 9},
                              {"t", 32, 3, 5}}));
  REQUIRE_EQ(places_in_turn(net.walk("olla")), "a0@0 a1@16 a2@24 t@28");
}

/// Both algorithms, in the end, know the pairs that the definition says are safe.
TEST_CASE("safe pairs step by step") {
  const auto safe_in_the_end = [](const Walk& walk) {
    std::vector<TensorId> names;
    std::set<std::pair<std::size_t, std::size_t>> out;
    const auto marks = walk.marks_at(walk.steps.size() - 1);
    for (const WalkMark* mark : marks)
      if (mark->role == Role::waiting) names.push_back(mark->tensor);
    for (const WalkMark* mark : marks)
      if (mark->role == Role::placed)
        out.emplace(names[static_cast<std::size_t>(mark->run.begin)].index(),
                    names[static_cast<std::size_t>(mark->begin)].index());
    return out;
  };
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    const Walker at(random_graph({.seed = seed, .operators = 2 + seed % 14, .streams = 1 + seed % 4}));
    const auto unsafe = unsafe_pairs_by_definition(at.graph);
    std::set<std::pair<std::size_t, std::size_t>> safe;
    for (std::size_t a = 0; a < at.graph.tensor_count(); ++a)
      for (std::size_t b = a + 1; b < at.graph.tensor_count(); ++b)
        if (at.graph.is_needed(TensorId(a)) && at.graph.is_needed(TensorId(b)) &&
            !std::ranges::binary_search(unsafe, std::pair(a, b)))
          safe.emplace(a, b);
    for (const char* id : {"safety.1", "safety.2"}) {
      const Walk walk = at.walk(id);
      check_form(walk);
      REQUIRE_MESSAGE(safe_in_the_end(walk) == safe, (std::string(id) + " " + std::to_string(seed)));
    }
  }
}

/// SOMAS, figure 2, with positions in streams in place of the numbers of operators.
TEST_CASE("the tables of figure 2") {
  const Walker at(Graph(*sample("somas_figure_2.stowage.json")));
  const Walk walk = at.walk("safety.2");
  const WalkTable& table = walk.tables.front();
  const auto cell = [&](char tensor, std::size_t column) {
    const WalkWords& words = table.rows[static_cast<std::size_t>(tensor - 'a')][column];
    return words.values.empty() ? std::int64_t{-1} : std::get<std::int64_t>(words.values[0]);
  };
  constexpr std::size_t kStart = 2, kEnd = 3, kAncestor = 6;  // of three streams
  REQUIRE_EQ(cell('a', kStart), 1);
  REQUIRE_EQ(cell('a', kEnd + 0), 2);  // operator 3
  REQUIRE_EQ(cell('a', kEnd + 1), 1);  // operator 2
  REQUIRE_EQ(cell('a', kEnd + 2), -1);
  REQUIRE_EQ(cell('d', kEnd + 1), 3);  // operator 5
  REQUIRE_EQ(cell('f', kEnd + 1), 4);  // operator 6
  REQUIRE_EQ(cell('g', kAncestor + 0), 1);
  REQUIRE_EQ(cell('h', kAncestor + 0), 2);  // operator 3
  REQUIRE_EQ(cell('h', kAncestor + 1), 0);
  REQUIRE_EQ(cell('i', kAncestor + 0), 2);
}

TEST_CASE("what cannot be walked through") {
  const Walker streams(random_graph({.seed = 1, .operators = 12, .streams = 3}));
  for (const char* id : {"llfb", "gergov", "olla"})
    REQUIRE_EQ(streams.try_walk(id).error().kind, Error::Kind::unsupported);
  Graph::Data on_a_clock = figure_7().data();
  on_a_clock.times = {0, 1, 2, 3, 4, 5, 6};
  const Walker lives(Graph(std::move(on_a_clock)));
  REQUIRE_EQ(lives.try_walk("lescea").error().kind, Error::Kind::unsupported);
  const Walker large(random_graph({.seed = 1, .operators = 900}));
  REQUIRE_EQ(large.try_walk("safety.1").error().kind, Error::Kind::bad_input);
  const Walker small(random_graph({.seed = 1, .operators = 12, .streams = 1}));
  std::stop_source stop;
  stop.request_stop();
  for (const WalkInfo& info : walks()) {
    const auto walk = make_walk(info, small.input(), {stop.get_token(), {}, {}});
    REQUIRE_MESSAGE((!walk && walk.error().kind == Error::Kind::cancelled), std::string(info.id));
  }
}

/// A block of a walk is what its unit says; the others have parts of several kinds.
TEST_CASE("blocks are what the unit says") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Walker at(random_graph({.seed = seed, .operators = 3 + seed % 20, .streams = 1}));
    const auto placed = static_cast<std::size_t>(
        std::ranges::count_if(at.graph.tensors(), [&](TensorId t) { return at.problem.occupies(t); }));
    const auto needed = static_cast<std::size_t>(
        std::ranges::count_if(at.graph.tensors(), [&](TensorId t) { return at.graph.is_needed(t); }));
    REQUIRE_EQ(at.walk("llfb").block_count(), placed);
    REQUIRE_EQ(at.walk("lescea").block_count(), at.graph.operator_count());
    REQUIRE_EQ(at.walk("safety.1").block_count(), std::max<std::size_t>(needed, 2) - 1);
    for (const char* id : {"llfb", "safety.1"}) REQUIRE_EQ(std::string(find_walk(id)->unit), "tensor");
    REQUIRE_EQ(std::string(find_walk("lescea")->unit), "operator");
  }
}

TEST_CASE("the step beside") {
  StepBlocks one, other;
  for (std::size_t steps : {2U, 3U, 1U}) one.add_block(steps);
  for (std::size_t steps : {4U, 1U}) other.add_block(steps);
  const std::vector<std::size_t> expected{0, 3, 4, 4, 4, 4};
  for (std::size_t step = 0; step < one.step_count(); ++step) REQUIRE_EQ(step_beside(one, step, other), expected[step]);
}
