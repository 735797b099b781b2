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
  std::string first_title, first_text;                      ///< of a page that shows the graph
  std::string ask_title, ask_text, question, right, wrong;  ///< of one that asks for the most bytes alive at one step
};

/// A lesson file on this very graph, with two pages to edit; the answer in it is right. bad_input where the graph is
/// too large for a lesson; else cancelled or timed_out.
[[nodiscard]] Result<std::string> new_lesson(const Graph& graph, const LayoutStrategy& strategy,
                                             const NewLessonWords& words, const Task& task = {});

}  // namespace stowage
