// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

inline constexpr std::string_view kXlaTextExtension = ".hlo.txt";

/// Whether the bytes are a module, a buffer assignment, live ranges or a report of memory usage, as text.
[[nodiscard]] bool looks_like_xla_text(std::string_view bytes);

/// Reads XLA's dump of a compiled module as text: the module, its buffer assignment and its live ranges, each in a file
/// of its own. Any of them may be opened: ReadOptions::open_beside finds the others, which have the same stem.
///
/// - A module and its assignment are read as their HloProto is (core/formats/xla/xla.h), without the heap simulator's
///   trace, which only the HloProto has. Live ranges stand in for the trace.
/// - A module without an assignment has no plan: each array that an instruction makes is a tensor as large as its
/// shape.
///   It runs in the order of the lines.
/// - An assignment and live ranges are a plan with lifetimes, though the readers of a buffer are not known. An
/// assignment
///   alone has no lifetimes: its tensors last throughout, and there is no plan.
///
/// bad_input: a module that is not scheduled, live ranges alone, a report of memory usage.
[[nodiscard]] Result<Document> read_xla_text(std::string_view bytes, const std::string& file,
                                             const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
