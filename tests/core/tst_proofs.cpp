// SPDX-License-Identifier: Apache-2.0
// What is proved in three ways that share no code: by the search, by the exact search over conflicts alone, and by a
// solver of integer programs. On graphs whose bounds no quick strategy meets, so that there is something to prove.

#include "core/layout/search/exact.h"
#include "core/layout/search/portfolio.h"
#include "tests/support/checks.h"
#include "tests/support/exhaustive.h"
#include "tests/support/files.h"
#include "tests/support/graphs.h"
#include "tests/support/planning.h"
#include "tests/support/reference_plan.h"

using namespace stowage;

namespace {

constexpr int kCases = 10;                  // of each kind
constexpr std::uint64_t kMostSeeds = 3000;  // to find them

/// What one of them found, and says of it.
struct Claim {
  const char* by;
  std::vector<Offset> offsets;
  Bytes footprint, bound;

  [[nodiscard]] bool proved() const { return footprint == bound; }
};

struct Case : test::PlanningCase {
  using PlanningCase::PlanningCase;

  /// No greedy plan is one that a quick bound proves.
  [[nodiscard]] bool is_open() const {
    const PortfolioPlan quick = run_portfolio(problem, {}, {}).value();
    return quick.footprint > quick.lower_bound;
  }
  [[nodiscard]] Claim by_strategy(const char* id, const PlanOptions& options, double seconds) const {
    Plan found = plan(*find_layout_strategy(id), Task::with_time_limit(seconds), options);
    return {id, std::move(found.offsets), found.footprint, found.lower_bound};
  }
  /// Without groups.
  [[nodiscard]] Claim by_exact_search() const {
    auto search = ExactSearch::make(problem).value();
    search.lower(500'000);
    return {"the exact search", search.best(), search.best_footprint(), search.lower_bound()};
  }
};

/// Valid by the definition, and no claim against another.
void compare(const Case& c, std::span<const Claim> claims) {
  const auto pairs = test::unsafe_pairs_by_definition(c.graph);
  for (const Claim& one : claims) {
    REQUIRE_EQ(test::count_faults(c.graph, pairs, one.offsets, c.problem.alignment().count), std::size_t{0});
    REQUIRE_EQ(one.footprint, footprint(c.problem.sizes(), one.offsets));
    for (const Claim& other : claims)
      if (one.bound > other.footprint)
        FAIL(test::text(c.graph.name().c_str(), ": ", one.by, " proves ", one.bound.count, " bytes, but ", other.by,
                        " has a plan of ", other.footprint.count));
  }
}

}  // namespace

TEST_CASE("all proofs agree") {
  struct Row {
    std::string name;
    std::size_t streams, groups;
    std::int64_t alignment = 1;
    bool own_alignments = false;
  };
  if (test::find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  const std::vector<Row> rows = {{"one stream", 1, 0},
                                 {"three streams", 3, 0},
                                 {"one stream, groups", 1, 3},
                                 {"four streams, groups", 4, 4},
                                 {"two streams, groups, aligned", 2, 2, 4},
                                 {"two streams, groups, alignments of tensors", 2, 2, 1, true}};
  test::each_row(rows, [&](const Row& row) {
    std::array<int, 3> proved{};
    int cases = 0;
    for (std::uint64_t seed = 1; cases < kCases && seed < kMostSeeds; ++seed) {
      Graph graph = test::random_graph({.seed = seed,
                                        .operators = 7 + seed % 5,
                                        .streams = row.streams,
                                        .fan = 2,
                                        .window = 4,
                                        .groups = row.groups,
                                        .syncs = 4});
      graph = test::with_small_sizes(graph, seed, 12);
      if (row.own_alignments) graph = test::with_alignments(graph, seed, {2, 3, 4});
      const Case c(std::move(graph), row.alignment);
      if (!c.is_open()) continue;
      ++cases;
      std::vector claims{c.by_strategy("search", {.seed = seed, .iterations = 20'000}, 60),
                         c.by_strategy("mip", {}, 1)};
      if (row.groups == 0) claims.push_back(c.by_exact_search());
      compare(c, claims);
      for (std::size_t k = 0; k < claims.size(); ++k) proved[k] += claims[k].proved();
    }
    MESSAGE(cases, " cases, proved by search ", proved[0], ", mip ", proved[1], ", exact search ", proved[2]);
    REQUIRE_EQ(cases, kCases);
    REQUIRE(proved[0] * 5 >= cases * 4);
    REQUIRE((row.groups > 0 || proved[2] * 5 >= cases * 4));
    REQUIRE(proved[1] >= 3);  // as many as a solver proves in its time
  });
}
