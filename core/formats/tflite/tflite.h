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

/// A TensorFlow Lite model (flatbuffers, "TFL3"): its main subgraph, whose operators run in their order in the file.
///
/// - Constants (tensors with data) and variables (which keep their values between runs) lie in memory of their own and
///   are not planned; nor is what no operator uses.
/// - A dimension that the model leaves open (-1) is called "*:AXIS" for all tensors, or "TENSOR:AXIS" for one, in
///   ReadOptions::dimensions; by default it is what the file stores, mostly 1.
/// - Offsets decided ahead of time (metadata `OfflineMemoryAllocation`) are a plan, where every planned tensor has one.
///   What an Ethos-U operator keeps in its scratch memory, its inputs and results often among it, is one tensor here:
///   the operator's own command stream says when what in there is overwritten.
[[nodiscard]] Result<Document> read_tflite(std::string_view bytes, const std::string& file,
                                           const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
