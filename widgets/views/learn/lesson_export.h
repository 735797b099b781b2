// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

#include "core/insight/learn/lesson_facts.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// A slide for projectors: of fewer logical pixels than a window, so that its letters are read from the last row.
[[nodiscard]] FigureOptions lesson_slide();

/// Writes a lesson for slides: each page as its words beside its picture, those with a question once more with the
/// answer; as one PDF or as numbered pictures (widgets/painters/page/export.h). How many there are. Blocks: for
/// workers.
[[nodiscard]] Result<std::size_t> export_lesson(const std::string& path, const CheckedLesson& lesson,
                                                const FigureOptions& options, const Task& task = {});

}  // namespace stowage
