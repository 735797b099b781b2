// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether the bytes are ST Edge AI's description of a network: a JSON object with a schema version, pools and buffers.
[[nodiscard]] bool looks_like_st_edge_ai(std::string_view bytes);

/// Reads the description that ST Edge AI writes of a network ("NAME_c_info.json").
///
/// - Its graphs are the graphs of the file (ReadOptions::graph). Nodes are operators, in their order on one stream. A
///   node of an NPU that contains units is one operator.
/// - Buffers are tensors, except parameters. A node's scratch buffer is its workspace; states are needed from start to
///   end. Lifetimes come from the nodes' lists. Epochs, a finer clock than nodes, say when a buffer starts that no node
///   writes, and lengthen a life that the lists make too short.
/// - Pools are memory spaces, and a buffer's place in its pool is the plan.
/// - A result may lie partly over an input that its node reads last, by the shift that it has in the file.
[[nodiscard]] Result<Document> read_st_edge_ai(std::string_view bytes, const std::string& file,
                                               const ReadOptions& options, const Task& task);

}  // namespace stowage
