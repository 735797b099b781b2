// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/graph/graph.h"

namespace stowage {

/// A graph file, version 1. Besides the contract's keys a tensor may have an `alignment` (of its own; that of the
/// document is Graph::alignment()), a stream a `color` (any text
/// is kept; "#rrggbb" is painted), and the document `times`, the time axis of an interval problem (one more whole
/// number than nodes, ascending). A node may have a `loop`: an object of the same lists, and `carry`, pairs of tensors
/// of which the first takes over the second's value for the next iteration (core/graph/loop.h); so may nodes in it. All
/// faults come at once, each with its JSON pointer ("/tensors/3/size"); a fault of syntax comes alone, with line and
/// column.
[[nodiscard]] Result<Document> read_graph_json(std::string_view bytes, const std::string& file, const Task& task = {});

/// One node, tensor, edge or group a line; the same graph always gives the same bytes, and reading them the same graph.
[[nodiscard]] std::string write_graph_json(const Graph& graph);

}  // namespace stowage
