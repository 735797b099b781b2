// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// A graph whose operators have the durations of a file, and the warnings of the reader.
struct TimedGraph {
  Graph graph;
  std::vector<Diagnostic> warnings;
};

/// Gives operators the durations of a file: a CSV (core/formats/durations_csv.h), an ETDump
/// (core/formats/executorch/etdump.h), or a profile of ONNX Runtime (core/formats/onnx/runtime_profile.h).
[[nodiscard]] Result<TimedGraph> with_durations(const Graph& graph, std::string_view bytes, const std::string& file,
                                                const Task& task = {});

}  // namespace stowage
