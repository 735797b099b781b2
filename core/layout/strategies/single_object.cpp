// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include <limits>

#include "core/layout/engine/place_blocks.h"

namespace stowage {
namespace {

/// Of all free stretches, the first in which the block can start, or the shortest such.
template <Fit fit, class Observer>
class OneObject {
 public:
  explicit OneObject(Observer observer) : observer_(observer) {}
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

template <class Observer>
Result<std::vector<Offset>> plan(const LayoutProblem& problem, std::span<const std::uint32_t> order, Fit fit,
                                 const Task& task, Observer observer) {
  return fit == Fit::best ? place_blocks(problem, order, task, OneObject<Fit::best, Observer>(observer), observer)
                          : place_blocks(problem, order, task, OneObject<Fit::first, Observer>(observer), observer);
}

}  // namespace

Result<std::vector<Offset>> plan_single_object(const LayoutProblem& problem, Sort sort, Fit fit, const Task& task,
                                               PlacementObserver* observer) {
  const std::vector<std::uint32_t> order = block_order(problem, sort);
  return observer ? plan(problem, order, fit, task, Observed{observer}) : plan(problem, order, fit, task, Unobserved());
}

Result<std::vector<Offset>> place_in_order(const LayoutProblem& problem, std::span<const std::uint32_t> order, Fit fit,
                                           const Task& task) {
  return plan(problem, order, fit, task, Unobserved());
}

}  // namespace stowage
