// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <QString>

#include "core/insight/learn/lesson_facts.h"
#include "widgets/painters/page/export.h"
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

/// A slide for projectors: of fewer logical pixels than a window, so that its letters are read from the last row.
[[nodiscard]] FigureOptions lesson_slide();

/// Writes a lesson for slides: each page as its words beside its picture, those with a question once more with the
/// answer; as one PDF or as numbered pictures (widgets/painters/page/export.h). How many there are. Blocks: for
/// workers.
[[nodiscard]] Result<std::size_t> export_lesson(const std::string& path, const CheckedLesson& lesson,
                                                const FigureOptions& options, const Task& task = {});

}  // namespace stowage
