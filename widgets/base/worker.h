// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include <QObject>
#include <QPointer>

#include "core/base/error.h"
#include "core/base/task.h"
#include "widgets/base/jobs.h"

namespace stowage {

/// Background work for an owner on the GUI thread, one piece at a time; only the latest counts.
/// ```
///  GUI thread     start(A) ───────── start(B) ─────────────▶ B's posts run here, in order
///                    │                  │ stop A                ▲
///  threads           └─ A works ────────┴─ A ends; its posts are dropped by run id
///                                       └─ B works ─────────────┘
/// ```
/// The destructor waits for all. Work that throws, since memory ran out, ends as failed(); where no thread can be
/// started, it is done before start() returns. A thread waits some seconds for the next piece, so that starting one
/// costs next to nothing, and then ends.
class Worker final : public QObject {
  Q_OBJECT

 public:
  /// Called on the GUI thread.
  using Delivery = std::function<void()>;

  /// What a piece of work is given. Copyable; valid while the work runs.
  class Run {
   public:
    /// Stops when the run is cancelled, replaced or to finish; progress goes to Worker::progress, a few times a second.
    [[nodiscard]] const Task& task() const { return task_; }
    /// Runs `action` on the GUI thread, unless this run is no longer the current one by then.
    void post(Delivery action) const;
    /// The same, as the last of this run: it is over when that runs, which may start the next.
    void end_with(Delivery action) const;

   private:
    friend class Worker;
    Run(Worker* worker, std::uint64_t id, std::stop_token stop);
    Worker* worker_;
    std::uint64_t id_;
    Task task_;
  };
  using Work = std::function<void(const Run&)>;

  /// What becomes of a run that was stopped and has not noticed yet: the newer one works beside it, or waits for it.
  /// Work that waited and is replaced is never begun.
  enum class Pace { beside, in_turn };

  /// `owner` says in which window's list it is, from its first start on, and must outlive this; null: in none. `job`:
  /// what is said of it there.
  explicit Worker(const QObject* owner = nullptr, Jobs::Job job = {}, Pace pace = Pace::beside);
  ~Worker() override;

  /// Cancels the current run, if any, and starts `work` in a thread.
  void start(Work work);
  /// Stops the current run; nothing it posts is heard any more. False if there was none.
  bool cancel();
  /// Asks the current run to end with what it has, which is heard. False if none runs.
  bool finish();
  [[nodiscard]] bool running() const { return current_ != 0; }

 signals:
  void progress(double fraction);
  /// A run started, ended or was cancelled.
  void running_changed();
  /// The run threw, and is over. Where this is connected to nothing, the window says so.
  void failed(const stowage::Error& error);

 private:
  struct Piece {
    std::uint64_t id;
    Work work;
    std::stop_token stop;
  };
  void serve(const std::stop_token& quit);
  [[nodiscard]] std::optional<Piece> next(const std::stop_token& quit);
  std::optional<Piece> take_waiting();
  void work_at(const Piece& piece);
  void deliver(std::uint64_t id, const Delivery& action);
  void fail(const Error& error);
  void ended(std::uint64_t id, const Delivery& action = {});
  void tell();
  void report(double fraction);

  const QObject* owner_;
  Jobs::Job job_;
  QPointer<Jobs> list_;
  Pace pace_;
  std::uint64_t last_ = 0;
  std::uint64_t current_ = 0;  // 0: none
  std::stop_source stop_;      // of the current run
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Piece> waiting_;          // guarded by mutex_, like the next
  int idle_ = 0;                          // threads that wait for a piece
  std::vector<std::thread::id> retired_;  // that wait no longer
  std::vector<std::jthread> threads_;
};

/// Does the work, and gives what kept it from its end: memory that ran out, threads that could not be started. None: it
/// came to its end.
[[nodiscard]] std::optional<Error> attempt(const std::function<void()>& work);

/// Lets go of it in another thread: to free what is large takes long. `last`: the caller keeps none.
void release_elsewhere(std::shared_ptr<const void> last);

/// A thread of its own for the work; one that is not joinable, and has done nothing, where the system has none left.
[[nodiscard]] std::jthread try_thread(const std::function<void(std::stop_token)>& work);

}  // namespace stowage
