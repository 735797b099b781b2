// SPDX-License-Identifier: Apache-2.0
// What is said of a place that a reader proposes, against the intervals of lessons worked out by hand.
#include <QtTest>

#include "core/learn/lesson_facts.h"
#include "core/learn/offset_verdict.h"
#include "core/learn/steps.h"
#include "tests/start/test_entry.h"
#include "tests/support/lessons.h"

using namespace stowage;
using namespace stowage::test;

class OffsetVerdictTest : public QObject {
  Q_OBJECT

 private slots:
  /// What the planner would say to other places for X and Y: P forbids the starts below 10, Q those from 12 to 18.
  void places_are_judged() {
    using enum OffsetVerdict::Why;
    const Lesson lesson = read_lesson_tree(small_lesson()).value();
    const auto facts = LessonFacts::make(lesson).value();
    const Recording& recorded = facts->recording(*lesson.strategy);
    const std::size_t k = facts->blocks_before(lesson.pages[1]);
    QCOMPARE(k, 3u);
    const auto why = [&](std::int64_t start) { return judge_offset(recorded, k, start).why; };
    QVERIFY(why(10) == right);
    QVERIFY(why(11) == not_at_start);
    for (const std::int64_t start : {0, 9, 12, 18}) {
      const OffsetVerdict verdict = judge_offset(recorded, k, start);
      QVERIFY(verdict.why == overlaps);
      QCOMPARE(verdict.clash->member, TensorId(3));
      QCOMPARE(verdict.clash->placed, TensorId(start < 10 ? 0 : 2));
    }
    QVERIFY(why(19) == higher_gap);
    QVERIFY(why(100) == higher_gap);
  }

  /// Figures 7 to 9: D, 512 bytes, among the objects [0, 1024) and [1024, 1664).
  void places_in_objects_are_judged() {
    using enum OffsetVerdict::Why;
    const Lesson lesson = shipped_lesson("5_single_and_many_objects.json");
    const auto facts = LessonFacts::make(lesson).value();
    const Recording& recorded = facts->recording(*find_layout_strategy("mo.size.first"));
    const auto why = [&](std::size_t k, std::int64_t start) { return judge_offset(recorded, k, start).why; };
    QVERIFY(why(3, 1024) == right);
    QVERIFY(why(3, 0) == overlaps);      // B
    QVERIFY(why(3, 768) == no_object);   // across the border
    QVERIFY(why(3, 1664) == no_object);  // above all
    QVERIFY(why(3, 1100) == not_at_start);
    QVERIFY(why(4, 768) == right);
    QVERIFY(why(2, 1024) == right);  // C opens the second
    QVERIFY(why(2, 1500) == no_object);
  }

  /// A place that only touches what is placed does not overlap it.
  void touching_is_not_overlapping() {
    using enum OffsetVerdict::Why;
    const Lesson lesson = shipped_lesson("6_contiguous_groups.json");
    const auto facts = LessonFacts::make(lesson).value();
    const Recording& recorded = facts->recording(*lesson.strategy);
    const std::size_t k = recorded.place(lesson.graph->find_tensor("T"));  // 128 bytes, to avoid [640, 960)
    const auto why = [&](std::int64_t start) { return judge_offset(recorded, k, start).why; };
    const auto merged = merged_of(recorded.block(k));  // and no empty stretch at the bottom, where it is free
    QCOMPARE(merged.size(), 1u);
    QVERIFY(merged[0].begin == 640 && merged[0].end == 960);
    QVERIFY(why(0) == right);
    QVERIFY(why(512) == not_at_start);
    QVERIFY(why(513) == overlaps);
    QVERIFY(why(959) == overlaps);
    QVERIFY(why(960) == higher_gap);
  }

  /// Objects [0, 100) of A and [100, 190) of B: C has room in both, and goes to the first.
  void a_later_object_is_named() {
    using enum OffsetVerdict::Why;
    auto tree = small_lesson();
    tree["graph"]["tensors"] =
        nlohmann::ordered_json::parse(R"([{"id": "A", "size": 100, "producer": "1", "consumers": ["2"]},
      {"id": "B", "size": 90, "producer": "1", "consumers": ["2"]},
      {"id": "C", "size": 10, "producer": "3", "consumers": ["4"]}])");
    tree["graph"].erase("contiguous");
    tree["strategy"] = "mo.size.first";
    tree["pages"] = nlohmann::ordered_json::parse(R"([{"title": "One"}])");
    const Lesson lesson = read_lesson_tree(tree).value();
    const auto facts = LessonFacts::make(lesson).value();
    const Recording& recorded = facts->recording(*lesson.strategy);
    QVERIFY(judge_offset(recorded, 2, 0).why == right);
    QVERIFY(judge_offset(recorded, 2, 50).why == not_at_start);
    QVERIFY(judge_offset(recorded, 2, 100).why == later_object);
    QVERIFY(judge_offset(recorded, 2, 95).why == no_object);
  }
};

STOWAGE_TEST(OffsetVerdictTest);
#include "tst_offset_verdict.moc"
