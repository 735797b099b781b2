// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

#include "core/base/error.h"

namespace stowage {

/// How the caller of long work controls it: how to stop it, when it must end, where it reports progress.
/// Copyable; a default Task never stops and reports nothing. `progress` and `clock` may be called from any thread.
///
/// A cancelled task gets a short grace period to finish its result so far (with_grace). It is then **winding up**,
/// and if it passes the deadline of that period, it counts as cancelled, not as timed out.
struct Task {
  using Clock = std::chrono::steady_clock;

  std::stop_token stop;
  std::optional<Clock::time_point> deadline;
  std::function<void(double)> progress;  ///< fraction done, 0 … 1
  bool winding_up = false;
  std::function<Clock::time_point()> clock = {};  ///< the clock of the deadline; empty: the steady clock

  [[nodiscard]] static Task with_time_limit(double seconds) { return Task{}.limited_to(seconds); }
  /// This task with so much time from now, or less where its deadline is sooner.
  [[nodiscard]] Task limited_to(double seconds) const {
    Task task = *this;
    const auto limit = now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    task.deadline = deadline ? std::min(*deadline, limit) : limit;
    return task;
  }
  /// This task with a share (0 … 1) of the time until its deadline, if it has one.
  [[nodiscard]] Task share(double part_of_time) const {
    Task task = *this;
    const auto start = now();
    if (deadline)
      task.deadline = start + std::chrono::duration_cast<Clock::duration>((*deadline - start) * part_of_time);
    return task;
  }
  /// A part of this task that its caller stops apart from other parts; only the whole reports progress.
  [[nodiscard]] Task part(std::stop_token own_stop) const {
    Task task = *this;
    task.stop = std::move(own_stop);
    task.progress = nullptr;
    return task;
  }
  /// A task with so much more time, which stopped for the same reason as this one.
  [[nodiscard]] Task with_grace(double seconds) const {
    Task task;
    task.winding_up = cancelled();
    task.clock = clock;
    return task.limited_to(seconds);
  }

  /// All of core reads the time here, so that a test can bring its own clock.
  [[nodiscard]] Clock::time_point now() const { return clock ? clock() : Clock::now(); }
  /// Seconds until the deadline, negative after it; nothing without a deadline.
  [[nodiscard]] std::optional<double> seconds_left() const {
    if (!deadline) return {};
    return std::chrono::duration<double>(*deadline - now()).count();
  }
  /// Cheap enough to ask every few thousand steps of an inner loop.
  [[nodiscard]] bool should_stop() const { return stop.stop_requested() || (deadline && now() >= *deadline); }
  /// should_stop() at every `interval`-th count, from 0 on: for loops whose steps are shorter than the check.
  [[nodiscard]] bool poll(std::size_t count, std::size_t interval = 1024) const {
    return count % interval == 0 && should_stop();
  }
  /// Stopped by the caller, whether or not the deadline has passed.
  [[nodiscard]] bool cancelled() const { return winding_up || stop.stop_requested(); }
  /// The error to return once should_stop() returned true.
  [[nodiscard]] Error why_stopped() const { return cancelled() ? Error::cancelled() : Error::timed_out(); }
  void report(double fraction) const {
    if (progress) progress(fraction);
  }
};

}  // namespace stowage
