// SPDX-License-Identifier: Apache-2.0

#include "core/formats/durations.h"

#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/outcome.h"

using namespace stowage;

namespace {

Graph graph() {
  return test::graph_of("op a b c");
}

std::vector<Duration> read(const std::string& csv) {
  const auto timed = test::must(with_durations(graph(), csv, "d.csv"));
  return timed.graph.data().operator_duration;
}

}  // namespace

TEST_CASE("columns, units and sources") {
  using From = Duration::From;
  CHECK_EQ(read("operator,duration\na,5\nb,0\nc,7\n"),
           (std::vector<Duration>{{5, From::measured}, {0, From::measured}, {7, From::measured}}));
  CHECK_EQ(read("duration_us,from,name\n1.5,estimated,c\n2,,b\n0.25,modelled,a\n"),
           (std::vector<Duration>{{250, From::modelled}, {2000, From::measured}, {1500, From::estimated}}));
  CHECK_EQ(read("id,device,ms\r\n\"a\",gpu,0.001\r\n\r\nb,gpu,1e-3\r\nc,gpu,2\r\n"),
           (std::vector<Duration>{{1000, From::measured}, {1000, From::measured}, {2'000'000, From::measured}}));
}

TEST_CASE("several rows of an operator are several runs") {
  CHECK_EQ(read("operator,ns\na,4\na,6\na,11\nb,1\nc,1\n").front().nanoseconds, 7);
}

TEST_CASE("operators and rows that have no match are told") {
  const auto timed = test::must(with_durations(graph(), "operator,ns\nx,1\na,5\ny,1\n", "d.csv"));
  REQUIRE_EQ(timed.warnings.size(), 2u);
  CHECK_EQ(timed.warnings[0].place, "line 2");
  CHECK_EQ(timed.graph.duration(OperatorId(0)).nanoseconds, 5);
  CHECK_EQ(timed.graph.duration(OperatorId(1)), Duration{});
  // What it has, an operator keeps.
  const auto again = test::must(with_durations(timed.graph, "operator,ns\nb,3\nc,4\n", "d.csv"));
  CHECK_EQ(again.graph.duration(OperatorId(0)).nanoseconds, 5);
  CHECK_EQ(again.graph.duration(OperatorId(2)).nanoseconds, 4);
}

TEST_CASE("faults") {
  struct Row {
    std::string name, csv, place;
  };
  const std::vector<Row> rows = {
      {"empty", "", "line 1"},
      {"no name", "ns\n1\n", "line 1"},
      {"no duration", "operator,size\na,1\n", "line 1"},
      {"no rows", "operator,ns\n", ""},
      {"no operator of ours", "operator,ns\nx,1\n", ""},
      {"no number", "operator,ns\na,1\nb,soon\n", "line 3"},
      {"a number and more", "operator,ns\na,1 ns\n", "line 2"},
      {"not finite", "operator,ns\na,inf\n", "line 2"},
      {"not a number", "operator,ns\na,nan\n", "line 2"},
      {"negative", "operator,ns\na,-1\n", "line 2"},
      {"too long", "operator,ms\na,1e300\n", "line 2"},
      {"too few fields", "operator,ns\na,1\nb\n", "line 3"},
      {"unknown source", "operator,ns,from\na,1,guessed\n", "line 2"},
      {"an open quote", "operator,ns\n\"a,1\n", "line 2"},
  };
  test::each_row(rows, [](const Row& row) {
    const Error error = test::error_of(with_durations(graph(), row.csv, "d.csv"));
    CHECK_EQ(error.kind, Error::Kind::bad_input);
    CHECK_EQ(error.faults.front().file, "d.csv");
    CHECK_EQ(error.faults.front().place, row.place);
  });
}
