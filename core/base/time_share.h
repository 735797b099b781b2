// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "core/base/task.h"

namespace stowage {

/// The task with so much (0 … 1) of the time until its deadline, where it has one.
[[nodiscard]] inline Task with_share(Task task, double share) {
  const auto now = task.now();
  if (task.deadline)
    task.deadline = now + std::chrono::duration_cast<Task::Clock::duration>((*task.deadline - now) * share);
  return task;
}

}  // namespace stowage
