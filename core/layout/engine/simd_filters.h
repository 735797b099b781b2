// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/safety/conflicts.h"

namespace stowage {

/// flags[i] = 1 iff [from[i], to[i]) overlaps `window`, else 0.
void flag_overlaps(const Conflicts::Position* from, const Conflicts::Position* to, std::size_t count,
                   Conflicts::Window window, std::uint8_t* flags);

/// flags[i] = 1 iff edges[i] >= edge and positions[i] < limits[indices[i]], else 0.
void flag_later(const Conflicts::Position* edges, Conflicts::Position edge, const Conflicts::Position* positions,
                const Conflicts::Position* limits, const std::int32_t* indices, std::size_t count, std::uint8_t* flags);

/// flags[i] = 1 iff edges[i] <= edge and position < limits[indices[i]], else 0.
void flag_earlier(const Conflicts::Position* edges, Conflicts::Position edge, Conflicts::Position position,
                  const Conflicts::Position* limits, const std::int32_t* indices, std::size_t count,
                  std::uint8_t* flags);

/// Calls `visit(i)` for each i with flags[i] = 1, ascending. Flags beyond `count` up to a multiple of 8 must be 0.
template <class Visit>
void for_each_flag(const std::uint8_t* flags, std::size_t count, const Visit& visit) {
  static_assert(std::endian::native == std::endian::little);
  for (std::size_t i = 0; i < count; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, flags + i, 8);
    for (; word != 0; word &= word - 1) visit(i + static_cast<std::size_t>(std::countr_zero(word)) / 8);
  }
}

}  // namespace stowage
