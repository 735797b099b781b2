// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/report.h"
#include "core/plan/bounds.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/planning.h"
#include "tests/support/training_graph.h"

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr ContributorBy kAll[] = {ContributorBy::stream, ContributorBy::phase, ContributorBy::op, ContributorBy::kind};

std::vector<TensorId> all_tensors(const Graph& graph) {
  std::vector<TensorId> out;
  for (TensorId t : graph.tensors()) out.push_back(t);
  return out;
}

/// The class of a tensor by the words of the definition.
std::string class_of(const Graph& graph, TensorId t, ContributorBy by) {
  if (by == ContributorBy::kind) return std::string(graph.kind(t));
  const OperatorId producer = graph.producer(t);
  if (!producer.valid()) return "(input)";
  if (by == ContributorBy::stream) return graph.label(graph.stream(producer));
  return std::string(by == ContributorBy::phase ? graph.phase(producer) : graph.kind(producer));
}

}  // namespace

TEST_CASE("rows add up exactly and hold every tensor once") {
  const Graph graph = make_training_graph({.layers = 6, .streams = 5});
  const auto tensors = all_tensors(graph);
  for (const ContributorBy by : kAll)
    for (const std::int64_t alignment : {1, 7, 512})
      for (const std::size_t most : {std::size_t{2}, std::size_t{3}, std::size_t{5}, std::size_t{1000}}) {
        const Contributors out = contributors(graph, tensors, {alignment}, by, most);
        REQUIRE(out.rows.size() <= most);
        Bytes sum;
        std::multiset<TensorId> seen;
        std::set<std::string> classes;
        for (const Contributor& row : out.rows) {
          sum += row.bytes;
          seen.insert(row.tensors.begin(), row.tensors.end());
          Bytes bytes;
          std::set<std::string> here;
          for (TensorId t : row.tensors) {
            bytes += Bytes{(graph.size(t).count + alignment - 1) / alignment * alignment};
            here.insert(class_of(graph, t, by));
          }
          REQUIRE_EQ(row.bytes.count, bytes.count);
          REQUIRE_EQ(row.merged, here.size());
          REQUIRE_EQ(row.is == Contributor::Is::others, here.size() > 1);
          for (const std::string& name : here) REQUIRE(classes.insert(name).second);  // no class in two rows
          if (row.is == Contributor::Is::named) REQUIRE_EQ(row.label, *here.begin());
        }
        REQUIRE_EQ(sum.count, out.total.count);
        REQUIRE_EQ(out.total.count, rounded_total(graph, tensors, {alignment}).count);
        REQUIRE_EQ(std::vector<TensorId>(seen.begin(), seen.end()), tensors);
        // Largest first; what is merged is nowhere larger than what is not.
        std::map<std::string, std::int64_t> bytes;
        for (TensorId t : tensors)
          bytes[class_of(graph, t, by)] += (graph.size(t).count + alignment - 1) / alignment * alignment;
        std::vector<std::int64_t> sizes;
        for (const auto& [name, size] : bytes) sizes.push_back(size);
        std::ranges::sort(sizes, std::greater{});
        const std::size_t whole = sizes.size() <= most ? sizes.size() : most - 1;
        for (std::size_t r = 0; r < whole; ++r) REQUIRE_EQ(out.rows[r].bytes.count, sizes[r]);
      }
}

TEST_CASE("what has no name says why") {
  const Graph graph = graph_of("op a @0 b @1\nt in 5 : - -> a\nt x 9 : a -> b\nt y 9 : b -> !");
  const auto by_stream = contributors(graph, all_tensors(graph), {1}, ContributorBy::stream);
  REQUIRE_EQ(by_stream.rows.size(), 3u);
  REQUIRE_EQ(by_stream.rows[0].label, "stream 0");  // ties: as first met
  REQUIRE_EQ(by_stream.rows[1].label, "stream 1");
  REQUIRE(by_stream.rows[2].is == Contributor::Is::input);
  const auto by_phase = contributors(graph, all_tensors(graph), {1}, ContributorBy::phase);
  REQUIRE(by_phase.rows[0].is == Contributor::Is::unnamed);
  REQUIRE_EQ(by_phase.rows[0].bytes.count, 18);
  REQUIRE(contributors(graph, {}, {1}, ContributorBy::op).rows.empty());
}

/// Of equals, those met first stay; of as many as there may be, all do.
TEST_CASE("ties are merged from the last") {
  const Graph graph = graph_of("op a @0 b @1 c @2\nt x 9 : a -> !\nt y 9 : b -> !\nt z 9 : c -> !");
  const auto rows = [&](std::size_t most) {
    std::vector<std::string> out;
    for (const Contributor& row : contributors(graph, all_tensors(graph), {1}, ContributorBy::stream, most).rows)
      out.push_back(row.is == Contributor::Is::others ? text(row.merged, " others") : row.label);
    return out;
  };
  REQUIRE_EQ(rows(2), (std::vector<std::string>{"stream 0", "2 others"}));
  REQUIRE_EQ(rows(3), (std::vector<std::string>{"stream 0", "stream 1", "stream 2"}));
}

/// What is alive at the peak adds up to the bound of lifetimes, the clique to its weight.
TEST_CASE("bounds are what their tensors add up to") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Bytes alignment{seed % 3 == 0 ? 16 : 1};
    const PlanningCase c(random_graph({.seed = seed, .operators = 40, .streams = 1 + seed % 4}), alignment.count);
    const Graph& graph = c.graph;
    const Bounds bounds = quick_bounds(c.problem);
    REQUIRE_EQ(bounds.alignment.count, alignment.count);
    const auto life = lifetimes(graph);
    const auto alive = alive_at(graph, life, bounds.peak_step);
    REQUIRE_EQ(rounded_total(graph, alive, alignment).count, bounds.lifetime.bytes.count);
    const ProvedBound clique = heaviest_clique(c.problem).value();
    for (const ContributorBy by : kAll)
      REQUIRE_EQ(contributors(graph, clique.tensors, alignment, by).total.count, clique.bytes.count);
  }
}
