// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/spread.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace stowage {

std::vector<std::size_t> spread_over(std::span<const FrontMark> front, std::size_t most) {
  std::vector<std::size_t> shown(front.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  while (shown.size() > std::max<std::size_t>(most, 2)) {
    std::optional<std::size_t> out;
    double least = 0;
    for (std::size_t k = 1; k + 1 < shown.size(); ++k) {
      const FrontMark &before = front[shown[k - 1]], &here = front[shown[k]], &after = front[shown[k + 1]];
      if (here.stays) continue;
      const double area = static_cast<double>((after.bytes - here.bytes).count) *
                          static_cast<double>(before.nanoseconds - here.nanoseconds);
      if (!out || area < least) least = area, out = k;
    }
    if (!out) break;
    shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(*out));
  }
  return shown;
}

}  // namespace stowage
