// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/formats/import_summary.h"
#include "core/formats/onnx/wiring.h"
#include "core/graph/builder.h"

namespace stowage::onnx_file {

/// A tensor of the model in the graph.
struct PlannedTensor {
  TensorId id{};  ///< none where it is not planned
  Bytes size{};   ///< 0 where it is unknown
};

/// Adds views, for results that lie in the bytes of an input, and in-place pairs, for results that may be written over
/// one. The file does not name them: they are what runtimes do (ONNX Runtime's Alias and MayInplace), and the summary
/// calls them assumed. Outputs of the model keep their own bytes, and nothing is written over inputs of the model.
/// `planned` is by tensor number, `runs` by node.
void add_sharing(const Model& model, const Wiring& wiring, std::span<const PlannedTensor> planned,
                 std::span<const OperatorId> runs, GraphBuilder& builder, ImportSummary& summary);

}  // namespace stowage::onnx_file
