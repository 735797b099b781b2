// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "core/layout/engine/place_blocks.h"
#include "core/layout/engine/sorts.h"

namespace stowage {

/// Chooses, of all free stretches, the first in which the block can start, or the shortest such. It remembers nothing
/// of the blocks before.
template <Fit fit, class Observer = Unobserved>
class OneObject {
 public:
  explicit OneObject(Observer observer = {}) : observer_(observer) {}
  void begin(BlockSpec spec) {
    spec_ = spec;
    shortest_ = std::numeric_limits<std::int64_t>::max();
  }
  bool offer(std::int64_t x, std::int64_t up) {
    x = round_up(x, spec_.step);
    const bool taken = up - x > 0 && up - x < shortest_;
    observer_.examined({0, x, up - x, taken});
    if (!taken) return false;
    shortest_ = up - x;
    start_ = x;
    return fit == Fit::first || shortest_ == 1;  // nothing above could be shorter
  }
  [[nodiscard]] std::int64_t finish() const { return start_; }

 private:
  Observer observer_;
  BlockSpec spec_{};
  std::int64_t shortest_ = 0;
  std::int64_t start_ = 0;
};

}  // namespace stowage
