// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/learn/lesson.h"
#include "core/learn/recording.h"
#include "core/plan/bounds.h"

namespace stowage {

/// What the planners, the unsafe relation and the bounds say of one lesson: whatever its questions ask is answered from
/// here. Const once made; shares the lesson's graph.
class LessonFacts {
 public:
  /// bad_input where a planner refuses the graph, or where it is asked for the least peak of one too wide to prove it;
  /// else only cancelled or timed_out.
  [[nodiscard]] static Result<std::shared_ptr<const LessonFacts>> make(const Lesson& lesson, const Task& task = {});

  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  [[nodiscard]] const std::shared_ptr<const Conflicts>& conflicts() const { return conflicts_; }
  [[nodiscard]] const std::shared_ptr<const std::vector<Lifetime>>& lifetimes() const { return lifetimes_; }
  /// The clique included.
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  /// Of a strategy that the lesson names.
  [[nodiscard]] const Recording& recording(const LayoutStrategy& strategy) const { return recordings_.at(&strategy); }
  [[nodiscard]] Bytes footprint(const LayoutStrategy& strategy) const;

  /// How many blocks a page shows as placed, before its question is answered.
  [[nodiscard]] std::size_t blocks_before(const LessonPage& page) const;

  /// Whether an answer to the page's question is right. The page must have one.
  [[nodiscard]] bool accepts(const LessonPage& page, const Answer& answer) const;
  /// An answer that it accepts, or none where there is none ("which operator uses it last" of a tensor nobody uses).
  [[nodiscard]] std::optional<Answer> truth(const LessonPage& page) const;

 private:
  [[nodiscard]] std::int64_t count(const LessonPage& page) const;
  [[nodiscard]] OperatorId last_operator(const Question& question) const;
  [[nodiscard]] std::vector<TensorId> right_tensors(const LessonPage& page) const;
  [[nodiscard]] bool is_heaviest_clique(const std::vector<TensorId>& tensors) const;

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Conflicts> conflicts_;
  std::shared_ptr<const std::vector<Lifetime>> lifetimes_;
  Bounds bounds_;
  Bytes least_peak_{};  // where it is asked for
  std::map<const LayoutStrategy*, Recording> recordings_;
};

/// Whether every answer that the lesson calls right is right, every hint speaks of a wrong one, and the pages show what
/// there is: else bad_input with the places, as the reader names them.
[[nodiscard]] Result<void> check_lesson(const Lesson& lesson, const LessonFacts& facts, const std::string& file);

/// A lesson of which every answer is right, as it is taught.
struct CheckedLesson {
  std::shared_ptr<const Lesson> lesson;
  std::shared_ptr<const LessonFacts> facts;
};
/// Works out the facts and checks the lesson with them.
[[nodiscard]] Result<CheckedLesson> checked(Lesson lesson, const std::string& file, const Task& task = {});

}  // namespace stowage
