// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether the bytes are an ExecuTorch program, or one bundled with test data, which is refused.
[[nodiscard]] bool looks_like_executorch(std::string_view bytes);

/// An ExecuTorch program (".pte").
///
/// - Its methods with instructions are the graphs of the file (ReadOptions::graph); of one, each instruction but frees
///   is an operator, which keeps its number as "instruction".
/// - An arena is a memory space; the offsets in it are the plan. Tensors that the caller, or an operator while it runs,
///   gives memory lie in none: they have 0 bytes. State is needed from start to end.
/// - A kernel writes the tensors of its last argument. A delegate writes those of its arguments that nobody gave a
/// value
///   before.
/// - A tensor that nobody writes is a view of the one whose bytes it has, or the workspace of the one kernel that names
///   it.
/// - What a loop touches lives as long as the loop runs.
[[nodiscard]] Result<Document> read_executorch(std::string_view bytes, const std::string& file,
                                               const ReadOptions& options, const Task& task);

}  // namespace stowage
