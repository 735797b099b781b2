// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/insight/learn/lesson.h"
#include "core/layout/strategy.h"

namespace stowage {

/// The most pages of a lesson, graphs beside its own, and tensors or operators of a graph.
inline constexpr std::size_t kMaxLessonPages = 200;
inline constexpr std::size_t kMaxLessonGraphs = 20;
inline constexpr std::size_t kMaxLessonTensors = 2000;

/// Whether the bytes name the format of a lesson; false above kMaxLessonBytes.
[[nodiscard]] bool looks_like_lesson(std::string_view bytes);

/// Returns the content of a graph's file that a lesson names, by a relative path with forward slashes.
using OpenLessonGraph = std::function<Result<std::string>(const std::string& path)>;

/// Reads a lesson file, version 1:
/// ```
/// {"format": "stowage-lesson", "version": 1, "title": "…", "source": "SOMAS, figure 6", "about": "one sentence",
///  "graph": "../somas_figure_6.stowage.json",           or a graph object in its place
///  "graphs": {"two streams": …},                        further ones, by name; may be absent
///  "strategy": "so.source.first",
///  "pages": [{"title": "…", "graph": "two streams", "text": ["a paragraph", "with **bold words** and `names`"],
///             "show": {"strategy": "so.size.best", "blocks": 2, "select": ["A", "D"],
///                      "view": "conflicts", "color": "kind"},
///             "ask": {"fact": "offset", "question": "…", "tensor": "D", "answer": 7,
///                     "right": "…", "wrong": "…", "hints": [{"answer": 0, "text": "…"}]}}]}
/// ```
/// A page is about the graph that it names, or the lesson's own; so is every tensor, operator and stream in it.
/// The fact of a question decides its fields and the form of its answer (core/insight/learn/lesson.h): "tensor",
/// "tensors" (a pair), "operator", "stream" (its number), "strategy" (that of "show"), "strategies" with "choices",
/// "limit" (operators of a leaf), "loop" (a path, "train/refine") with "value" and "iterations" (one for each loop).
/// An answer is a whole number (of bytes, of nanoseconds), a name, a list of names, "safe" or "unsafe", or one of the
/// choices.
///
/// bad_input with every fault and its JSON pointer. Faults of a graph inside the lesson begin with the graph's place,
/// those of a graph's file have its path. Unknown keys are faults. Answers are not checked.
[[nodiscard]] Result<Lesson> read_lesson(std::string_view bytes, const std::string& file, const OpenLessonGraph& open,
                                         const Task& task = {});

/// Replaces every text of a lesson by that of a file with nothing but texts (a translation). Graph, planners and
/// answers stay the lesson's. The file, version 1, follows the lesson page by page:
/// ```
/// {"format": "stowage-lesson-words", "version": 1, "title": "…", "source": "…", "about": "…",
///  "pages": [{"title": "…", "text": ["…", "…"],
///             "ask": {"question": "…", "choices": ["…", "…"], "right": "…", "wrong": "…", "hints": ["…"]}}]}
/// ```
/// bad_input with every fault and its JSON pointer: a text of the lesson is missing or empty, or the file has a text
/// that the lesson does not have.
[[nodiscard]] Result<Lesson> read_lesson_words(Lesson lesson, std::string_view bytes, const std::string& file,
                                               const Task& task = {});

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
