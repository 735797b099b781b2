// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stowage::xla {

/// One array of a shape: the shape itself, or a part of a tuple.
struct ShapeLeaf {
  std::vector<std::int64_t> index;    ///< its place in the tuples; empty for the whole
  std::optional<std::int64_t> bytes;  ///< padded to its first tile; none where a dimension is not known
  std::int64_t space = 0;             ///< S(n)
  bool padded = false;                ///< whether it has more bytes than its elements
};

/// The arrays of a shape such as `(bf16[8,128]{1,0:T(8,128)(2,1)S(1)}, token[])`, in order; tokens and the like have 0
/// bytes. None where the type is not known, a bracket is damaged, or the shape is too deep or too large.
[[nodiscard]] std::optional<std::vector<ShapeLeaf>> read_shape(std::string_view text);

}  // namespace stowage::xla
