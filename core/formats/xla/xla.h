// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether the bytes begin as an HloProto does: with a module that has a name and the name of its entry computation.
[[nodiscard]] bool looks_like_hlo(std::string_view bytes);

/// Reads XLA's dump of a compiled module: HloProto, with its buffer assignment.
///
/// - Operators are the instructions of the entry computation in the order of the schedule, without parameters and
///   constants; instructions of a called computation (loops, branches; not fusions) come before the caller. They run on
///   one stream, except work that is started and waited for later, which has streams of its own.
/// - Tensors are the logical buffers, except constants and buffers local to threads. A lifetime is that of the heap
///   simulator's trace (joined by the buffer's id), or, without a trace, from the instruction that makes the buffer to
///   the last that reads it. Parameters belong to the caller and last throughout, unless results take their memory.
/// - Buffers that the trace lets share, or that a loop carries from one iteration to the next, are one tensor if they
///   lie in the same place. A result that lies where its instruction reads last is written in place.
/// - The assignment is a plan: the allocations one after the other, each at a multiple of 256 bytes.
[[nodiscard]] Result<Document> read_xla(std::string_view bytes, const std::string& file,
                                        const ReadOptions& options = {}, const Task& task = {});

inline constexpr std::string_view kXlaTextExtension = ".hlo.txt";

/// Whether the bytes are a module, a buffer assignment, live ranges or a report of memory usage, as text.
[[nodiscard]] bool looks_like_xla_text(std::string_view bytes);

/// Reads XLA's dump of a compiled module as text: the module, its buffer assignment and its live ranges, each in a file
/// of its own. Any of them may be opened: ReadOptions::open_beside finds the others, which have the same stem.
///
/// - A module and its assignment are read as their HloProto is (read_xla()), without the heap simulator's
///   trace, which only the HloProto has. Live ranges stand in for the trace.
/// - A module without an assignment has no plan: each array that an instruction makes is a tensor as large as its
///   shape. It runs in the order of the lines.
/// - An assignment and live ranges are a plan with lifetimes, though the readers of a buffer are not known. An
///   assignment alone has no lifetimes: its tensors last throughout, and there is no plan.
///
/// bad_input: a module that is not scheduled, live ranges alone, a report of memory usage.
[[nodiscard]] Result<Document> read_xla_text(std::string_view bytes, const std::string& file,
                                             const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
