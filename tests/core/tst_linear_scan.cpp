// SPDX-License-Identifier: Apache-2.0

#include "core/check/validator.h"
#include "core/layout/strategies/strategies.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/rounds.h"

using namespace stowage;

namespace {

Plan plan_of(const Graph& graph, Bytes alignment = {1}) {
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const LayoutProblem problem = LayoutProblem::make(graph, conflicts, alignment).value();
  return make_plan(kLinearScan, problem).value();
}

std::vector<std::int64_t> offsets(const Plan& plan) {
  std::vector<std::int64_t> out;
  for (const Offset offset : plan.offsets) out.push_back(offset.value);
  return out;
}

}  // namespace

// The planner for very many tensors.
/// ```
///   28              EEEEEEE
///   16  .   BBBBBBB EEEEEEE
///   10  AAAAAAA DDD EEEEEEE
///    8  AAAAAAA CCCCCCC
///        0   1   2   3   4
/// ```
TEST_CASE("the smallest gap else the top") {
  const Plan plan =
      plan_of(test::intervals({{"A", 10, 0, 2}, {"B", 6, 1, 3}, {"C", 8, 2, 4}, {"D", 2, 2, 3}, {"E", 20, 3, 5}}));
  REQUIRE_EQ(offsets(plan), (std::vector<std::int64_t>{0, 10, 0, 8, 8}));
  REQUIRE_EQ(plan.footprint, Bytes{28});
}

/// Bytes that another stream may still need are not given away.
TEST_CASE("streams that nothing orders") {
  const std::string apart = "op a @0\nop b @0\nop c @1\nop d @1\nt x 100 : a -> b\nt y 10 : c -> d";
  REQUIRE_EQ(plan_of(test::graph_of(apart)).footprint, Bytes{110});
  REQUIRE_EQ(plan_of(test::graph_of(apart + "\nsync b c")).footprint, Bytes{100});
}

TEST_CASE("nothing to place") {
  REQUIRE_EQ(plan_of(test::graph_of("op a @0")).footprint, Bytes{0});
  REQUIRE_EQ(plan_of(test::graph_of("op a @0\nt x 5 : a -> !")).footprint, Bytes{5});
}

TEST_CASE("valid on every graph") {
  for (std::uint64_t seed = 0; seed < test::rounds(600); ++seed) {
    const Graph graph = test::random_graph({.seed = seed,
                                            .operators = 5 + seed % 90,
                                            .streams = 1 + seed % 40,
                                            .window = 2 + seed % 15,
                                            .groups = seed % 5,
                                            .syncs = seed % 20});
    const Plan plan = plan_of(graph, {seed % 3 == 0 ? 64 : 1});
    const Validation checked = validate(graph, plan, 1).value();
    REQUIRE_MESSAGE(checked.valid(), (checked.valid() ? "" : checked.violations.front().text));
  }
}
