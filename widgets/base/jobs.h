// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QObject>
#include <QString>

namespace stowage {

/// All that works in the background of one window, in one list: for the status bar, for Esc, for closing, and for
/// those that wait until nothing runs. A Worker, and what is made of one, joins the list of its window by itself;
/// a job made of several of them is added as one. Among the jobs that run, one is announced.
class Jobs final : public QObject {
  Q_OBJECT

 public:
  struct Job {
    std::function<bool()> running{};
    /// What it does, for the status bar. None, or an empty text: a view draws itself, and the job is not announced.
    std::function<QString()> text{};
    /// Ends it because the user wants that, and gives what is to be said of it. None: it cannot be ended so.
    std::function<QString()> cancel{};
    /// Whether it can be ended so now; none: always.
    std::function<bool()> can_cancel{};
    /// Asks it to end, and does not wait: the window closes. None: it is ended by others, or is to come to its end.
    std::function<void()> stop{};
    /// How far it is when it begins; less than 0 where that is not known.
    double begin = 0;
  };

  using QObject::QObject;

  /// The list of the window that `owner` is in, or null: its own parents lead to the list, or to a window of it.
  [[nodiscard]] static Jobs* of(const QObject* owner);
  /// All that is in the window is of this list.
  void set_window(QObject* window);

  /// Announced is the first that can be cancelled, or the first where none can. `key` names the job in what follows.
  void add(const void* key, Job job);
  void remove(const void* key);
  /// It began, ended, or is so far; less than 0: it is not known how far.
  void report(const void* key, double fraction = 0);
  /// It ended without a result, and no other part of the window says so.
  void fail(const QString& reason) { emit failed(reason); }

  /// Whether any job is announced.
  [[nodiscard]] bool busy() const { return announced() != nullptr; }
  /// Whether anything runs, or a view still draws itself.
  [[nodiscard]] bool working() const;
  /// What the announced job says of itself; empty where none runs.
  [[nodiscard]] QString text() const;
  [[nodiscard]] double fraction() const;
  [[nodiscard]] bool can_cancel() const;
  /// Ends the announced job, as the user wishes. Returns what to say of that.
  QString cancel();
  /// Asks all to end, and waits for none: to wait for one after the other then takes as long as the slowest.
  void stop_all();

 signals:
  /// Another job is announced, or none, or it is further.
  void changed();
  void failed(const QString& reason);

 private:
  struct Entry {
    [[nodiscard]] bool can_cancel() const { return job.cancel && (!job.can_cancel || job.can_cancel()); }

    const void* key;
    Job job;
    double fraction = 0;
  };
  [[nodiscard]] const Entry* announced() const;

  std::vector<Entry> entries_;
};

}  // namespace stowage
