// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/insight/learn/graph_facts.h"
#include "core/insight/learn/lesson.h"

namespace stowage {

/// The facts of every graph that a page of the lesson is on.
class LessonFacts {
 public:
  /// As GraphFacts::make().
  [[nodiscard]] static Result<std::shared_ptr<const LessonFacts>> make(const Lesson& lesson, const Task& task = {});

  /// Those of the page's graph. The page must be one of the lesson.
  [[nodiscard]] const GraphFacts& of(const LessonPage& page) const { return *graphs_.at(page.graph); }

  [[nodiscard]] bool accepts(const LessonPage& page, const Answer& answer) const {
    return of(page).accepts(page, answer);
  }
  [[nodiscard]] std::optional<Answer> truth(const LessonPage& page) const { return of(page).truth(page); }

 private:
  std::map<std::shared_ptr<const Graph>, std::shared_ptr<const GraphFacts>> graphs_;
};

/// Checks that every answer that the lesson calls right is right, every hint is for a wrong one, and the pages show
/// what there is: otherwise bad_input with the places, as the reader names them.
[[nodiscard]] Result<void> check_lesson(const Lesson& lesson, const LessonFacts& facts, const std::string& file);

/// A lesson whose answers are all right, ready to be taught.
struct CheckedLesson {
  std::shared_ptr<const Lesson> lesson;
  std::shared_ptr<const LessonFacts> facts;
};
/// Works out the facts and checks the lesson with them.
[[nodiscard]] Result<CheckedLesson> checked(Lesson lesson, const std::string& file, const Task& task = {});

}  // namespace stowage
