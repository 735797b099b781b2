// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

/// Before a function of plain loops that the compiler can vectorise: compiled once for any processor and once for
/// those with AVX2, chosen when the program is loaded. Off under sanitizers, whose start-up comes after that choice.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(STOWAGE_SANITIZED)
#define STOWAGE_VECTORISED __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define STOWAGE_VECTORISED
#endif

namespace stowage {

/// The finalizer of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e37'79b9'7f4a'7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58'476d'1ce4'e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d0'49bb'1331'11ebU;
  return x ^ (x >> 31U);
}

/// Random bits as a number from 0 to 1; the distributions of standard libraries differ.
[[nodiscard]] constexpr double fraction(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) / static_cast<double>(std::uint64_t{1} << 53);
}

/// Calls `visit(k)` for each set bit k of the words, ascending.
template <class Visit>
void for_each_bit(std::span<const std::uint64_t> words, const Visit& visit) {
  for (std::size_t w = 0; w < words.size(); ++w)
    for (std::uint64_t word = words[w]; word != 0; word &= word - 1)
      visit(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
}

/// The number of set bits.
[[nodiscard]] inline std::size_t count_bits(std::span<const std::uint64_t> words) {
  std::size_t out = 0;
  for (const std::uint64_t word : words) out += static_cast<std::size_t>(std::popcount(word));
  return out;
}

/// Up to 64 flags, each 0 or 1, as bits: the first is the lowest. Flags beyond `count` up to a multiple of 8 must be 0.
[[nodiscard]] inline std::uint64_t packed_flags(const std::uint8_t* flags, std::size_t count) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, flags + i, 8);
    word |= (eight * 0x0102'0408'1020'4080 >> 56) << i;  // moves flag k from bit 8k to bit 56 + k
  }
  return word;
}

/// Calls `visit(i)` for each i with flags[i] = 1, ascending. Flags beyond `count` up to a multiple of 8 must be 0.
template <class Visit>
void for_each_flag(const std::uint8_t* flags, std::size_t count, const Visit& visit) {
  for (std::size_t i = 0; i < count; i += 64)
    for (std::uint64_t word = packed_flags(flags + i, std::min<std::size_t>(64, count - i)); word != 0;
         word &= word - 1)
      visit(i + static_cast<std::size_t>(std::countr_zero(word)));
}

}  // namespace stowage
