// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/durations.h"

namespace stowage {

/// Whether the bytes begin as a profile of ONNX Runtime does: a JSON list with a category in its first 4 KiB.
[[nodiscard]] bool looks_like_runtime_profile(std::string_view bytes);

/// Gives operators the measured times of the nodes with their names, from a profile of ONNX Runtime: the median of the
/// events of category "Node" named "…_kernel_time", in microseconds (not always whole). Other events are skipped.
/// Operators without an event keep their durations.
///
/// bad_input: no event belongs to a node of the graph, a time is not within 0 to 2^53 ns, or the JSON is damaged.
[[nodiscard]] Result<TimedGraph> with_runtime_profile_durations(const Graph& graph, std::string_view bytes,
                                                                const std::string& file, const Task& task);

}  // namespace stowage
