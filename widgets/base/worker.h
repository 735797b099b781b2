// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include <QObject>

#include "core/base/task.h"
#include "widgets/base/job_entry.h"

namespace stowage {

/// Background work for an owner on the GUI thread, one piece at a time.
/// ```
///  GUI thread     start(A) ───────── start(B) ─────────────▶ B's posts run here, in order
///                    │                  │ stop A                ▲
///  threads           └─ A works ────────┴─ A ends; its posts are dropped by run id
///                                       └─ B works ─────────────┘
/// ```
/// A newer run does not wait for an older one to notice that it was stopped; the destructor waits for all. Work that
/// throws, since memory ran out, ends as failed(); where no thread can be started, it is done before start() returns.
class Worker final : public QObject {
  Q_OBJECT

 public:
  /// What a piece of work is given. Copyable; valid while the work runs.
  class Run {
   public:
    /// Stops when the run is cancelled or replaced; progress goes to Worker::progress, a few times a second.
    [[nodiscard]] const Task& task() const { return task_; }
    /// Runs `action` on the GUI thread, unless this run is no longer the current one by then.
    void post(std::function<void()> action) const;

   private:
    friend class Worker;
    Run(Worker* worker, std::uint64_t id, std::stop_token stop);
    Worker* worker_;
    std::uint64_t id_;
    Task task_;
  };
  using Work = std::function<void(const Run&)>;

  /// `owner` says whose window is told of it (Jobs), and must outlive this; null: none.
  explicit Worker(const QObject* owner = nullptr, JobWords words = {});
  ~Worker() override;

  /// Cancels the current run, if any, and starts `work` in a thread of its own.
  void start(Work work);
  /// Stops the current run; nothing it posts is heard any more. False if there was none.
  bool cancel();
  [[nodiscard]] bool running() const { return current_ != 0; }

 signals:
  void progress(double fraction);
  /// A run started, ended or was cancelled.
  void running_changed();
  /// The run threw, and is about to end. Where nobody hears of it, the window tells.
  void failed(const stowage::Error& error);

 private:
  struct Thread {
    std::uint64_t id;
    std::jthread thread;
  };
  void deliver(std::uint64_t id, const std::function<void()>& action);
  void fail(const Error& error);
  void ended(std::uint64_t id);
  void stop_current();
  void stop_threads();
  void tell();

  JobEntry entry_;
  std::uint64_t last_ = 0;
  std::uint64_t current_ = 0;  // 0: none
  std::vector<Thread> threads_;
};

}  // namespace stowage
