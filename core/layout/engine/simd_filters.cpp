// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/simd_filters.h"

#include "core/base/simd.h"

namespace stowage {

STOWAGE_VECTORISED
void flag_overlaps(const Conflicts::Position* from, const Conflicts::Position* to, std::size_t count,
                   Conflicts::Window window, std::uint8_t* flags) {
  for (std::size_t i = 0; i < count; ++i)
    flags[i] = static_cast<std::uint8_t>((from[i] < window.end) & (window.begin < to[i]));
}

STOWAGE_VECTORISED
void flag_later(const Conflicts::Position* edges, Conflicts::Position edge, const Conflicts::Position* positions,
                const Conflicts::Position* limits, const std::int32_t* indices, std::size_t count,
                std::uint8_t* __restrict flags) {
  for (std::size_t i = 0; i < count; ++i)
    flags[i] = static_cast<std::uint8_t>((edges[i] >= edge) & (positions[i] < limits[indices[i]]));
}

STOWAGE_VECTORISED
void flag_earlier(const Conflicts::Position* edges, Conflicts::Position edge, Conflicts::Position position,
                  const Conflicts::Position* limits, const std::int32_t* indices, std::size_t count,
                  std::uint8_t* __restrict flags) {
  for (std::size_t i = 0; i < count; ++i)
    flags[i] = static_cast<std::uint8_t>((edges[i] <= edge) & (position < limits[indices[i]]));
}

}  // namespace stowage
