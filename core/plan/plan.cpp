// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan.h"

#include <algorithm>
#include <cassert>

namespace stowage {

Bytes footprint(std::span<const Bytes> sizes, std::span<const Offset> offsets) {
  assert(sizes.size() == offsets.size());
  Offset end;
  for (std::size_t t = 0; t < sizes.size(); ++t)
    if (sizes[t] > Bytes{0}) end = std::max(end, offsets[t] + sizes[t]);
  return end - Offset{};
}

double gap(Bytes value, Bytes bound) {
  if (bound == Bytes{0}) return 0;
  return static_cast<double>((value - bound).count) / static_cast<double>(bound.count);
}

}  // namespace stowage
