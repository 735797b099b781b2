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

}  // namespace stowage
