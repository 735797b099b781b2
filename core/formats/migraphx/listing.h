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

/// The lines of a text that MIGraphX prints of a program; every text is a part of the file's.
namespace stowage::migraphx {

/// What an instruction gives: `float_type, {1, 128}, {128, 1}`. An empty `{}` is no tensor and has no bytes.
struct Shape {
  bool known = true;       ///< false: of an open dimension, or an element type without a known size
  std::int64_t bytes = 0;  ///< from the first element to the last, below 2^53; several together where it is a tuple
};

/// `@5 = gpu::gemm[alpha=1](@4,@2,@3) -> float_type, {1, 128}, {128, 1}: 0.21ms, 52%`
struct Instruction {
  std::string_view name{};        ///< "@5", "main:@5"; of a parameter what it is called
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
  std::string damage{};  ///< what is wrong with its first line that is no instruction though it begins as one; or empty
  std::size_t damaged_line = 0;
};

/// All listings of a text, in their order. Errors: cancelled, timed_out.
[[nodiscard]] Result<std::vector<Listing>> read_listings(std::string_view text, const Task& task,
                                                         std::size_t& other_lines);

/// The value of `key=` in attributes, up to the comma or the end: "1" of "stream" in "stream=1". Nested brackets belong
/// to it.
[[nodiscard]] std::optional<std::string_view> attribute(std::string_view attributes, std::string_view key);

/// `float_type, {256}, {1}` at the front of a text, which is taken off; none where there is no shape.
[[nodiscard]] std::optional<Shape> take_shape(std::string_view& text);

}  // namespace stowage::migraphx
