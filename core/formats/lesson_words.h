// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/insight/learn/lesson.h"

namespace stowage {

/// Replaces every text of a lesson by that of a file with nothing but texts (a translation). Graph, planners and
/// answers stay those of the lesson. The file, version 1, follows the lesson page by page:
/// ```
/// {"format": "stowage-lesson-words", "version": 1, "title": "…", "source": "…", "about": "…",
///  "pages": [{"title": "…", "text": ["…", "…"],
///             "ask": {"question": "…", "choices": ["…", "…"], "right": "…", "wrong": "…", "hints": ["…"]}}]}
/// ```
/// bad_input with every fault and its JSON pointer: a text of the lesson is missing or empty, or the file has a text
/// that the lesson does not have.
[[nodiscard]] Result<Lesson> read_lesson_words(Lesson lesson, std::string_view bytes, const std::string& file,
                                               const Task& task = {});

}  // namespace stowage
