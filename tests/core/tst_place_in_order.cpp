// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <random>

#include "core/base/parallel.h"
#include "core/check/validator.h"
#include "core/layout/engine/one_object.h"
#include "core/layout/engine/place_in_order.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"

using namespace stowage;

namespace {

struct Row {
  std::string name;
  test::RandomGraph graph;
};

/// Of enough blocks for two threads; of the lanes, the last is mixed in the third.
std::vector<Row> rows() {
  return {{"one stream", {.seed = 1, .operators = 24'000, .streams = 1, .window = 300}},
          {"two streams with groups",
           {.seed = 2, .operators = 24'000, .streams = 2, .window = 200, .groups = 800, .syncs = 2'400}},
          {"forty streams", {.seed = 3, .operators = 24'000, .streams = 40, .window = 400, .syncs = 8'000}}};
}

std::vector<std::uint32_t> shuffled_blocks(const LayoutProblem& problem) {
  std::vector<std::uint32_t> order(problem.block_count());
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(7));
  return order;
}

struct PlaceInOrderFixture {
  PlaceInOrderFixture() { set_worker_limit(2); }
  PlaceInOrderFixture(const PlaceInOrderFixture&) = delete;
  PlaceInOrderFixture& operator=(const PlaceInOrderFixture&) = delete;
  ~PlaceInOrderFixture() { set_worker_limit(0); }
};

}  // namespace

TEST_CASE_FIXTURE(PlaceInOrderFixture, "two threads place each block where one does") {
  test::each_row(rows(), [](const Row& row) {
    const Graph g = test::random_graph(row.graph);
    const Conflicts conflicts = Conflicts::compute(g).value();
    const LayoutProblem problem = LayoutProblem::make(g, conflicts, {8}).value();
    const auto order = shuffled_blocks(problem);
    const auto one_by_one = [&]<Fit fit>() {
      return place_blocks(problem, order, {}, OneObject<fit>(), Unobserved()).value();
    };
    const auto best = place_in_order(problem, order, Fit::best, {}).value();
    CHECK(best == one_by_one.operator()<Fit::best>());
    CHECK(place_in_order(problem, order, Fit::first, {}).value() == one_by_one.operator()<Fit::first>());
    const Bytes needed = footprint(problem.sizes(), best);
    Plan plan;
    plan.alignment = {8};
    plan.offsets = best;
    plan.footprint = needed;
    CHECK(validate(g, plan)->valid());
    CHECK(place_in_order(problem, order, Fit::best, {}, needed).value() == best);
    const auto refused = place_in_order(problem, order, Fit::best, {}, Bytes{needed.count - 1});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == Error::Kind::infeasible);
  });
}

/// They ask for all that is made in both halves of the time axis.
TEST_CASE_FIXTURE(PlaceInOrderFixture, "tensors that are alive throughout lie apart from all") {
  constexpr std::uint32_t kRows = 24'000;
  std::mt19937_64 engine(11);
  std::vector<test::IntervalRow> rows;
  for (std::uint32_t k = 0; k < kRows; ++k) {
    const auto begin = static_cast<std::uint32_t>(engine() % kRows);
    const bool throughout = k % 1'000 == 0;
    rows.push_back({std::to_string(k), static_cast<std::int64_t>(1 + engine() % 100), throughout ? 0 : begin,
                    throughout ? kRows + 50 : begin + 1 + static_cast<std::uint32_t>(engine() % 50)});
  }
  const Graph g = test::intervals(rows);
  const Conflicts conflicts = Conflicts::compute(g).value();
  const LayoutProblem problem = LayoutProblem::make(g, conflicts).value();
  Plan plan;
  plan.offsets = place_in_order(problem, shuffled_blocks(problem), Fit::first, {}).value();
  plan.footprint = footprint(problem.sizes(), plan.offsets);
  CHECK(validate(g, plan)->valid());
}

TEST_CASE_FIXTURE(PlaceInOrderFixture, "most of one stream lies in a half") {
  const Graph g = test::random_graph(rows()[0].graph);
  const Conflicts conflicts = Conflicts::compute(g).value();
  const LayoutProblem problem = LayoutProblem::make(g, conflicts).value();
  const Occupancy occupancy(problem);
  std::array<std::size_t, 3> counts{};
  for (std::uint32_t b = 0; b < problem.block_count(); ++b) ++counts[static_cast<std::size_t>(occupancy.half_of(b))];
  CHECK_GT(counts[0] * 10, problem.block_count() * 4);
  CHECK_GT(counts[1] * 10, problem.block_count() * 4);
}

TEST_CASE_FIXTURE(PlaceInOrderFixture, "ends soon when it is cancelled") {
  const Graph g = test::random_graph(rows()[0].graph);
  const Conflicts conflicts = Conflicts::compute(g).value();
  const LayoutProblem problem = LayoutProblem::make(g, conflicts).value();
  std::stop_source source;
  source.request_stop();
  const auto stopped = place_in_order(problem, shuffled_blocks(problem), Fit::best, Task().part(source.get_token()));
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().kind == Error::Kind::cancelled);
}
