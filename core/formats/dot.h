// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether the text begins as a Graphviz graph does.
[[nodiscard]] bool looks_like_dot(std::string_view bytes);

/// Always bad_input: a drawing is only written.
[[nodiscard]] Result<Document> read_dot(std::string_view bytes, const std::string& file,
                                        const ReadOptions& options = {}, const Task& task = {});

/// Writes text for Graphviz: a box for each operator, in the cluster and the colour of its stream; an edge from each
/// producer to each consumer with the tensor's name, its bytes, its group and (with a plan) its offset; an ellipse for
/// tensors present from the start, and for results; dashed edges for control. Ids are op0, op1 … in the global order.
[[nodiscard]] Result<std::string> write_dot(const Graph& graph, const Plan* plan);

}  // namespace stowage
