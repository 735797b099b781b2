// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <vector>

#include "core/plan/bounds.h"
#include "core/plan/passed_bytes.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/wide_graph.h"

using namespace stowage;

namespace {

/// Nobody gives more than it has, or takes more than it makes, or takes too early. Returns the bytes passed.
std::int64_t checked_sum(const LayoutProblem& problem, const std::vector<PassedBytes>& passed) {
  const Graph& graph = problem.graph();
  std::vector<std::int64_t> given(graph.tensor_count()), taken(graph.operator_count()), made(graph.operator_count());
  for (OperatorId o : graph.operators())
    for (TensorId t : graph.outputs(o)) made[o.index()] += problem.sizes()[t.index()].count;
  std::int64_t sum = 0;
  for (const auto& [from, to, bytes] : passed) {
    if (bytes <= 0) throw std::runtime_error("nothing passed");
    for (TensorId t : graph.outputs(to))
      if (!problem.conflicts().before(from, t)) throw std::runtime_error("taken too early");
    given[from.index()] += bytes;
    taken[to.index()] += bytes;
    sum += bytes;
  }
  for (TensorId t : graph.tensors())
    if (given[t.index()] > problem.sizes()[t.index()].count) throw std::runtime_error("given twice");
  for (OperatorId o : graph.operators())
    if (taken[o.index()] > made[o.index()]) throw std::runtime_error("taken twice");
  return sum;
}

}  // namespace

TEST_CASE("never more than possible and all on one chain") {
  int single_chains = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const Graph graph = test::random_graph({.seed = seed,
                                            .operators = 1 + seed % 40,
                                            .streams = 1 + seed / 5 % 6,
                                            .fan = 1 + seed / 3 % 3,
                                            .window = 2 + seed / 7 % 12,
                                            .groups = seed % 3,
                                            .syncs = seed % 7,
                                            .plain = seed % 4 == 0});
    const Conflicts conflicts = *Conflicts::compute(graph);
    const LayoutProblem problem = *LayoutProblem::make(graph, conflicts, {seed % 3 == 0 ? 64 : 1});
    std::int64_t sizes = 0;
    for (TensorId t : graph.tensors())
      if (graph.is_needed(t)) sizes += problem.sizes()[t.index()].count;
    const auto passed = pass_bytes(problem, {});
    REQUIRE(passed.has_value());
    const std::int64_t fresh = sizes - checked_sum(problem, *passed);
    REQUIRE(fresh >= quick_bounds(problem).lifetime.count);
    if (conflicts.chain_count() > 1) continue;
    ++single_chains;
    REQUIRE_EQ(fresh, quick_bounds(problem).lifetime.count);
  }
  REQUIRE(single_chains > 100);
}

TEST_CASE("can be stopped") {
  const Graph graph = test::wide_graph({.operators = 200, .streams = 4});
  const Conflicts conflicts = *Conflicts::compute(graph);
  const LayoutProblem problem = *LayoutProblem::make(graph, conflicts, {1});
  std::stop_source source;
  source.request_stop();
  Task task;
  task.stop = source.get_token();
  REQUIRE(!pass_bytes(problem, task).has_value());
}
