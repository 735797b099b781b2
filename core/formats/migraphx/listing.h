// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"

/// The lines that MIGraphX prints of a program. Every string_view is a part of the file.
namespace stowage::migraphx {

/// The result of an instruction: `float_type, {1, 128}, {128, 1}`. An empty `{}` is not a tensor and has no bytes.
struct Shape {
  bool known = true;       ///< false: an open dimension, or an element type without a known size
  std::int64_t bytes = 0;  ///< from the first element to the last, below 2^53; the sum for a tuple
};

/// `@5 = gpu::gemm[alpha=1](@4,@2,@3) -> float_type, {1, 128}, {128, 1}: 0.21ms, 52%`
struct Instruction {
  std::string_view name{};        ///< "@5", "main:@5", or the name of a parameter
  std::string_view op{};          ///< "gpu::gemm", "@param", "@return"
  std::string_view attributes{};  ///< between the brackets
  std::vector<std::string_view> arguments{};
  Shape shape{};
  std::optional<double> milliseconds{};
  bool has_comment = false;  ///< names of the model's nodes, after "#"
  std::size_t line = 0;      ///< from 1
};

/// One printing of one module.
struct Listing {
  std::string_view module{};  ///< "main"
  std::vector<Instruction> instructions{};
  bool timed = false;
  std::string damage{};  ///< what is wrong with its first line that begins as an instruction but is not one, or empty
  std::size_t damaged_line = 0;
};

/// All listings of a text, in their order. Counts the lines that belong to none. Errors: cancelled, timed_out.
[[nodiscard]] Result<std::vector<Listing>> read_listings(std::string_view text, const Task& task,
                                                         std::size_t& other_lines);

/// The value of `key=` in attributes, up to the comma or the end: "1" of "stream" in "stream=1". Nested brackets belong
/// to the value.
[[nodiscard]] std::optional<std::string_view> attribute(std::string_view attributes, std::string_view key);

/// `float_type, {256}, {1}` is taken off the front of a text; none where there is no shape.
[[nodiscard]] std::optional<Shape> take_shape(std::string_view& text);

}  // namespace stowage::migraphx
