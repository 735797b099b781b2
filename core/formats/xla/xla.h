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

/// What XLA dumps of a compiled module: HloProto, with its buffer assignment.
///
/// - Operators are the instructions of the entry computation in the order of the schedule, those of the computations
///   that it calls (loops, branches; not fusions) before the caller; parameters and constants are none. One stream.
/// - Tensors are the logical buffers, but for constants and what threads keep to themselves. A lifetime is that of the
///   heap simulator's trace, where there is one (joined by the buffer's id), and else the instruction that makes the
///   buffer until the last that reads it. Parameters belong to the caller and last throughout, unless the memory is
///   given away to results.
/// - Buffers that the trace lets share, that a loop carries from one iteration to the next, or of which an instruction
///   writes one over the other that it reads, are one tensor if they lie in the same place.
/// - The assignment is a plan: the allocations one after the other, each at a multiple of 256.
[[nodiscard]] Result<Document> read_xla(std::string_view bytes, const std::string& file,
                                        const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
