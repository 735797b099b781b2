// SPDX-License-Identifier: Apache-2.0
#include "core/layout/overlaps.h"

#include "core/base/simd.h"

namespace stowage {

STOWAGE_VECTORISED
void flag_overlaps(const Conflicts::Position* from, const Conflicts::Position* to, std::size_t count,
                   Conflicts::Window window, std::uint8_t* flags) {
  for (std::size_t i = 0; i < count; ++i)
    flags[i] = static_cast<std::uint8_t>((from[i] < window.end) & (window.begin < to[i]));
}

STOWAGE_VECTORISED
void flag_overlaps_except(const Conflicts::Position* from, const Conflicts::Position* to, Conflicts::Window window,
                          const Conflicts::Position* sure_from, const Conflicts::Position* sure_to,
                          Conflicts::Window sure, std::size_t count, std::uint8_t* flags) {
  for (std::size_t i = 0; i < count; ++i) {
    const bool wide = (from[i] < window.end) & (window.begin < to[i]);
    const bool known = (sure_from[i] < sure.end) & (sure.begin < sure_to[i]);
    flags[i] = static_cast<std::uint8_t>(wide & !known);
  }
}

}  // namespace stowage
