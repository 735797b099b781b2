// SPDX-License-Identifier: Apache-2.0
#include "core/layout/single_object.h"

#include <limits>

#include "core/layout/place_blocks.h"

namespace stowage {
namespace {

/// Of all free stretches, the first in which the block can start, or the shortest such.
template <Fit fit>
class OneObject {
 public:
  void begin(BlockSpec spec) {
    spec_ = spec;
    shortest_ = std::numeric_limits<std::int64_t>::max();
  }
  bool offer(std::int64_t x, std::int64_t up) {
    x = round_up(x, spec_.step);
    if (up - x <= 0 || up - x >= shortest_) return false;
    shortest_ = up - x;
    start_ = x;
    return fit == Fit::first || shortest_ == 1;  // nothing above could be shorter
  }
  [[nodiscard]] std::int64_t finish() const { return start_; }

 private:
  BlockSpec spec_{};
  std::int64_t shortest_ = 0;
  std::int64_t start_ = 0;
};

}  // namespace

Result<std::vector<Offset>> plan_single_object(const LayoutProblem& problem, Sort sort, Fit fit, const Task& task) {
  return fit == Fit::best ? place_blocks(problem, sort, task, OneObject<Fit::best>())
                          : place_blocks(problem, sort, task, OneObject<Fit::first>());
}

}  // namespace stowage
