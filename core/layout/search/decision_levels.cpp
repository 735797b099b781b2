// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/decision_levels.h"

#include <bit>

namespace stowage {

std::ptrdiff_t DecisionLevels::highest() const {
  for (std::size_t w = words_.size(); w-- > 0;)
    if (words_[w] != 0) return static_cast<std::ptrdiff_t>(w * 64 + 63) - std::countl_zero(words_[w]);
  return -1;
}

}  // namespace stowage
