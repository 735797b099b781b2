// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <random>

#include "core/analysis/area_difference.h"
#include "core/analysis/difference.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"

using namespace stowage;

namespace {

/// A graph of lifetimes with a plan for it.
struct Placed {
  Graph graph;
  std::vector<Lifetime> life;
  Plan plan;

  Placed(const std::vector<test::IntervalRow>& rows, const std::vector<std::int64_t>& offsets, std::int64_t align = 1)
      : graph(test::intervals(rows)), life(lifetimes(graph)) {
    plan.alignment = {align};
    for (TensorId t : graph.tensors()) {
      const Offset low{offsets[t.index()]};
      plan.offsets.push_back(low);
      const Bytes size{round_up(graph.size(t).count, align)};
      if (size.count > 0) plan.footprint = std::max(plan.footprint, (low + size) - Offset{});
    }
  }
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

class DifferenceTest : public QObject {
  Q_OBJECT

 private slots:
  /// One tensor of each kind, by hand.
  void each_kind_of_change() {
    const Placed before(
        {{"kept", 10, 0, 4}, {"moved", 20, 0, 4}, {"grown", 30, 4, 6}, {"gone", 5, 4, 6}, {"empty", 0, 0, 6}},
        {0, 10, 0, 40, 7});
    const Placed after(
        {{"kept", 10, 0, 5}, {"moved", 20, 0, 4}, {"grown", 32, 5, 6}, {"gone", 0, 4, 6}, {"empty", 6, 0, 6}},
        {0, 16, 0, 40, 40});
    const PlanDifference d = plan_difference(before.view(), after.view());
    using enum PlaceChange;
    QVERIFY((d.change_of == std::vector{kept, moved, resized, removed, added}));
    QCOMPARE(d.kept, 1u);
    QCOMPARE(d.moved, 1u);
    QCOMPARE(d.resized, 1u);
    QCOMPARE(d.removed, 1u);
    QCOMPARE(d.added, 1u);
    QCOMPARE(d.moved_bytes.count, 20);
    QCOMPARE(d.footprint_before.count, 45);
    QCOMPARE(d.footprint_after.count, 46);
    QCOMPARE(d.changed.size(), 4u);
    QCOMPARE(d.changed[0].after, TensorId(1));
    QCOMPARE(d.changed[0].moved_by().count, 6);
    QCOMPARE(d.changed[0].size_change().count, 0);
    QCOMPARE(d.changed[1].moved_by().count, 0);
    QCOMPARE(d.changed[1].size_change().count, 2);
    QVERIFY((d.changed[1].was.life == Lifetime{4, 6} && d.changed[1].is.life == Lifetime{5, 6}));
    QCOMPARE(d.changed[2].size_change().count, -5);
    QCOMPARE(d.changed[3].size_change().count, 6);
  }

  /// With another number of tensors, names say which is which.
  void matches_by_name_when_the_number_differs() {
    const Placed before({{"a", 8, 0, 2}, {"b", 8, 1, 3}, {"c", 8, 2, 4}}, {0, 8, 0});
    const Placed after({{"c", 8, 2, 4}, {"x", 4, 0, 4}, {"a", 8, 0, 2}, {"y", 0, 0, 1}}, {16, 8, 0, 0});
    const PlanDifference d = plan_difference(before.view(), after.view());
    QVERIFY((d.before_of == std::vector{TensorId(2), TensorId(), TensorId(0), TensorId()}));
    QCOMPARE(d.changed.size(), 3u);
    QCOMPARE(d.changed[0].after, TensorId(0));  // c moved
    QCOMPARE(d.changed[0].before, TensorId(2));
    QCOMPARE(d.changed[0].moved_by().count, 16);
    QCOMPARE(d.changed[1].after, TensorId(1));  // x is new
    QVERIFY(!d.changed[1].before.valid());
    QCOMPARE(d.changed[1].moved_by().count, 0);
    QCOMPARE(d.changed[2].before, TensorId(1));  // b is gone
    QVERIFY(!d.changed[2].after.valid());
    QCOMPARE(d.kept, 2u);  // a, and y which never needed memory
  }

  /// The alignment of each plan rounds its own sizes.
  void alignments_may_differ() {
    const Placed before({{"a", 5, 0, 2}}, {0}, 1), after({{"a", 5, 0, 2}}, {0}, 8);
    const PlanDifference d = plan_difference(before.view(), after.view());
    QCOMPARE(d.resized, 1u);
    QCOMPARE(d.changed[0].size_change().count, 3);
  }

