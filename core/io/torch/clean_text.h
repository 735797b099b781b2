// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/io/utf8.h"

namespace stowage {

/// A text of a file as one line of UTF-8: control characters become spaces; where it is no UTF-8, whatever is not ASCII
/// becomes a question mark.
[[nodiscard]] inline std::string clean_text(std::string_view text) {
  std::string out(text);
  const bool fine = is_utf8(text);
  for (char& c : out) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7f) c = ' ';
    if (code >= 0x80 && !fine) c = '?';
  }
  return out;
}

}  // namespace stowage
