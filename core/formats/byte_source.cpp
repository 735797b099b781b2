// SPDX-License-Identifier: Apache-2.0
#include "core/formats/byte_source.h"

#include <algorithm>

namespace stowage {

Result<std::string> read_all(const ByteSource& source, const ReadLimits& limits,
                             const std::function<Error(std::size_t limit)>& too_large, const Task& task) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::size_t most = limits.most;
  bool asked = !limits.by_head;
  std::string bytes;
  for (;;) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const std::size_t have = bytes.size();
    bytes.resize(have + kPiece);
    STOWAGE_TRY(const auto got, source(bytes.data() + have, kPiece));
    bytes.resize(have + got);
    if (got == 0) return bytes;
    if (!asked && bytes.size() > kHeadBytes) {
      asked = true;
      STOWAGE_TRY(const auto limit, limits.by_head(std::string_view(bytes).substr(0, kHeadBytes)));
      most = std::min(most, limit);
      bytes.reserve(std::min(most, limits.expected) +
                    kPiece);  // only here, behind the check of the head: the file may state a wrong size
    }
    if (bytes.size() > most) return tl::unexpected(too_large(most));
  }
}

}  // namespace stowage
