// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/layout/strategy.h"

namespace stowage {

/// The sentences of a new lesson, in the author's language.
struct NewLessonWords {
  std::string title, source, about;
  std::string first_title, first_text;                      ///< of the page that shows the graph
  std::string ask_title, ask_text, question, right, wrong;  ///< of the page that asks for the lifetime bound
};

/// Writes a lesson file on this graph, with two pages to edit; its answer is right. bad_input: the graph is too large
/// for a lesson. Also cancelled, timed_out.
[[nodiscard]] Result<std::string> new_lesson(const Graph& graph, const LayoutStrategy& strategy,
                                             const NewLessonWords& words, const Task& task = {});

}  // namespace stowage
