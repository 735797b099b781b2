// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <tuple>

#include "core/check/validator.h"
#include "core/layout/strategies/strategies.h"
#include "core/papers/papers.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/interval_reference.h"

using namespace stowage;
using test::Intervals;

namespace {

struct Case {
  explicit Case(const Intervals& rows)
      : graph(test::intervals(rows)),
        conflicts(Conflicts::compute(graph).value()),
        problem(LayoutProblem::make(graph, conflicts, {1}).value()) {}
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;

  Graph graph;
  Conflicts conflicts;
  LayoutProblem problem;
};

/// The function as it is written: again and again a look at all tensors, with the bounds of the one chosen.
std::vector<TensorId> reference_pyramid(const Intervals& rows) {
  std::vector<TensorId> out;
  std::vector<bool> processed(rows.size());
  std::int64_t min_start = 0, max_end = std::int64_t{1} << 40;
  for (;;) {
    std::optional<std::size_t> next;
    const auto rank = [&](std::size_t e) {
      return std::tuple(rows[e].end - 1 - rows[e].begin, rows[e].size, -static_cast<std::int64_t>(e));
    };
    for (std::size_t e = 0; e < rows.size(); ++e) {
      const std::int64_t first = rows[e].begin, last = std::int64_t{rows[e].end} - 1;
      if (first < min_start || last > max_end || processed[e] || last - first <= 0 || rows[e].size == 0) continue;
      if (!next || rank(e) > rank(*next)) next = e;
    }
    if (!next) return out;
    out.emplace_back(*next);
    processed[*next] = true;
    min_start = rows[*next].begin;
    max_end = std::int64_t{rows[*next].end} - 1;
  }
}

}  // namespace

TEST_CASE("activations and gradients") {
  const Case net({{"a0", 16, 1, 9},
                  {"a1", 8, 2, 8},
                  {"a2", 4, 3, 7},
                  {"g2", 4, 5, 7},
                  {"g1", 8, 6, 8},
                  {"g0", 16, 7, 9},
                  {"t", 32, 3, 5}});
  REQUIRE_EQ(pyramid(net.problem), (std::vector{TensorId(0), TensorId(1), TensorId(2), TensorId(6)}));
  const Plan plan = make_plan(kOllaPyramid, net.problem).value();
  REQUIRE_EQ(plan.offsets[0].value, 0);
  REQUIRE_EQ(plan.offsets[1].value, 16);
  REQUIRE_EQ(plan.offsets[2].value, 24);
  REQUIRE_EQ(plan.offsets[6].value, 28);
  REQUIRE_EQ(plan.footprint.count, 60);  // the load at step 3: no plan is smaller
}

TEST_CASE("as the paper says it") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Intervals rows = test::random_intervals(seed);
    const Case made(rows);
    const std::vector<TensorId> expected = reference_pyramid(rows);
    REQUIRE_EQ(pyramid(made.problem), expected);
    const Plan plan = make_plan(kOllaPyramid, made.problem).value();
    REQUIRE(validate(made.graph, plan).value().valid());
    Offset top;
    for (const TensorId t : expected) {
      REQUIRE_EQ(plan.offsets[t.index()], top);
      top = top + made.graph.size(t);
    }
  }
}
