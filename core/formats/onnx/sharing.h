// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/formats/import_summary.h"
#include "core/formats/onnx/wiring.h"
#include "core/graph/builder.h"

namespace stowage::onnx_file {

/// A tensor of the model in the graph.
struct PlannedTensor {
  TensorId id{};  ///< none: it is not planned
  Bytes size{};   ///< 0 where it is unknown
};

/// Which results lie in the bytes of an input, and which may be written over one: no field of the file says it, so it
/// is what runtimes do (ONNX Runtime's Alias and MayInplace), told as assumed. What the caller gives or takes, inputs
/// and outputs of the model, keeps bytes of its own. `planned` is by tensor number, `runs` by node.
void add_sharing(const Model& model, const Wiring& wiring, std::span<const PlannedTensor> planned,
                 std::span<const OperatorId> runs, GraphBuilder& builder, ImportSummary& summary);

}  // namespace stowage::onnx_file
