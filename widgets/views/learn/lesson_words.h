// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "widgets/views/learn/lesson_session.h"

namespace stowage {

/// Rich text of a page: its paragraphs, the question, and, once it was answered, what is to be said of the answer by
/// the lesson and by the planners.
struct LessonText {
  QString html;
  std::vector<std::vector<OperatorId>> paths;  ///< operators, by PathLink::number
};
[[nodiscard]] LessonText lesson_text(const LessonSession& session);

/// An answer as the reader would write it: "1,664 bytes", "a, b and c", "safe".
[[nodiscard]] QString answer_text(const Question& question, const Answer& answer, const Graph& graph);
/// What came out, after the last page.
[[nodiscard]] QString score_text(const LessonScore& score);

}  // namespace stowage
