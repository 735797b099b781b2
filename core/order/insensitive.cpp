// SPDX-License-Identifier: Apache-2.0
#include "core/order/insensitive.h"

#include <algorithm>

namespace stowage {

std::vector<bool> memory_insensitive(const Csr<std::uint32_t>& successors) {
  const auto count = static_cast<std::int64_t>(successors.row_count());
  std::vector<std::int64_t> last_before(successors.row_count(), -1);  // the largest predecessor
  std::vector<bool> out(successors.row_count());
  std::int64_t latest_joined = -1;  // the latest first successor of the vertices so far
  for (std::int64_t v = 0; v < count; ++v) {
    out[static_cast<std::size_t>(v)] = latest_joined <= v;
    std::int64_t first_after = count;
    for (std::uint32_t w : successors[static_cast<std::size_t>(v)]) {
      first_after = std::min<std::int64_t>(first_after, w);
      last_before[w] = std::max(last_before[w], v);
    }
    latest_joined = std::max(latest_joined, first_after);
  }
  std::int64_t earliest_split = count;  // the earliest last predecessor of the vertices after
  for (std::int64_t v = count; v-- > 0;) {
    if (earliest_split < v) out[static_cast<std::size_t>(v)] = false;
    earliest_split = std::min(earliest_split, last_before[static_cast<std::size_t>(v)]);
  }
  return out;
}

}  // namespace stowage
