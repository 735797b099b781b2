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

/// An ETDump has no graph: bad_input says what to do with it.
[[nodiscard]] Result<Document> read_etdump(std::string_view bytes, const std::string& file, const ReadOptions& options,
                                           const Task& task);

/// Gives the operators of a graph that was read from an ExecuTorch program the measured times of their instructions: of
/// several runs the median. Which instruction an operator is stands in the graph ("instruction"). The file does not
/// tell its unit: nanoseconds are taken, which is said.
///
/// bad_input: no operator of the graph is an instruction that the file has a time of.
[[nodiscard]] Result<TimedGraph> with_etdump_durations(const Graph& graph, std::string_view bytes,
                                                       const std::string& file);

}  // namespace stowage
