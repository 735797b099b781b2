// SPDX-License-Identifier: Apache-2.0
#include "app/python/coarse_plan.h"
#include "tests/support/core_test.h"

using namespace stowage::python;

namespace {

struct Planned {
  Graph graph;
  Plan plan;
};

Planned many_intervals(std::size_t count, std::uint32_t steps, std::uint32_t longest, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<IntervalRow> rows;
  for (std::size_t k = 0; k < count; ++k) {
    const auto begin = static_cast<std::uint32_t>(engine() % steps);
    const auto end = std::min(steps, begin + 1 + static_cast<std::uint32_t>(engine() % longest));
    rows.push_back({"t" + std::to_string(k), static_cast<std::int64_t>(1 + engine() % 3000), begin, end});
  }
  Planned out{intervals(rows), {}};
  out.plan = PlanningCase(out.graph, 64).plan("greedy-by-size");
  return out;
}

/// The plan is right but for its footprint, which is that of the whole.
void require_no_clash(const CoarsePlan& coarse) {
  const Validation found = validate(coarse.graph, coarse.plan).value();
  for (const Violation& each : found.violations) REQUIRE_EQ(each.kind, Violation::Kind::wrong_footprint);
}

}  // namespace

TEST_CASE("a plan that fits the grid stays as it is") {
  const Planned whole = many_intervals(300, 90, 20, 1);
  const CoarsePlan coarse = coarse_plan(whole.graph, whole.plan).value();
  REQUIRE_EQ(coarse.merged, std::size_t{0});
  REQUIRE_EQ(coarse.blocks, std::size_t{0});
  REQUIRE_EQ(coarse.graph.operator_count(), whole.graph.operator_count());
  const auto before = lifetimes(whole.graph), after = lifetimes(coarse.graph);
  for (const TensorId t : coarse.graph.tensors()) {
    const TensorId same = whole.graph.find_tensor(coarse.graph.name(t));
    REQUIRE_EQ(coarse.plan.offsets[t.index()], whole.plan.offsets[same.index()]);
    REQUIRE((after[t.index()] == before[same.index()]));
    REQUIRE_EQ(coarse.graph.size(t), round_up(whole.graph.size(same), {64}));
  }
  require_no_clash(coarse);
}

TEST_CASE("of many tensors the largest stay, and the others fill what they filled") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Planned whole = many_intervals(20'000, 5'000, seed == 3 ? 3'000 : 60, seed);
    for (const std::size_t alone : {0, 100, 1'000}) {
      const CoarseGrid grid{.columns = 200, .rows = 50, .most_alone = alone};
      const CoarsePlan coarse = coarse_plan(whole.graph, whole.plan, grid).value();
      CAPTURE(seed);
      CAPTURE(alone);
      REQUIRE_EQ(coarse.alone, alone);
      REQUIRE_EQ(coarse.alone + coarse.merged, whole.graph.tensor_count());
      REQUIRE_EQ(coarse.graph.tensor_count(), coarse.alone + coarse.blocks);
      REQUIRE_LE(coarse.blocks, grid.columns * (grid.rows + alone));
      REQUIRE_EQ(coarse.plan.footprint, whole.plan.footprint);
      REQUIRE_EQ(coarse.plan.lower_bound, whole.plan.lower_bound);
      require_no_clash(coarse);
      // No tensor that was merged has a larger area than one that was not.
      const auto lives = lifetimes(whole.graph);
      const auto area = [&](TensorId t) {
        const Lifetime life = lives[t.index()];
        return (life.end - life.begin) * round_up(whole.graph.size(t), {64}).count;
      };
      std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = 0;
      for (const TensorId t : whole.graph.tensors()) {
        if (coarse.graph.find_tensor(whole.graph.name(t)).valid())
          least = std::min(least, area(t));
        else if (lives[t.index()].end - lives[t.index()].begin >= whole.graph.operator_count() / grid.columns)
          most = std::max(most, area(t));
      }
      REQUIRE_LE(most, least);
      // Bytes alive: of each column as they are on average over its steps.
      if (alone > 0) continue;
      const auto curve = memory_curve(whole.graph, lives, {64});
      const auto coarse_curve = memory_curve(coarse.graph, lifetimes(coarse.graph));
      REQUIRE_EQ(coarse_curve.size(), grid.columns);
      const std::size_t steps = whole.graph.operator_count();
      for (std::size_t c = 0; c < grid.columns; ++c) {
        const double from = static_cast<double>(c * steps) / 200, to = static_cast<double>((c + 1) * steps) / 200;
        double mean = 0;
        for (auto s = static_cast<std::size_t>(from); s < steps && static_cast<double>(s) < to; ++s) {
          const double share = std::min(to, static_cast<double>(s + 1)) - std::max(from, static_cast<double>(s));
          mean += share * static_cast<double>(curve[s].count);
        }
        mean /= to - from;
        const double row = static_cast<double>(whole.plan.footprint.count) / 50 + 1;
        REQUIRE_LE(std::abs(static_cast<double>(coarse_curve[c].count) - mean), row);
      }
    }
  }
}

TEST_CASE("graphs of several streams, groups and views, and of nothing") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 60, .streams = 3, .groups = 2});
    const Plan plan = PlanningCase(graph).plan("greedy-by-size");
    const CoarsePlan coarse = coarse_plan(graph, plan, {.columns = 7, .rows = 5, .most_alone = 10}).value();
    REQUIRE_LE(coarse.alone, std::size_t{10});
    require_no_clash(coarse);
  }
  const CoarsePlan nothing = coarse_plan(Graph(), Plan()).value();
  REQUIRE_EQ(nothing.graph.tensor_count(), std::size_t{0});
}
