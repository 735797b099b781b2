// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/formats/gzip.h"

namespace stowage::test {

/// Unpacks all members in memory. Errors as GzipReader::read(), and bad_input beyond `limit` unpacked bytes.
[[nodiscard]] inline Result<std::string> unpack_gzip(std::string_view bytes, const std::string& file, std::size_t limit,
                                                     const Task& task = {}) {
  const auto packed = [rest = bytes](char* to, std::size_t room) mutable -> Result<std::size_t> {
    const std::size_t count = rest.copy(to, room);
    rest.remove_prefix(count);
    return count;
  };
  GzipReader reader(packed, file);
  return read_all([&](char* to, std::size_t room) { return reader.read(to, room); }, {.most = limit},
                  [&](std::size_t most) { return reader.too_large(most); }, task);
}

}  // namespace stowage::test
