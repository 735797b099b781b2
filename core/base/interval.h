// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stowage {

/// [begin, end): of addresses, steps or positions.
template <class T>
struct BasicInterval {
  T begin = 0;
  T end = 0;

  [[nodiscard]] constexpr bool empty() const { return begin >= end; }
  [[nodiscard]] constexpr T length() const { return end - begin; }
  [[nodiscard]] constexpr bool contains(T x) const { return begin <= x && x < end; }
  [[nodiscard]] constexpr bool overlaps(BasicInterval other) const { return begin < other.end && other.begin < end; }
  friend bool operator==(const BasicInterval&, const BasicInterval&) = default;
};
/// A stretch of addresses.
using Interval = BasicInterval<std::int64_t>;

}  // namespace stowage
