// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/bytes.h"

namespace stowage {

/// Bytes of an array with elements of so many bits, rounded up; no length may be below 0. None above kMaxTensorSize.
template <class Lengths>
[[nodiscard]] std::optional<std::int64_t> array_bytes(std::int64_t bits, const Lengths& lengths) {
  for (const std::int64_t length : lengths)
    if (length == 0) return 0;
  for (const std::int64_t length : lengths)
    if (__builtin_mul_overflow(bits, length, &bits)) return {};
  const std::int64_t bytes = bits / 8 + (bits % 8 != 0);
  return bytes > kMaxTensorSize.count ? std::nullopt : std::optional(bytes);
}

}  // namespace stowage
