// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

namespace stowage {

/// How the steps of a planner are cut into blocks: those of block k are [first_step(k), first_step(k + 1)).
class StepBlocks {
 public:
  [[nodiscard]] std::size_t step_count() const { return first_steps_.back(); }
  [[nodiscard]] std::size_t block_count() const { return first_steps_.size() - 1; }
  [[nodiscard]] std::size_t first_step(std::size_t k) const { return first_steps_[k]; }
  [[nodiscard]] std::size_t block_of(std::size_t step) const {
    assert(step < step_count());
    return static_cast<std::size_t>(std::ranges::upper_bound(first_steps_, step) - first_steps_.begin()) - 1;
  }
  /// Another block of so many steps.
  void add_block(std::size_t steps) { first_steps_.push_back(step_count() + steps); }

 private:
  std::vector<std::size_t> first_steps_{0};  // one more than there are blocks
};

/// The step of `other` that stands beside a step: as far into the same block, or the last of it beside the last. After
/// the last block of `other`, its last step. `other` must have a step.
[[nodiscard]] inline std::size_t step_beside(const StepBlocks& blocks, std::size_t step, const StepBlocks& other) {
  const std::size_t k = blocks.block_of(step);
  if (k >= other.block_count()) return other.step_count() - 1;
  const std::size_t first = other.first_step(k), last = other.first_step(k + 1) - 1;
  if (step + 1 == blocks.first_step(k + 1)) return last;
  return std::min(first + step - blocks.first_step(k), last);
}

}  // namespace stowage