  void a_plan_and_itself_are_the_same() {
    const Placed plan({{"a", 8, 0, 2}, {"b", 8, 1, 3}}, {0, 8});
    const PlanDifference d = plan_difference(plan.view(), plan.view());
    QVERIFY(d.changed.empty());
    QCOMPARE(d.kept, 2u);
    const std::vector<SpaceBox> boxes = boxes_of(plan.view());
    const auto space = space_change(boxes, boxes);
    QVERIFY(space.has_value());
    QCOMPARE(space->freed, 0.0);
    QCOMPARE(space->gained, 0.0);
    QCOMPARE(space->kept, 32.0);
  }

  void boxes_leave_out_what_needs_no_memory() {
    const Placed plan({{"a", 5, 0, 2}, {"b", 0, 1, 3}, {"c", 9, 1, 3}}, {0, 8, 8}, 8);
    QVERIFY((boxes_of(plan.view()) == std::vector<SpaceBox>{{0, 8, 0, 2}, {8, 24, 1, 3}}));
  }

  /// Areas and pieces against the definition, spot by spot, with and without overlaps.
  void space_by_brute_force() {
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
      std::mt19937 engine(seed);
      const std::vector<SpaceBox> before = random_boxes(engine, engine() % 9),
                                  after = random_boxes(engine, engine() % 9);
      const auto pieces = space_pieces(before, after, 1000);
      QVERIFY(pieces.has_value());
      SpaceChange area;
      for (std::uint32_t step = 0; step < kSteps; ++step) {
        for (std::int64_t offset = 0; offset < kBytes; ++offset) {
          const SpaceUse use = use_at(before, after, step, offset);
          area.freed += use == SpaceUse::freed;
          area.gained += use == SpaceUse::gained;
          area.kept += use == SpaceUse::kept;
          int here = 0;
          for (const SpacePiece& piece : *pieces) {
            if (!covers(piece.box, step, offset)) continue;
            ++here;
            QCOMPARE(piece.use, use);
          }
          QCOMPARE(here, use == SpaceUse::unused ? 0 : 1);
        }
      }
      const auto space = space_change(before, after);
      QVERIFY(space.has_value());
      QCOMPARE(space->freed, area.freed);
      QCOMPARE(space->gained, area.gained);
      QCOMPARE(space->kept, area.kept);
    }
  }

  /// Every box of one plan lies across every box of the other; and so many that the steps are cut into parts.
  void many_across_many() {
    constexpr std::int64_t kCount = 6'000;
    std::vector<SpaceBox> upright, level;
    for (std::int64_t k = 0; k < kCount; ++k) {
      const auto step = static_cast<std::uint32_t>(2 * k);
      upright.push_back({0, kCount, step, step + 1});
      level.push_back({k, k + 1, 0, 2 * kCount});
    }
    const auto space = space_change(upright, level);
    QVERIFY(space.has_value());
    QCOMPARE(space->freed, 0.0);
    QCOMPARE(space->gained, static_cast<double>(kCount * kCount));
    QCOMPARE(space->kept, static_cast<double>(kCount * kCount));
  }

  /// What one tensor leaves and the next takes over is one piece.
  void use_that_goes_on_is_one_piece() {
    const std::vector<SpaceBox> before{{0, 8, 0, 3}, {0, 8, 3, 6}}, after{{0, 8, 0, 6}};
    const auto pieces = space_pieces(before, after, 10);
    QVERIFY(pieces.has_value());
    QCOMPARE(pieces->size(), 1u);
    QVERIFY((pieces->front().box == SpaceBox{0, 8, 0, 6}));
    QCOMPARE(pieces->front().use, SpaceUse::kept);
  }

  void too_many_pieces_are_none() {
    const std::vector<SpaceBox> before{{0, 1, 0, 1}, {2, 3, 0, 1}, {4, 5, 0, 1}};
    QVERIFY(space_pieces(before, {}, 3).has_value());
    QVERIFY(!space_pieces(before, {}, 2).has_value());
  }

  void nothing_at_all() {
    const auto space = space_change({}, {});
    QVERIFY(space.has_value());
    QCOMPARE(space->freed + space->gained + space->kept, 0.0);
    QVERIFY(space_pieces({}, {}, 0)->empty());
  }

  void stops_when_told() {
    std::stop_source source;
    source.request_stop();
    Task task;
    task.stop = source.get_token();
    const std::vector<SpaceBox> boxes{{0, 8, 0, 3}};
    const auto space = space_change(boxes, boxes, task);
    QVERIFY(!space.has_value());
    QCOMPARE(space.error().kind, Error::Kind::cancelled);
  }
};

STOWAGE_TEST(DifferenceTest);
#include "tst_difference.moc"
