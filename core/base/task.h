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
///
/// Who was cancelled may bring what there is to an end in a moment: a task that is **winding up** has a deadline for
/// that, and one that passes it was cancelled, not too slow.
struct Task {
  using Clock = std::chrono::steady_clock;

  std::stop_token stop;
  std::optional<Clock::time_point> deadline;
  std::function<void(double)> progress;  ///< fraction done, 0 … 1
  bool winding_up = false;

  [[nodiscard]] static Task with_time_limit(double seconds) {
    Task task;
    task.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    return task;
  }
  /// So much time more, for the reason for which this one stopped.
  [[nodiscard]] Task with_grace(double seconds) const {
    Task task = with_time_limit(seconds);
    task.winding_up = cancelled();
    return task;
  }

  /// Cheap enough to ask every few thousand steps of an inner loop.
  [[nodiscard]] bool should_stop() const { return stop.stop_requested() || (deadline && Clock::now() >= *deadline); }
  /// By whoever waits for it, whatever the time.
  [[nodiscard]] bool cancelled() const { return winding_up || stop.stop_requested(); }
  /// The error to return once should_stop() said yes.
  [[nodiscard]] Error why_stopped() const { return cancelled() ? Error::cancelled() : Error::timed_out(); }
  void report(double fraction) const {
    if (progress) progress(fraction);
  }
};

}  // namespace stowage
