// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/insight/learn/lesson.h"

namespace stowage {

/// No lesson has more pages than this, or more graphs beside its own; no graph has more tensors or operators.
inline constexpr std::size_t kMaxLessonPages = 200;
inline constexpr std::size_t kMaxLessonGraphs = 20;
inline constexpr std::size_t kMaxLessonTensors = 2000;

/// Whether it says of itself that it is a lesson.
[[nodiscard]] bool looks_like_lesson(std::string_view bytes);

/// The content of the file that a lesson names as its graph, by a relative path with forward slashes.
using OpenLessonGraph = std::function<Result<std::string>(const std::string& path)>;

/// A lesson file, version 1:
/// ```
/// {"format": "stowage-lesson", "version": 1, "title": "…", "source": "SOMAS, figure 6", "about": "one sentence",
///  "graph": "../somas_figure_6.stowage.json",           or a graph object in its place
///  "graphs": {"two streams": …},                        further ones, by name; may be absent
///  "strategy": "so.source.first",
///  "pages": [{"title": "…", "graph": "two streams", "text": ["a paragraph", "with **words** that stand out and
///  `names`"],
///             "show": {"strategy": "so.size.best", "blocks": 2, "select": ["A", "D"], "view": "conflicts", "color":
///             "kind"}, "ask": {"fact": "offset", "question": "…", "tensor": "D", "answer": 7,
///                     "right": "…", "wrong": "…", "hints": [{"answer": 0, "text": "…"}]}}]}
/// ```
/// A page is on the graph that it names, else on the lesson's own; so is every tensor, operator and stream in it.
/// What a question names and how its answer is written follows from its fact (core/insight/learn/lesson.h): "tensor",
/// "tensors" (a pair), "operator", "stream" (its number), "strategy" (that of "show"), "strategies" with "choices",
/// "limit" (operators of a leaf), "loop" (a path, "train/refine") with "value" and "iterations" (one for each loop);
/// an answer is a whole number (of bytes, of nanoseconds), a name, a list of names, "safe" or "unsafe", or one of the
/// choices.
///
/// bad_input with every fault and its JSON pointer; those of a graph inside the lesson begin with its place, those of
/// one that is not have its path. Keys that are not known are faults. Whether the answers are right is not looked at.
[[nodiscard]] Result<Lesson> read_lesson(std::string_view bytes, const std::string& file, const OpenLessonGraph& open,
                                         const Task& task = {});

}  // namespace stowage
