// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "core/base/task.h"
#include "core/layout/search/exact.h"

namespace stowage {

/// Lowers the footprint of the best plan that an exact search knows, and raises its bound, until they meet. It asks for
/// capacities that halve what lies between the largest one of no answer and the best plan; where nothing is left, it
/// starts anew from the bound, with twice as many nodes each, so that no single one takes them all.
/// ```
///  bound ┄┄┄┄┄┄┄┄┄ ? ┄┄┄┄ ? ┄ fits
///                  1      3   2         a pass: 1 gave up, 2 found a plan, 3 gave up, and so on to the smallest gain
/// ```
class CapacityBisection {
 public:
  /// The search must outlive it.
  explicit CapacityBisection(ExactSearch& search);

  /// At most about `nodes` decisions; the next call goes on where this one ended. `probed` is called after each answer.
  void run(std::uint64_t nodes, const Task& task = {}, const std::function<void()>& probed = {});

 private:
  [[nodiscard]] std::int64_t next_capacity();
  void ask(std::int64_t capacity, std::uint64_t nodes, const Task& task);

  static constexpr std::int64_t kNone = -1;

  ExactSearch& search_;
  std::int64_t grain_;
  std::uint64_t nodes_each_;         // of this pass
  std::int64_t unanswered_ = kNone;  // the largest capacity of no answer in this pass
  std::int64_t asked_ = kNone;       // capacity of a question that a call left half done
  std::uint64_t left_ = 0;           // nodes for that
};

}  // namespace stowage
