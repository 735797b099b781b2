// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether the bytes are an ExecuTorch program, or one bundled with test data, which read_executorch() refuses.
[[nodiscard]] bool looks_like_executorch(std::string_view bytes);

/// Reads an ExecuTorch program (".pte").
///
/// - The methods with instructions are the graphs of the file (ReadOptions::graph). Each instruction except frees is an
///   operator and keeps its number as "instruction".
/// - An arena is a memory space; the offsets in it are the plan. Tensors whose memory comes from the caller, or from an
///   operator while it runs, lie in no arena and have 0 bytes. State is needed from start to end.
/// - A kernel writes the tensors of its last argument. A delegate writes those of its arguments that have no value yet.
/// - A tensor that no instruction writes is a view of the tensor with the same bytes, or the workspace of the only
///   kernel that names it.
/// - Tensors that a loop reads or writes live as long as the loop runs.
[[nodiscard]] Result<Document> read_executorch(std::string_view bytes, const std::string& file,
                                               const ReadOptions& options, const Task& task);

}  // namespace stowage
