// SPDX-License-Identifier: Apache-2.0
// Edits of durations: an edited graph is the one that GraphBuilder makes of the edited description.
#include <random>
#include <set>

#include "core/formats/graph_json.h"
#include "core/insight/edit/duration_edits.h"
#include "core/insight/simulate/timing.h"
#include "tests/support/checks.h"
#include "tests/support/description.h"
#include "tests/support/graphs.h"
#include "tests/support/says.h"

using namespace stowage;
using stowage::test::Description;
using stowage::test::difference;
using stowage::test::graph_of;

namespace {

using From = Duration::From;

std::string reason(const Result<EditedGraph>& edited) {
  return edited ? "done" : edited.error().text();
}

Duration duration(const Graph& graph, std::string_view name) {
  return graph.duration(graph.find_operator(name));
}

/// a measured, b estimated, c unknown; all on one stream.
Graph three_operators() {
  Description d(graph_of("op a @0\nop b @0\nop c @0\nt x 10 : a -> b"));
  d.op("a").duration = {10, From::measured};
  d.op("b").duration = {7, From::estimated};
  return d.build();
}

constexpr OperatorId kA(0), kB(1), kC(2), kNone(9);

struct Durations {
  std::mt19937_64 random{1};

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random() % n); }
  Graph graph(std::uint64_t seed) {
    Description d(test::random_graph(
        {.seed = seed, .operators = 6 + seed % 20, .streams = 1 + seed % 5, .groups = seed % 3, .syncs = seed % 4}));
    for (auto& op : d.operators)
      if (below(3) > 0) op.duration = {std::int64_t(1 + below(5000)), From(below(4))};
    return d.build();
  }
  std::vector<OperatorId> some_of(const Graph& graph) {
    std::vector<OperatorId> out;
    for (OperatorId o : graph.operators())
      if (below(3) == 0) out.push_back(o);
    if (out.empty()) out.emplace_back(below(graph.operator_count()));
    return out;
  }
};

/// The edited graph is the described one, and a file of it is read back as the same.
void compare_with(const Result<EditedGraph>& edited, const Graph& expected) {
  REQUIRE_MESSAGE(edited.has_value(), (edited ? "" : edited.error().text()));
  REQUIRE(edited->operators.empty());
  REQUIRE_EQ(difference(edited->graph, expected), std::string());
  const auto read = read_graph_json(write_graph_json(edited->graph), "edited.json");
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : read.error().text()));
  REQUIRE_EQ(difference(*read->graph, edited->graph), std::string());
}

}  // namespace

TEST_CASE_FIXTURE(Durations, "sets durations") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    const Graph before = graph(seed);
    const auto operators = some_of(before);
    Description expected(before);
    for (OperatorId o : operators) expected.operators[o.index()].duration = {123'456, From::unsaid};
    compare_with(set_durations(before, operators, {123'456, From::unsaid}), expected.build());
  }
}

TEST_CASE_FIXTURE(Durations, "scales durations, and keeps where they are from") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    const Graph before = graph(seed);
    const auto operators = some_of(before);
    Description expected(before);
    for (OperatorId o : operators) {
      std::int64_t& time = expected.operators[o.index()].duration.nanoseconds;
      if (time > 0) time = std::max<std::int64_t>(1, (2 * time * 3 + 7) / 14);  // the nearest to time · 3/7
    }
    const auto edited = scale_durations(before, operators, {3, 7});
    if (difference(expected.build(), before).empty())
      REQUIRE(!edited);
    else
      compare_with(edited, expected.build());
  }
}

TEST_CASE_FIXTURE(Durations, "the makespan is scaled as all durations are") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    const Graph before = graph(seed);
    const auto tripled = scale_all_durations(before, {3, 1});
    REQUIRE_EQ(timing_of(tripled->graph).makespan, 3 * timing_of(before).makespan);
    REQUIRE_EQ(difference(scale_all_durations(tripled->graph, {1, 3})->graph, before), std::string());
  }
}

TEST_CASE("a known duration is never rounded to an unknown one") {
  const Graph short_ones = scale_all_durations(three_operators(), {1, 1000})->graph;
  REQUIRE_EQ(duration(short_ones, "a"), Duration{1, From::measured});
  REQUIRE_EQ(duration(short_ones, "b"), Duration{1, From::estimated});
  REQUIRE_EQ(duration(short_ones, "c"), Duration());
}

TEST_CASE("factors are exact, and halves are rounded up") {
  const Graph g = three_operators();
  REQUIRE_EQ(duration(scale_all_durations(g, {11, 10})->graph, "a").nanoseconds, 11);
  REQUIRE_EQ(duration(scale_all_durations(g, {1, 2})->graph, "b").nanoseconds, 4);
  REQUIRE_EQ(duration(scale_all_durations(g, {1, 3})->graph, "a").nanoseconds, 3);
}

TEST_CASE("a graph whose durations were all taken away has none") {
  const OperatorId both[] = {kA, kB};
  const auto edited = set_durations(three_operators(), both, {0, From::measured});
  REQUIRE(edited.has_value());
  REQUIRE(!edited->graph.has_durations());
  const auto again = set_durations(edited->graph, {&kC, 1}, {5, From::unsaid});
  REQUIRE(again->graph.has_durations());
  REQUIRE_EQ(duration(again->graph, "a"), Duration());
  REQUIRE_EQ(duration(again->graph, "c"), Duration{5, From::unsaid});
}

TEST_CASE("refuses with the reason") {
  const Graph g = three_operators();
  const std::set<std::string> reasons = {reason(set_durations(g, {}, {5})), reason(set_durations(g, {&kNone, 1}, {5})),
                                         reason(set_durations(g, {&kA, 1}, {-1})),
                                         reason(set_durations(g, {&kA, 1}, {10, From::measured}))};
  REQUIRE_EQ(reasons.size(), 4u);
  REQUIRE(!reasons.contains("done"));
  REQUIRE_EQ(reason(set_durations(g, {&kA, 1}, {10, From::unsaid})), std::string("done"));
  for (const auto& unchanged :
       {set_durations(g, {&kC, 1}, {0}), scale_all_durations(g, {1, 1}), scale_durations(g, {&kC, 1}, {2, 1})})
    REQUIRE(reasons.contains(reason(unchanged)));
  REQUIRE_EQ(reason(scale_all_durations(g, {0, 1})), test::says("0 2^31"));
}

TEST_CASE("durations stay below their limits") {
  Description d;
  d.streams.push_back({});
  for (int i = 0; i < 127; ++i)
    d.operators.push_back({.name = std::to_string(i),
                           .stream = "0",
                           .kind = {},
                           .phase = {},
                           .extra = {},
                           .duration = {kMaxDuration, From::measured}});
  d.operators.push_back(
      {.name = "last", .stream = "0", .kind = {}, .phase = {}, .extra = {}, .duration = {1, From::measured}});
  const Graph g = d.build();
  const OperatorId first(0), last(127);
  REQUIRE_EQ(reason(scale_durations(g, {&last, 1}, {2147483648, 1})), std::string("done"));
  REQUIRE_EQ(reason(scale_durations(g, {&first, 1}, {2147483648, 2147483647})), test::says("\"0\" 2^53"));
  REQUIRE_EQ(reason(set_durations(g, {&last, 1}, {kMaxDuration})), test::says("2^60"));
  REQUIRE_EQ(reason(set_durations(g, {&last, 1}, {kMaxDuration - 1})), std::string("done"));
  REQUIRE_EQ(reason(set_durations(g, {&last, 1}, {kMaxDuration + 1})), test::says("\"last\" 2^53"));
}
