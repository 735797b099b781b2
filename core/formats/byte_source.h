// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage {

/// Gives bytes piece by piece: puts at most `room` bytes at `to` and returns how many; 0 only at the end.
using ByteSource = std::function<Result<std::size_t>(char* to, std::size_t room)>;

/// The format of a large file is found from this many bytes at its beginning.
inline constexpr std::size_t kHeadBytes = std::size_t{16} << 20;

/// Is called once, with the first kHeadBytes bytes of a file that has more. Returns how many bytes the file may have,
/// or why it cannot be read.
using LimitByHead = std::function<Result<std::size_t>(std::string_view head)>;

struct ReadLimits {
  std::size_t most;          ///< bytes
  LimitByHead by_head{};     ///< may be null
  std::size_t expected = 0;  ///< a guess of how many bytes will come: spares memory while reading
};

/// Reads all bytes. Errors: `too_large` for the limit that they pass, those of the source, cancelled, timed_out.
[[nodiscard]] Result<std::string> read_all(const ByteSource& source, const ReadLimits& limits,
                                           const std::function<Error(std::size_t limit)>& too_large, const Task& task);

}  // namespace stowage
