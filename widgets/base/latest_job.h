// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "widgets/base/worker.h"

namespace stowage {

/// Background work that hands back one result. When several are started, only the latest matters: it waits
/// until the one before has noticed that it is stopped. What a job throws, the window says. To be a member of `owner`,
/// used from its thread only.
class LatestJob {
 public:
  /// What a job hands back: called in the owner's thread, when the job is no longer busy.
  using Delivery = Worker::Delivery;
  /// Called in the background; must end soon after the task says so.
  using Job = std::function<Delivery(const Task&)>;

  explicit LatestJob(const QObject* owner, Jobs::Job job = {})
      : worker_(owner, std::move(job), Worker::Pace::in_turn) {}

  void start(Job job) {
    worker_.start([job = std::move(job)](const Worker::Run& run) {
      Task task;  // without progress
      task.stop = run.task().stop;
      run.end_with(job(task));
    });
  }
  /// The same; or all of it before this returns, where it takes a moment only.
  void start(bool at_once, Job job) {
    if (!at_once) return start(std::move(job));
    cancel();
    if (const Delivery deliver = job({})) deliver();
  }
  void cancel() { worker_.cancel(); }
  /// Whether the latest job has not delivered yet.
  [[nodiscard]] bool busy() const { return worker_.running(); }

 private:
  Worker worker_;
};

}  // namespace stowage
