// SPDX-License-Identifier: Apache-2.0

#include "core/formats/interval_csv.h"
#include "core/insight/edit/same_graph.h"
#include "tests/support/checks.h"

using namespace stowage;

/// Rows as columns, and as the CSV that says the same.
struct IntervalColumnsFixture {
  struct Row {
    std::int64_t lower, upper, size;
  };
  static std::vector<std::string> faults(const IntervalColumns& columns) {
    std::vector<std::string> out;
    if (const auto made = graph_of_intervals(columns); !made)
      for (const Diagnostic& fault : made.error().faults) out.push_back(fault.place);
    return out;
  }
  /// The columns lie in the rows, three numbers apart.
  static IntervalColumns columns_of(const std::vector<Row>& rows) {
    const auto column = [&](const std::int64_t Row::*number) {
      return NumberColumn(rows.empty() ? nullptr : &(rows.front().*number), sizeof(Row), rows.size());
    };
    return {.lower = column(&Row::lower), .upper = column(&Row::upper), .size = column(&Row::size), .graph = "rows"};
  }
  static void verify_as_csv(const std::vector<Row>& rows) {
    std::string csv = "id,lower,upper,size\n";
    for (std::size_t k = 0; k < rows.size(); ++k)
      csv += std::to_string(k) + ',' + std::to_string(rows[k].lower) + ',' + std::to_string(rows[k].upper) + ',' +
             std::to_string(rows[k].size) + '\n';
    const auto read = read_interval_csv(csv, "rows.csv");
    const auto made = graph_of_intervals(columns_of(rows));
    REQUIRE(read.has_value());
    REQUIRE(made.has_value());
    REQUIRE(same_graph(*read->graph, made->graph));
  }
};

TEST_CASE_FIXTURE(IntervalColumnsFixture, "columns make the graph of the CSV") {
  verify_as_csv({{0, 4, 10}, {4, 9, 20}, {2, 2, 5}, {-3, 4, 0}});
  constexpr std::int64_t kFar = std::int64_t{1} << 62;
  verify_as_csv({{-kFar, kFar, 1}, {0, 1, 2}, {kFar - 1, kFar, 3}});  // times too far apart for a table
  verify_as_csv({{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), 1}});
  std::uint64_t state = 7;
  const auto draw = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::int64_t>((state >> 33) % below);
  };
  for (const std::uint64_t span : {5u, 50u, 4000u, 2'000'000'000u})
    for (int round = 0; round < 20; ++round) {
      std::vector<Row> rows;
      for (int k = 0; k < 60; ++k) {
        const std::int64_t lower = draw(span) - 3;
        rows.push_back({lower, lower + draw(span), draw(1000)});
      }
      verify_as_csv(rows);
    }
}

TEST_CASE_FIXTURE(IntervalColumnsFixture, "faults name column and index") {
  const std::vector<std::int64_t> two{1, 2}, three{1, 2, 3}, signs{4, -1, 6};
  using Places = std::vector<std::string>;
  REQUIRE_EQ(faults({.lower = NumberColumn(three), .upper = NumberColumn(two), .size = NumberColumn(three)}),
             Places{"upper"});
  REQUIRE_EQ(faults({.lower = NumberColumn(three), .upper = NumberColumn(three), .size = NumberColumn(two)}),
             Places{"size"});
  REQUIRE_EQ(faults({.lower = NumberColumn(three), .upper = NumberColumn(signs), .size = NumberColumn(three)}),
             Places{"upper[1]"});
  REQUIRE_EQ(faults({.lower = NumberColumn(three), .upper = NumberColumn(three), .size = NumberColumn(signs)}),
             Places{"size[1]"});
  REQUIRE_EQ(faults({.lower = NumberColumn(three),
                     .upper = NumberColumn(three),
                     .size = NumberColumn(three),
                     .alignment = NumberColumn(signs)}),
             Places{"alignment[1]"});
  const std::vector<std::string> names{"a", "b", "a"};
  REQUIRE_EQ(
      faults({.lower = NumberColumn(three), .upper = NumberColumn(three), .size = NumberColumn(three), .names = names}),
      Places{"names[2]"});
}

TEST_CASE_FIXTURE(IntervalColumnsFixture, "no rows make an empty graph") {
  const auto made = graph_of_intervals({});
  REQUIRE(made.has_value());
  REQUIRE_EQ(made->graph.tensor_count(), std::size_t{0});
}
