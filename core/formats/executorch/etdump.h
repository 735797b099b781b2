// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/formats/document.h"
#include "core/formats/durations.h"

namespace stowage {

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
