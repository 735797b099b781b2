// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stowage::test {

/// How many random cases to try of `all`: a tenth under the sanitizers, where each takes ten times as long or more, and
/// which find in few what they find.
constexpr std::uint64_t rounds(std::uint64_t all) {
#ifdef STOWAGE_SANITIZED
  return (all + 9) / 10;
#else
  return all;
#endif
}

}  // namespace stowage::test
