// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/graph/graph.h"

namespace stowage {

/// Reads a graph file, version 1. Besides the usual keys, a tensor may have an `alignment` of its own (that of the
/// document is Graph::alignment()), a stream a `color` (any text is kept; "#rrggbb" is painted), and the document
/// `times`, the time axis of an interval problem (one more whole number than nodes, ascending). A node, also one in a
/// loop, may have a `loop`: an object with the same lists and `carry`, pairs of tensors, where the first takes the
/// second's value for the next iteration (core/graph/graph.h). bad_input has all faults at once, each with its JSON
/// pointer ("/tensors/3/size"); a fault of syntax comes alone, with line and column.
[[nodiscard]] Result<Document> read_graph_json(std::string_view bytes, const std::string& file, const Task& task = {});

/// Writes one node, tensor, edge or group a line. The same graph always gives the same bytes, and reading them gives
/// the same graph.
[[nodiscard]] std::string write_graph_json(const Graph& graph);

}  // namespace stowage
