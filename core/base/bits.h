// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stowage {

/// Calls `visit(k)` for each set bit k of the words, ascending.
template <class Visit>
void for_each_bit(std::span<const std::uint64_t> words, const Visit& visit) {
  for (std::size_t w = 0; w < words.size(); ++w)
    for (std::uint64_t word = words[w]; word != 0; word &= word - 1)
      visit(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
}

}  // namespace stowage
