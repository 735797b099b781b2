// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace stowage {

/// An amount of memory: a size, a footprint, a gap.
struct Bytes {
  std::int64_t count = 0;

  friend constexpr auto operator<=>(Bytes, Bytes) = default;
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return {a.count + b.count}; }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return {a.count - b.count}; }
  constexpr Bytes& operator+=(Bytes b) { return count += b.count, *this; }
  constexpr Bytes& operator-=(Bytes b) { return count -= b.count, *this; }
};

/// An address in the planned buffer, in bytes from its start.
struct Offset {
  std::int64_t value = 0;

  friend constexpr auto operator<=>(Offset, Offset) = default;
  friend constexpr Offset operator+(Offset a, Bytes b) { return {a.value + b.count}; }
  friend constexpr Bytes operator-(Offset a, Offset b) { return {a.value - b.value}; }
};

/// Largest size of one tensor (2^53: exact in every JSON reader).
inline constexpr Bytes kMaxTensorSize{std::int64_t{1} << 53};
/// Largest sum of all (aligned) sizes of one graph; every offset and footprint stays below it.
inline constexpr Bytes kMaxTotalSize{std::int64_t{1} << 60};

/// `value` rounded up to a multiple of `alignment` (≥ 1, any integer).
[[nodiscard]] constexpr std::int64_t round_up(std::int64_t value, std::int64_t alignment) {
  return alignment == 1 ? value : (value + alignment - 1) / alignment * alignment;
}
[[nodiscard]] constexpr Bytes round_up(Bytes value, Bytes alignment) {
  return {round_up(value.count, alignment.count)};
}

}  // namespace stowage
