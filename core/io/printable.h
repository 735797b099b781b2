// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/io/utf8.h"

namespace stowage {

/// A name out of a binary file as a graph may have it: at most 4096 bytes, with question marks for control characters;
/// `otherwise` where it is empty or no UTF-8.
[[nodiscard]] inline std::string printable(std::string_view text, const std::string& otherwise) {
  constexpr std::size_t kLongest = 4096;
  std::string out(text.substr(0, kLongest));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return out.empty() || !is_utf8(out) ? otherwise : out;
}

}  // namespace stowage
