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

/// What a test must have met at least, to have tested anything, in `rounds` of cases that meet `all` of it in full:
/// half as much a case under the sanitizers, since the first few cases may be poor in it.
constexpr std::uint64_t met(std::uint64_t all) {
#ifdef STOWAGE_SANITIZED
  return all / 20;
#else
  return all;
#endif
}

}  // namespace stowage::test
