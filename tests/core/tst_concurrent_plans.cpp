// SPDX-License-Identifier: Apache-2.0

#include <thread>

#include "core/stowage.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"

using namespace stowage;

/// Programs of others plan in many threads at once; under the thread sanitizer this looks for what they share.
TEST_CASE("plans made at once are those made alone") {
  constexpr std::size_t kThreads = 4;
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 1; seed <= 6; ++seed)
    graphs.push_back(test::random_graph({.seed = seed, .operators = 40, .streams = 1 + seed % 3, .fan = 2}));
  PlanRequest request;
  for (const char* id : {"so.size.best", "mo.breadth.first", "greedy-by-size", "search", "auto"})
    request.strategies.push_back(find_layout_strategy(id));
  request.options.iterations = 200;
  const auto offsets = [&](const Graph& graph) {
    const auto plan = plan_graph(graph, request);
    return plan && check_plan(graph, *plan)->valid() ? plan->offsets : std::vector<Offset>();
  };

  std::vector<std::vector<Offset>> alone;
  for (const Graph& graph : graphs) alone.push_back(offsets(graph));
  std::vector<std::size_t> equal(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < kThreads; ++k)
      threads.emplace_back([&, k] {  // each begins with another graph
        for (std::size_t g = 0; g < graphs.size(); ++g) {
          const std::size_t at = (g + k) % graphs.size();
          equal[k] += !alone[at].empty() && std::ranges::equal(offsets(graphs[at]), alone[at]) ? 1 : 0;
        }
      });
  }
  for (const std::size_t count : equal) REQUIRE_EQ(count, graphs.size());
}
