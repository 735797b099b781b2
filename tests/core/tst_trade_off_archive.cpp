// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include "core/insight/improve/front.h"
#include "tests/support/checks.h"
#include "tests/support/rounds.h"

using namespace stowage;

namespace {

using Triple = std::tuple<std::int64_t, std::int64_t, std::size_t>;  // bytes, nanoseconds, edits

SharedNode node_of(const Triple& triple) {
  const auto& [bytes, time, edits] = triple;
  const auto node = std::make_shared<TradeOffNode>();
  node->point.plan.footprint = {bytes};
  node->point.makespan = time;
  node->point.edits.resize(edits);
  node->value = {bytes};
  return node;
}

Triple triple_of(const TradeOffPoint& point) {
  return {point.plan.footprint.count, point.makespan, point.edits.size()};
}

bool dominates(const Triple& a, const Triple& b) {
  return std::get<0>(a) <= std::get<0>(b) && std::get<1>(a) <= std::get<1>(b) &&
         (std::get<0>(a) < std::get<0>(b) || std::get<1>(a) < std::get<1>(b) || std::get<2>(a) < std::get<2>(b));
}

}  // namespace

/// Against all that was put in, each compared with each.
TEST_CASE("the front is what nothing dominates") {
  for (std::uint64_t seed = 0; seed < test::rounds(200); ++seed) {
    std::mt19937_64 engine(seed);
    Archive archive;
    std::vector<Triple> all;
    for (int k = 0; k < 80; ++k) {
      const Triple triple(engine() % 12, engine() % 12, engine() % 4);
      const bool better =
          std::ranges::any_of(all, [&](const Triple& t) { return t == triple || dominates(t, triple); });
      REQUIRE_EQ(archive.has_better({std::get<0>(triple)}, std::get<1>(triple), std::get<2>(triple)), better);
      REQUIRE_EQ(archive.insert(node_of(triple)), !better);
      all.push_back(triple);
    }
    std::vector<Triple> expected, found;
    for (const Triple& each : all)
      if (std::ranges::none_of(all, [&](const Triple& t) { return dominates(t, each); })) expected.push_back(each);
    std::ranges::sort(expected);
    expected.erase(std::ranges::unique(expected).begin(), expected.end());
    for (const TradeOffPoint& point : archive.spread(1000)) found.push_back(triple_of(point));
    REQUIRE_EQ(found, expected);
  }
}

TEST_CASE("a spread keeps both ends") {
  for (std::uint64_t seed = 0; seed < test::rounds(50); ++seed) {
    std::mt19937_64 engine(seed);
    Archive archive;
    std::int64_t time = 10'000;
    for (std::int64_t bytes = 10; bytes < 1000; bytes += 10) {
      archive.insert(node_of({bytes, time, 0}));
      time -= 1 + static_cast<std::int64_t>(engine() % 100);
    }
    const std::vector<TradeOffPoint> points = archive.spread(12);
    REQUIRE_EQ(points.size(), 12u);
    REQUIRE_EQ(points.front().plan.footprint, Bytes{10});
    REQUIRE_EQ(points.back().plan.footprint, Bytes{990});
    REQUIRE(std::ranges::is_sorted(points, {}, [](const TradeOffPoint& each) { return each.plan.footprint; }));
  }
}

/// Random fronts, one after the other: nothing that was told is lost, however few may be told.
TEST_CASE("a front that is told keeps what was told before") {
  for (std::uint64_t seed = 0; seed < test::rounds(100); ++seed) {
    std::mt19937_64 engine(seed);
    FrontDuties duties{.budget = Bytes{static_cast<std::int64_t>(engine() % 1000)},
                       .makespan = static_cast<std::int64_t>(engine() % 1000),
                       .most = 6};
    std::vector<TradeOffPoint> all;
    for (int again = 0; again < 4; ++again) {
      std::vector<TradeOffPoint> points;
      for (int k = 0; k < 40; ++k)
        points.push_back(node_of({static_cast<std::int64_t>(engine() % 1000),
                                  static_cast<std::int64_t>(engine() % 1000), static_cast<std::size_t>(engine() % 4)})
                             ->point);
      all.insert(all.end(), points.begin(), points.end());
      TradeOff told;
      told.points = front_of(points, duties);
      for (std::size_t k = 1; k < told.points.size(); ++k) {
        REQUIRE(told.points[k - 1].plan.footprint < told.points[k].plan.footprint);
        REQUIRE(told.points[k - 1].makespan > told.points[k].makespan);
      }
      for (const TradeOffPoint& old : duties.known)
        REQUIRE(std::ranges::any_of(told.points, [&](const TradeOffPoint& point) {
          return point.plan.footprint <= old.plan.footprint && point.makespan <= old.makespan;
        }));
      if (again == 0) REQUIRE(told.points.size() <= duties.most);
      duties.known = told.points;
      // The answers that must stay are those of all points there ever were.
      std::int64_t fastest = 1000, smallest = 1000;
      for (const TradeOffPoint& point : all) {
        if (point.plan.footprint <= *duties.budget) fastest = std::min(fastest, point.makespan);
        if (point.makespan <= duties.makespan) smallest = std::min(smallest, point.plan.footprint.count);
      }
      if (const TradeOffPoint* best = told.fastest_within(*duties.budget)) REQUIRE_EQ(best->makespan, fastest);
      const auto in_time = std::ranges::find_if(
          told.points, [&](const TradeOffPoint& point) { return point.makespan <= duties.makespan; });
      if (in_time != told.points.end()) REQUIRE_EQ(in_time->plan.footprint.count, smallest);
    }
  }
}

TEST_CASE("the fastest within a budget fits it to the byte") {
  TradeOff found;
  for (const std::int64_t bytes : {100, 200, 300}) found.points.push_back(node_of({bytes, 1000 - bytes, 0})->point);
  REQUIRE(found.fastest_within({99}) == nullptr);
  REQUIRE_EQ(found.fastest_within({100})->plan.footprint, Bytes{100});
  REQUIRE_EQ(found.fastest_within({199})->plan.footprint, Bytes{100});
  REQUIRE_EQ(found.fastest_within({200})->plan.footprint, Bytes{200});
  REQUIRE_EQ(found.fastest_within({1000})->plan.footprint, Bytes{300});
}
