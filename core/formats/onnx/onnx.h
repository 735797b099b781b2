// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether the bytes begin as a model of the Open Neural Network Exchange does (onnx.proto, ModelProto).
[[nodiscard]] bool looks_like_onnx(std::string_view bytes);

/// The graph of an ONNX model, on one stream, in the order of its nodes (or a stable one, where that is topological).
///
/// - **Operators** are the nodes, by their names ("Conv#7" is the nameless node 7), of the kind "Conv" or
///   "com.microsoft:Attention". Nodes whose results are known before a run (constants, shapes and arithmetic on them)
///   are folded: like weights, what they make stays, and is not planned.
/// - **Tensors** are the graph's inputs, without a producer, and what nodes make; outputs of the graph are needed until
///   the end. Each is planned by itself, also what a runtime might make in place, as Reshape can.
/// - **Sizes** are those of the file's own types; for what has none libonnx infers shapes, in a process of its own.
///   A dimension that is left open is given by `options.dimensions`; tensors whose sizes nobody knows have 0 bytes and
///   the kind "unknown size", and the document's warnings and summary say so.
/// - What graphs within nodes (bodies of If, Loop, Scan) read from around them, their node consumes; their own tensors
///   are not planned, which the summary counts.
///
/// bad_input: a damaged file, a cycle, tensors made twice or never, sizes above 2^53 bytes, a given dimension that the
/// model does not leave open.
[[nodiscard]] Result<Document> read_onnx(std::string_view bytes, const std::string& file,
                                         const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
