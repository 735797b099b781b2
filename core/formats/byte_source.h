// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage {

/// Where bytes come from, piece by piece: puts at most `room` of them at `to` and tells how many; 0 only at the end.
using ByteSource = std::function<Result<std::size_t>(char* to, std::size_t room)>;

/// So many bytes at the beginning of a large file tell what it is.
inline constexpr std::size_t kHeadBytes = std::size_t{16} << 20;

/// Asked once, with the first kHeadBytes bytes of a file that has more: how many bytes such a file may have, or why
/// nobody can read it.
using LimitByHead = std::function<Result<std::size_t>(std::string_view head)>;

struct ReadLimits {
  std::size_t most;          ///< bytes
  LimitByHead by_head{};     ///< may be null
  std::size_t expected = 0;  ///< bytes that will come, as far as one can say: spares memory while reading
};

/// All bytes that come, or what `too_large` makes of a limit that they pass.
[[nodiscard]] Result<std::string> read_all(const ByteSource& source, const ReadLimits& limits,
                                           const std::function<Error(std::size_t limit)>& too_large, const Task& task);

}  // namespace stowage
