// SPDX-License-Identifier: Apache-2.0
// What is said of a place that a reader proposes, against the intervals of lessons worked out by hand.

#include "core/insight/learn/lesson_facts.h"
#include "core/insight/learn/recording.h"
#include "core/papers/tables.h"
#include "tests/support/checks.h"
#include "tests/support/lessons.h"

using namespace stowage;
using namespace stowage::test;

/// What the planner would say to other places for X and Y: P forbids the starts below 10, Q those from 12 to 18.
TEST_CASE("places are judged") {
  using enum OffsetVerdict::Why;
  const Lesson lesson = read_lesson_tree(small_lesson()).value();
  const auto made = LessonFacts::make(lesson).value();
  const Recording& recorded = made->of(lesson.pages[0]).recording(*lesson.strategy);
  const std::size_t k = made->of(lesson.pages[0]).blocks_before(lesson.pages[1]);
  REQUIRE_EQ(k, 3u);
  const auto why = [&](std::int64_t start) { return judge_offset(recorded, k, start).why; };
  REQUIRE(why(10) == right);
  REQUIRE(why(11) == not_at_start);
  for (const std::int64_t start : {0, 9, 12, 18}) {
    const OffsetVerdict verdict = judge_offset(recorded, k, start);
    REQUIRE(verdict.why == overlaps);
    REQUIRE_EQ(verdict.clash->member, TensorId(3));
    REQUIRE_EQ(verdict.clash->placed, TensorId(start < 10 ? 0 : 2));
  }
  REQUIRE(why(19) == higher_gap);
  REQUIRE(why(100) == higher_gap);
}

/// Figures 7 to 9: D, 512 bytes, among the objects [0, 1024) and [1024, 1664).
TEST_CASE("places in objects are judged") {
  using enum OffsetVerdict::Why;
  const Lesson lesson = shipped_lesson("5_single_and_many_objects.json");
  const auto made = LessonFacts::make(lesson).value();
  const Recording& recorded = made->of(lesson.pages[0]).recording(*find_layout_strategy("mo.size.first"));
  const auto why = [&](std::size_t k, std::int64_t start) { return judge_offset(recorded, k, start).why; };
  REQUIRE(why(3, 1024) == right);
  REQUIRE(why(3, 0) == overlaps);      // B
  REQUIRE(why(3, 768) == no_object);   // across the border
  REQUIRE(why(3, 1664) == no_object);  // above all
  REQUIRE(why(3, 1100) == not_at_start);
  REQUIRE(why(4, 768) == right);
  REQUIRE(why(2, 1024) == right);  // C opens the second
  REQUIRE(why(2, 1500) == no_object);
}

/// A place that only touches what is placed does not overlap it.
TEST_CASE("touching is not overlapping") {
  using enum OffsetVerdict::Why;
  const Lesson lesson = shipped_lesson("6_contiguous_groups.json");
  const auto made = LessonFacts::make(lesson).value();
  const Recording& recorded = made->of(lesson.pages[0]).recording(*lesson.strategy);
  const std::size_t k = recorded.place(lesson.graph->find_tensor("T"));  // 128 bytes, to avoid [640, 960)
  const auto why = [&](std::int64_t start) { return judge_offset(recorded, k, start).why; };
  const auto merged = merged_of(recorded.block(k));  // and no empty stretch at the bottom, where it is free
  REQUIRE_EQ(merged.size(), 1u);
  REQUIRE((merged[0].begin == 640 && merged[0].end == 960));
  REQUIRE(why(0) == right);
  REQUIRE(why(512) == not_at_start);
  REQUIRE(why(513) == overlaps);
  REQUIRE(why(959) == overlaps);
  REQUIRE(why(960) == higher_gap);
}

/// Objects [0, 100) of A and [100, 190) of B: C has room in both, and goes to the first.
TEST_CASE("a later object is named") {
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
  const auto made = LessonFacts::make(lesson).value();
  const Recording& recorded = made->of(lesson.pages[0]).recording(*lesson.strategy);
  REQUIRE(judge_offset(recorded, 2, 0).why == right);
  REQUIRE(judge_offset(recorded, 2, 50).why == not_at_start);
  REQUIRE(judge_offset(recorded, 2, 100).why == later_object);
  REQUIRE(judge_offset(recorded, 2, 95).why == no_object);
}
