// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/base/task.h"
#include "widgets/base/job_entry.h"

class QObject;

namespace stowage {

/// Work in the background of which only the latest matters: starting a job cancels the one before, and what a
/// cancelled job would have said is dropped. Starting waits only where the system has no thread left, and the job is
/// done at once; the destructor cancels and waits. What a job throws, since memory ran out, the window tells.
/// To be a member of `owner`, used from its thread only.
class LatestJob {
 public:
  /// What a job hands back: called in the owner's thread.
  using Delivery = std::function<void()>;
  /// Called in the background; must end soon after the task says so.
  using Job = std::function<Delivery(const Task&)>;

  explicit LatestJob(QObject* owner, JobWords words = {});
  ~LatestJob();
  LatestJob(const LatestJob&) = delete;
  LatestJob& operator=(const LatestJob&) = delete;

  void start(Job job);
  void cancel();
  /// Whether the latest job has not delivered yet.
  [[nodiscard]] bool busy() const { return busy_; }

 private:
  struct Request {
    std::uint64_t run;
    Job job;
    std::stop_token stop;
  };
  void work(const std::stop_token& quit);
  std::optional<Request> next(const std::stop_token& quit);
  std::optional<Request> take_waiting();
  void run(const Request& request);
  void deliver(std::uint64_t run, const Delivery& delivery);

  QObject* owner_;
  JobEntry entry_;
  bool busy_ = false;
  std::uint64_t run_ = 0;
  std::stop_source current_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Request> waiting_;  // guarded by mutex_
  std::jthread thread_;             // last: it uses all of the above
};

}  // namespace stowage
