// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/onnx/model.h"

namespace stowage::onnx_file {

/// Types of tensors, and where they came from; or why there are none.
struct InferredTypes {
  std::shared_ptr<const std::string> bytes;  ///< what `types` are views of
  GraphOf types{};                           ///< only the values
  std::string failure{};                     ///< empty: all went well
};

/// A larger model (without its weights) is not sent for inference.
inline constexpr std::size_t kMaxInferred = std::size_t{1} << 30;
inline constexpr double kInferenceSeconds = 60;

/// The types of the tensors that the model makes, by libonnx: a program beside ours, stowage-infer-shapes, is given the
/// nodes in `order`, what the types of inputs, outputs and values say by now, and weights that may be shapes. Whatever
/// becomes of it, what it cannot tell is left out. Fails only with cancelled or timed_out.
[[nodiscard]] Result<InferredTypes> infer_types(const Model& model, std::span<const std::uint32_t> order,
                                                const Task& task);

}  // namespace stowage::onnx_file
