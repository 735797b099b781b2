// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include <QObject>

namespace stowage {

/// One thread for work of which only the latest matters: a new job takes the place of one still waiting, and the
/// outcome of one that was overtaken while it ran is dropped. The destructor waits for the job that runs.
class LatestWorker final : public QObject {
  Q_OBJECT

 public:
  /// Runs on the GUI's thread, with what the job has made.
  using Deliver = std::function<void()>;
  /// Runs on the worker's thread; must hold all it reads by value or shared_ptr<const …>.
  using Job = std::function<Deliver()>;

  explicit LatestWorker(QObject* parent = nullptr);
  ~LatestWorker() override;

  void run(Job job);
  /// Forgets what waits, and drops what runs.
  void cancel();
  [[nodiscard]] bool busy() const { return wanted_ != delivered_; }

 private:
  void loop(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any wake_;
  Job next_;                     // guarded by mutex_
  std::uint64_t next_id_ = 0;    // guarded by mutex_
  std::uint64_t wanted_ = 0;     // GUI thread: the job whose outcome is wanted
  std::uint64_t delivered_ = 0;  // GUI thread
  std::jthread thread_;
};

}  // namespace stowage
