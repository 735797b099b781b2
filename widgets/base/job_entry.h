// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QPointer>
#include <QString>

#include "widgets/base/jobs.h"

namespace stowage {

/// What is said of a job: as in Jobs::Job. A job without a text is not told.
struct JobWords {
  std::function<QString()> text{};
  std::function<QString()> cancel{};
  std::function<bool()> can_cancel{};
};

/// The place of one job in the list of its window, from its first start until it is gone. Outside of windows that have
/// a list it has no place, and all of this does nothing.
class JobEntry {
 public:
  /// `owner` says in which window the job is, and must outlive this; null: in none.
  JobEntry(const QObject* owner, JobWords words) : owner_(owner), words_(std::move(words)) {}
  ~JobEntry();
  JobEntry(const JobEntry&) = delete;
  JobEntry& operator=(const JobEntry&) = delete;

  /// Before each start, since only then the owner is sure to be in its window. Of the calls the first counts that finds
  /// a list.
  void join(std::function<bool()> running, std::function<void()> stop);
  /// It began, ended, or is so far.
  void report(double fraction = 0);
  void fail(const QString& reason);

 private:
  const QObject* owner_;
  JobWords words_;
  QPointer<Jobs> list_;
};

}  // namespace stowage
