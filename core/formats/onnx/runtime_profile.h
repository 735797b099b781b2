// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/durations.h"

namespace stowage {

/// Whether the bytes begin as a profile of ONNX Runtime does: a list of events, the first of them with a category.
[[nodiscard]] bool looks_like_runtime_profile(std::string_view bytes);

/// Gives operators the measured times of the nodes of their names, from a profile of ONNX Runtime: the events of
/// category "Node" whose name ends in "_kernel_time", whole or not, in microseconds. Of several runs the median. Other
/// events are skipped. Operators without an event keep what they have.
///
/// bad_input: no event is of a node of the graph; what is wrong with the JSON.
[[nodiscard]] Result<TimedGraph> with_runtime_profile_durations(const Graph& graph, std::string_view bytes,
                                                                const std::string& file, const Task& task);

}  // namespace stowage
