// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QObject>
#include <QString>

namespace stowage {

/// All that works in the background of one window, in one list: for the status bar, for Esc, for closing, and for
/// whoever waits until nothing runs. A Worker, and what is made of one, joins the list of its window by itself;
/// a job made of several of them is added as one.
class Jobs final : public QObject {
  Q_OBJECT

 public:
  struct Job {
    std::function<bool()> running{};
    /// What it does, for the status bar. None, or an empty text: a view draws itself, and nobody is told.
    std::function<QString()> text{};
    /// Ends it because the user wants that, and gives what is to be said of it. None: it cannot be ended so.
    std::function<QString()> cancel{};
    /// Whether it can be ended so now; none: always.
    std::function<bool()> can_cancel{};
    /// Tells it to end, and does not wait: the window closes. None: it is ended by others, or is to come to its end.
    std::function<void()> stop{};
  };

  using QObject::QObject;

  /// The list of the window that `owner` is in, or null: its own parents lead to the list, or to a window of it.
  [[nodiscard]] static Jobs* of(const QObject* owner);
  /// All that is in the window is of this list.
  void set_window(QObject* window);

  /// Of those that run the first that can be cancelled is told, else the first. `key` says which it is in what follows.
  void add(const void* key, Job job);
  void remove(const void* key);
  /// It began, ended, or is so far; less than 0: nobody knows how far.
  void report(const void* key, double fraction = 0);
  /// It ended without a result, which nobody else tells.
  void fail(const QString& reason) { emit failed(reason); }

  /// Whether anything runs that is told.
  [[nodiscard]] bool busy() const { return told() != nullptr; }
  /// Whether anything runs, or a view still draws itself.
  [[nodiscard]] bool working() const;
  /// Of the job that is told; empty where none runs.
  [[nodiscard]] QString text() const;
  [[nodiscard]] double fraction() const;
  [[nodiscard]] bool can_cancel() const;
  /// Ends the job that is told, as the user wishes. Gives what is to be said of that.
  QString cancel();
  /// Tells all to end, and waits for none: whoever then waits for one after the other waits for the slowest only.
  void stop_all();

 signals:
  /// Another job is told, or none, or it is further.
  void changed();
  void failed(const QString& reason);

 private:
  struct Entry {
    [[nodiscard]] bool can_cancel() const { return job.cancel && (!job.can_cancel || job.can_cancel()); }

    const void* key;
    Job job;
    double fraction = 0;
  };
  [[nodiscard]] const Entry* told() const;

  std::vector<Entry> entries_;
};

}  // namespace stowage
