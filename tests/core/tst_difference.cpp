// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/difference.h"
#include "tests/support/core_test.h"

namespace {

/// A graph of lifetimes with a plan for it.
struct Placed {
  Graph graph;
  std::vector<Lifetime> life;
  Plan plan;
  Placed(const std::vector<IntervalRow>& rows, const std::vector<std::int64_t>& offsets, std::int64_t align = 1)
      : graph(intervals(rows)), life(lifetimes(graph)), plan(plan_at(graph, offsets, align)) {}
  [[nodiscard]] PlacedPlan view() const { return {graph, life, plan}; }
};

constexpr std::uint32_t kSteps = 12;
constexpr std::int64_t kBytes = 16;

/// Boxes anywhere in a small plane, so that they may overlap too.
std::vector<SpaceBox> random_boxes(std::mt19937& engine, std::size_t count) {
  std::vector<SpaceBox> out;
  for (std::size_t k = 0; k < count; ++k) {
    SpaceBox box;
    box.begin = engine() % (kSteps - 1);
    box.end = box.begin + 1 + engine() % (kSteps - box.begin);
    box.low = engine() % (kBytes - 1);
    box.high = box.low + 1 + engine() % static_cast<std::uint32_t>(kBytes - box.low);
    out.push_back(box);
  }
  return out;
}

bool covers(const SpaceBox& box, std::uint32_t step, std::int64_t offset) {
  return box.begin <= step && step < box.end && box.low <= offset && offset < box.high;
}

/// The definition, spot by spot.
SpaceUse use_at(const std::vector<SpaceBox>& before, const std::vector<SpaceBox>& after, std::uint32_t step,
                std::int64_t offset) {
  const auto in = [&](const std::vector<SpaceBox>& boxes) {
    return std::ranges::any_of(boxes, [&](const SpaceBox& box) { return covers(box, step, offset); });
  };
  if (in(before)) return in(after) ? SpaceUse::kept : SpaceUse::freed;
  return in(after) ? SpaceUse::gained : SpaceUse::unused;
}

}  // namespace

/// Plans round sizes to their alignments: a tensor that only one of them rounds is as large as it was.
TEST_CASE("rounding is no resize") {
  const std::vector<IntervalRow> rows{{"a", 288, 0, 4}, {"b", 512, 2, 6}};
  const Placed before(rows, {0, 288}), after(rows, {0, 512}, 512);
  const PlanDifference d = plan_difference(before.view(), after.view());
  REQUIRE((d.change_of == std::vector{PlaceChange::kept, PlaceChange::moved}));
  REQUIRE_EQ(d.changed.size(), 1u);
  REQUIRE_EQ(d.changed[0].size_change().count, 0);
}

/// One tensor of each kind, by hand.
TEST_CASE("each kind of change") {
  const Placed before(
      {{"kept", 10, 0, 4}, {"moved", 20, 0, 4}, {"grown", 30, 4, 6}, {"gone", 5, 4, 6}, {"empty", 0, 0, 6}},
      {0, 10, 0, 40, 7});
  const Placed after(
      {{"kept", 10, 0, 5}, {"moved", 20, 0, 4}, {"grown", 32, 5, 6}, {"gone", 0, 4, 6}, {"empty", 6, 0, 6}},
      {0, 16, 0, 40, 40});
  const PlanDifference d = plan_difference(before.view(), after.view());
  using enum PlaceChange;
  REQUIRE((d.change_of == std::vector{kept, moved, resized, removed, added}));
  for (const std::size_t count : {d.kept, d.moved, d.resized, d.removed, d.added}) REQUIRE_EQ(count, 1u);
  REQUIRE((d.moved_bytes.count == 20 && d.added_bytes.count == 6 && d.removed_bytes.count == 5));
  REQUIRE((d.footprint_before.count == 45 && d.footprint_after.count == 46));
  REQUIRE_EQ(d.changed.size(), 4u);
  REQUIRE_EQ(d.changed[0].after, TensorId(1));
  REQUIRE_EQ(d.changed[0].moved_by().count, 6);
  REQUIRE_EQ(d.changed[0].size_change().count, 0);
  REQUIRE_EQ(d.changed[1].moved_by().count, 0);
  REQUIRE_EQ(d.changed[1].size_change().count, 2);
  REQUIRE((d.changed[1].was.life == Lifetime{4, 6} && d.changed[1].is.life == Lifetime{5, 6}));
  REQUIRE_EQ(d.changed[2].size_change().count, -5);
  REQUIRE_EQ(d.changed[3].size_change().count, 6);
}

