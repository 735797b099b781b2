// SPDX-License-Identifier: Apache-2.0

#include "core/graph/bound_scope.h"
#include "core/insight/analysis/report.h"
#include "core/plan/plan.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"

using namespace stowage;

/// Figures 7 to 9 of the SOMAS paper, by hand: A and C are alive together at step 1, B, D and E at step 4.
TEST_CASE("a plan of the paper") {
  const Graph g =
      test::intervals({{"A", 1024, 0, 2}, {"B", 768, 3, 5}, {"C", 640, 1, 3}, {"D", 512, 4, 6}, {"E", 256, 2, 5}});
  Plan plan;
  plan.offsets = {{0}, {0}, {1024}, {768}, {1664}};
  const Report report = make_report(g, plan);
  REQUIRE_EQ(report.footprint.count, 1920);
  REQUIRE_EQ(report.lifetime_bound.count, 1664);
  REQUIRE_EQ(report.fragmentation, 256.0 / 1920.0);
  const std::vector<Bytes> curve{{1024}, {1664}, {896}, {1024}, {1536}, {512}};
  REQUIRE(report.curve == curve);
  REQUIRE_EQ(report.peak_step, 1u);
  REQUIRE((report.at_peak == std::vector{TensorId(0), TensorId(2)}));
}

/// Sizes are rounded up to the plan's alignment, and equal ones stay in order of index; the first peak counts.
TEST_CASE("rounds up") {
  const Graph g = test::intervals({{"a", 3, 0, 1}, {"b", 0, 0, 2}, {"c", 9, 0, 1}, {"d", 5, 0, 1}, {"e", 25, 1, 2}});
  Plan plan;
  plan.alignment = {8};
  plan.offsets = {{0}, {96}, {8}, {24}, {0}};
  const Report report = make_report(g, plan);
  REQUIRE_EQ(report.footprint.count, 32);  // what is empty has no end
  REQUIRE_EQ(report.lifetime_bound.count, 32);
  REQUIRE_EQ(report.fragmentation, 0.0);
  REQUIRE_EQ(report.peak_step, 0u);
  REQUIRE((report.at_peak == std::vector{TensorId(2), TensorId(0), TensorId(3)}));
}

/// The tensors at the peak sum to it exactly, which is the largest value of the curve.
TEST_CASE("the peak sums up") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Graph g = test::random_graph({.seed = seed, .operators = 40, .streams = 1 + seed % 4, .groups = 2});
    Plan plan;
    plan.alignment = {seed % 2 == 0 ? 1 : 16};
    plan.offsets.resize(g.tensor_count());
    const Report report = make_report(g, plan);
    std::int64_t sum = 0;
    for (TensorId t : report.at_peak) sum += round_up(g.size(t).count, plan.alignment.count);
    REQUIRE_EQ(sum, report.curve[report.peak_step].count);
    REQUIRE_EQ(report.lifetime_bound, *std::ranges::max_element(report.curve));
    REQUIRE(std::ranges::is_sorted(report.at_peak, std::greater{},
                                   [&](TensorId t) { return round_up(g.size(t).count, plan.alignment.count); }));
  }
}

/// Operators could run in another order, in which a plan may be smaller; a time axis fixes it.
TEST_CASE("bounds are of an order where there are others") {
  Graph::Data data = test::intervals({{"a", 3, 0, 1}, {"b", 4, 0, 2}}).data();
  const std::string in_this_order = no_plan(Graph(data));
  data.times = {0, 5, 9};
  const std::string at_all = no_plan(Graph(data));
  REQUIRE_NE(in_this_order, at_all);
  REQUIRE_EQ(no_plan(test::graph_of("op a @0")), at_all);
  REQUIRE((no_plan(test::one_sync()) != at_all && no_plan(test::one_sync()) != in_this_order));
}

TEST_CASE("nothing at all") {
  const Report report = make_report(Graph(), Plan());
  REQUIRE_EQ(report.footprint.count, 0);
  REQUIRE_EQ(report.fragmentation, 0.0);
  REQUIRE((report.curve.empty() && report.at_peak.empty()));
}

TEST_CASE("gaps") {
  REQUIRE_EQ(gap({150}, {100}), 0.5);
  REQUIRE_EQ(gap({100}, {100}), 0.0);
  REQUIRE_EQ(gap({100}, {0}), 0.0);
}
