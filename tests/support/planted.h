// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/graph/graph.h"

namespace stowage::test {

/// A hard packing with a plan known to exist: lifetimes × addresses cut into ever smaller rectangles, in two or, where
/// they interlock, in five.
struct PlantedPacking {
  std::uint64_t seed = 1;
  std::size_t buffers = 200;
  std::uint32_t steps = 400;
  std::int64_t capacity = 1 << 20;  ///< in which all fits
  std::int64_t grain = 512;         ///< divides all sizes
  std::size_t dropped = 10;         ///< of 100 buffers are left out
};
/// One stream; at most `capacity` bytes are alive at any step.
[[nodiscard]] Graph planted_packing(const PlantedPacking& options);

}  // namespace stowage::test