/// With another number of tensors, names say which is which.
TEST_CASE("matches by name when the number differs") {
  const Placed before({{"a", 8, 0, 2}, {"b", 8, 1, 3}, {"c", 8, 2, 4}}, {0, 8, 0});
  const Placed after({{"c", 8, 2, 4}, {"x", 4, 0, 4}, {"a", 8, 0, 2}, {"y", 0, 0, 1}}, {16, 8, 0, 0});
  const PlanDifference d = plan_difference(before.view(), after.view());
  REQUIRE((d.before_of == std::vector{TensorId(2), TensorId(), TensorId(0), TensorId()}));
  REQUIRE_EQ(d.changed.size(), 3u);
  REQUIRE_EQ(d.changed[0].after, TensorId(0));  // c moved
  REQUIRE_EQ(d.changed[0].before, TensorId(2));
  REQUIRE_EQ(d.changed[0].moved_by().count, 16);
  REQUIRE_EQ(d.changed[1].after, TensorId(1));  // x is new
  REQUIRE(!d.changed[1].before.valid());
  REQUIRE_EQ(d.changed[1].moved_by().count, 0);
  REQUIRE_EQ(d.changed[2].before, TensorId(1));  // b is gone
  REQUIRE(!d.changed[2].after.valid());
  REQUIRE_EQ(d.kept, 2u);  // a, and y which never needed memory
}

TEST_CASE("boxes leave out what needs no memory") {
  const Placed plan({{"a", 5, 0, 2}, {"b", 0, 1, 3}, {"c", 9, 1, 3}}, {0, 8, 8}, 8);
  REQUIRE((boxes_of(plan.view()) == std::vector<SpaceBox>{{0, 8, 0, 2}, {8, 24, 1, 3}}));
}

/// Areas and pieces against the definition, spot by spot, with and without overlaps.
TEST_CASE("space by brute force") {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    std::mt19937 engine(seed);
    const std::vector<SpaceBox> before = random_boxes(engine, engine() % 9), after = random_boxes(engine, engine() % 9);
    const auto pieces = must(space_pieces(before, after, 1000));
    SpaceChange area;
    for (std::uint32_t step = 0; step < kSteps; ++step) {
      for (std::int64_t offset = 0; offset < kBytes; ++offset) {
        const SpaceUse use = use_at(before, after, step, offset);
        area.freed += use == SpaceUse::freed;
        area.gained += use == SpaceUse::gained;
        area.kept += use == SpaceUse::kept;
        int here = 0;
        for (const SpacePiece& piece : pieces) {
          if (!covers(piece.box, step, offset)) continue;
          ++here;
          REQUIRE_EQ(piece.use, use);
        }
        REQUIRE_EQ(here, use == SpaceUse::unused ? 0 : 1);
      }
    }
    const auto space = must(space_change(before, after));
    REQUIRE_EQ(space.freed, area.freed);
    REQUIRE_EQ(space.gained, area.gained);
    REQUIRE_EQ(space.kept, area.kept);
  }
}

/// Every box of one plan lies across every box of the other; and so many that the steps are cut into parts.
TEST_CASE("many across many") {
  constexpr std::int64_t kCount = 6'000;
  std::vector<SpaceBox> upright, level;
  for (std::int64_t k = 0; k < kCount; ++k) {
    const auto step = static_cast<std::uint32_t>(2 * k);
    upright.push_back({0, kCount, step, step + 1});
    level.push_back({k, k + 1, 0, 2 * kCount});
  }
  const auto space = must(space_change(upright, level));
  REQUIRE_EQ(space.freed, 0.0);
  REQUIRE_EQ(space.gained, static_cast<double>(kCount * kCount));
  REQUIRE_EQ(space.kept, static_cast<double>(kCount * kCount));
}

/// What one tensor leaves and the next takes over is one piece.
TEST_CASE("use that goes on is one piece") {
  const std::vector<SpaceBox> before{{0, 8, 0, 3}, {0, 8, 3, 6}}, after{{0, 8, 0, 6}};
  const auto pieces = must(space_pieces(before, after, 10));
  REQUIRE_EQ(pieces.size(), 1u);
  REQUIRE((pieces.front().box == SpaceBox{0, 8, 0, 6}));
  REQUIRE_EQ(pieces.front().use, SpaceUse::kept);
}

TEST_CASE("too many pieces are none") {
  const std::vector<SpaceBox> before{{0, 1, 0, 1}, {2, 3, 0, 1}, {4, 5, 0, 1}};
  REQUIRE(space_pieces(before, {}, 3).has_value());
  REQUIRE(!space_pieces(before, {}, 2).has_value());
}
