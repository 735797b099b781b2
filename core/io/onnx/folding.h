// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/io/onnx/model.h"
#include "core/io/onnx/wiring.h"

namespace stowage::onnx_file {

/// Folds what is known before a run: constants, weights made by ConstantOfShape, and arithmetic on shapes as far as all
/// it reads is known (a runtime does the same once, as it loads). What such nodes make stays like weights
/// (`wiring.stays`); the nodes, by number, are the result. `types` are those of tensors, null where there is none:
/// the shape of a tensor of known dimensions is a constant, too.
[[nodiscard]] std::vector<bool> fold_constants(const Model& model, std::span<const std::uint32_t> order,
                                               std::span<const Type* const> types, Wiring& wiring);

}  // namespace stowage::onnx_file
