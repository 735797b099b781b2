// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/formats/durations.h"

namespace stowage {

/// Whether the bytes begin as a model of the Open Neural Network Exchange does (onnx.proto, ModelProto).
[[nodiscard]] bool looks_like_onnx(std::string_view bytes);

/// Reads the graph of an ONNX model, on one stream, in the order of its nodes (a stable one if that is not
/// topological).
///
/// - **Operators** are the nodes, by their names ("Conv#7" is the nameless node 7), of the kind "Conv" or
///   "com.microsoft:Attention". Nodes whose results are known before a run (constants, shapes and arithmetic on them)
///   are folded: like weights, their results stay in memory and are not planned.
/// - **Tensors** are the graph's inputs, without a producer, and the results of nodes; outputs of the graph are needed
///   until the end. Views and in-place pairs are assumed, as runtimes make them.
/// - **Sizes** come from the file's types; where one is missing, libonnx infers it in a process of its own.
///   `options.dimensions` gives the sizes of open dimensions. Tensors of an unknown size have 0 bytes and `at_least`;
///   the document's warnings and summary say so.
/// - A node consumes the tensors that its bodies (of If, Loop, Scan) read from around them. The bodies' own tensors are
///   not planned: the summary counts them, and each such node has one tensor of an unknown size for them.
///
/// bad_input: a damaged file, a cycle, tensors made twice or never, sizes above 2^53 bytes, a given dimension that the
/// model does not leave open.
[[nodiscard]] Result<Document> read_onnx(std::string_view bytes, const std::string& file,
                                         const ReadOptions& options = {}, const Task& task = {});

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
