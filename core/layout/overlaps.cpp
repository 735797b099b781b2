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

}  // namespace stowage
