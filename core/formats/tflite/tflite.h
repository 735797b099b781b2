// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether the bytes carry the identifier of a TensorFlow Lite model.
[[nodiscard]] bool looks_like_tflite(std::string_view bytes);

/// Reads a subgraph of a TensorFlow Lite model (flatbuffers, "TFL3"): the first, or ReadOptions::graph, which may name
/// a signature. Operators run in the order of the file.
///
/// - Constants (tensors with data) and variables (which keep their values between runs) lie in memory of their own and
///   are not planned, nor are tensors that no operator uses.
/// - ReadOptions::dimensions gives open dimensions (-1), as "*:AXIS" for all tensors or "TENSOR:AXIS" for one. By
///   default they have the length that the file stores, mostly 1.
/// - Offsets decided ahead of time (metadata `OfflineMemoryAllocation`) are a plan, where every planned tensor has one.
///   Tensors in the scratch memory of an Ethos-U operator, often its inputs and results, are one tensor here: only the
///   operator's command stream says when their bytes are overwritten.
[[nodiscard]] Result<Document> read_tflite(std::string_view bytes, const std::string& file,
                                           const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
