// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

#include "core/base/error.h"

namespace stowage {

/// What long work is given by its caller: how to be stopped, when to give up, whom to tell.
/// Copyable; a default Task never stops and tells nobody. `progress` may be called from any thread.
struct Task {
  using Clock = std::chrono::steady_clock;

  std::stop_token stop;
  std::optional<Clock::time_point> deadline;
  std::function<void(double)> progress;  ///< fraction done, 0 … 1

  [[nodiscard]] static Task with_time_limit(double seconds) {
    Task task;
    task.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    return task;
  }

  /// Cheap enough to ask every few thousand steps of an inner loop.
  [[nodiscard]] bool should_stop() const { return stop.stop_requested() || (deadline && Clock::now() >= *deadline); }
  /// The error to return once should_stop() said yes.
  [[nodiscard]] Error why_stopped() const { return stop.stop_requested() ? Error::cancelled() : Error::timed_out(); }
  void report(double fraction) const {
    if (progress) progress(fraction);
  }
};

}  // namespace stowage
