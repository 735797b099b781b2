// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/onnx/model.h"

namespace stowage::onnx_file {

/// Inferred types of tensors, or why there are none.
struct InferredTypes {
  std::shared_ptr<const std::string> bytes;  ///< holds the bytes that `types` views
  GraphOf types{};                           ///< has only values
  std::string failure{};                     ///< empty where all went well
};

/// A larger model (without its weights) is not sent for inference.
inline constexpr std::size_t kMaxInferred = std::size_t{1} << 30;
inline constexpr double kInferenceSeconds = 60;

/// Infers the types of the model's tensors with libonnx, in a child process: stowage-infer-shapes reads the nodes in
/// `order`, the types of inputs, outputs and values, and weights that may be shapes. Types that are not found are left
/// out; InferredTypes::failure says why the process failed. Errors: cancelled, timed_out.
[[nodiscard]] Result<InferredTypes> infer_types(const Model& model, std::span<const std::uint32_t> order,
                                                const Task& task);

}  // namespace stowage::onnx_file
