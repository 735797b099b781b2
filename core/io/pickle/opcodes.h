// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

// What the machine and the values know of the encoding of opcodes.
namespace stowage::pickle {

inline constexpr int kLeastProtocol = 2, kMostProtocol = 5;

/// 0 or 1 where the bytes begin as lists and dicts do in these protocols, which do not say which they are.
[[nodiscard]] std::optional<int> old_protocol(std::string_view bytes);

/// At most eight bytes, the lowest first.
[[nodiscard]] constexpr std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t out = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[i]);
  return out;
}

/// How many bytes the length has that follows the opcode of a text or of bytes; 0 for other opcodes.
[[nodiscard]] constexpr std::size_t length_digits(char opcode) {
  switch (opcode) {
    case '\x8c':  // SHORT_BINUNICODE
    case 'U':     // SHORT_BINSTRING
    case 'C':     // SHORT_BINBYTES
      return 1;
    case 'X':  // BINUNICODE
    case 'T':  // BINSTRING
    case 'B':  // BINBYTES
      return 4;
    case '\x8d':  // BINUNICODE8
    case '\x8e':  // BINBYTES8
    case '\x96':  // BYTEARRAY8
      return 8;
    default:
      return 0;
  }
}

}  // namespace stowage::pickle
