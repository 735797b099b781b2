// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether the bytes are a description of a network by ST Edge AI: a JSON object with its schema, pools and buffers.
[[nodiscard]] bool looks_like_st_edge_ai(std::string_view bytes);

/// The description that ST Edge AI writes of a network ("NAME_c_info.json").
///
/// - Its graphs are the graphs of the file; nodes are operators, in their order on one stream. A node of an NPU that
///   holds others is one operator.
/// - Buffers are tensors, but for parameters. A node's scratch buffer is its workspace; states are needed from start to
///   end. Lifetimes come from the nodes' lists; epochs, a finer clock than nodes, tell when a buffer starts that no
///   node writes, and lengthen the life of one that is in use for longer than the lists say.
/// - Pools are memory spaces, and a buffer's place in its pool is the plan.
/// - A result that lies partly over an input which its node is the last to read is allowed to, by that shift.
[[nodiscard]] Result<Document> read_st_edge_ai(std::string_view bytes, const std::string& file,
                                               const ReadOptions& options, const Task& task);

}  // namespace stowage
