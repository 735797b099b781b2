// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/formats/durations.h"

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

/// Whether the bytes are an ETDump (".etdp"): what ExecuTorch records of runs of a program.
[[nodiscard]] bool looks_like_etdump(std::string_view bytes);

/// Always fails: an ETDump has no graph, and bad_input says what to do with the file.
[[nodiscard]] Result<Document> read_etdump(std::string_view bytes, const std::string& file, const ReadOptions& options,
                                           const Task& task);

/// Gives operators the measured times of their instructions: the median of several runs. The graph must come from an
/// ExecuTorch program; its field "instruction" numbers each operator's instruction. The file does not state its unit:
/// nanoseconds are assumed, and a warning says so.
///
/// bad_input: the file has no time of any instruction of the graph, or it is damaged.
[[nodiscard]] Result<TimedGraph> with_etdump_durations(const Graph& graph, std::string_view bytes,
                                                       const std::string& file);

}  // namespace stowage
