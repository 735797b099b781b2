// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "widgets/views/learn/lesson_session.h"

namespace stowage {

/// Rich text of a page: its paragraphs, the question, and, once it was answered, what is to be said of the answer by
/// the lesson and by the planners. Names of tensors and operators, `so` in the lesson, are set apart.
struct LessonText {
  QString html;                                ///< the page, and its question at the end
  QString outcome;                             ///< what came of the answer; empty before
  QString verdict;                             ///< the same in one plain sentence, to be read aloud
  QString score;                               ///< after the last question; empty before
  std::vector<std::vector<OperatorId>> paths;  ///< operators, by PathLink::number
};
[[nodiscard]] LessonText lesson_text(const LessonSession& session);

/// A text of a lesson without its marks, for buttons and screen readers.
[[nodiscard]] QString plain_words(const std::string& text);

/// An answer as the reader would write it: "1,664 bytes", "a, b and c", "safe".
[[nodiscard]] QString answer_text(const Question& question, const Answer& answer, const Graph& graph);
/// What came out, after the last page.
[[nodiscard]] QString score_text(const LessonScore& score);

}  // namespace stowage
