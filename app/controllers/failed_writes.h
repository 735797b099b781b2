// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace stowage {

/// The files that could not be written, the last first. A write that succeeds takes back what was said before it was
/// asked for, and of its own file; it does not hide a failure that nobody can have read by then.
class FailedWrites {
 public:
  /// How many failures have been told: to be noted when a write is asked for.
  [[nodiscard]] int told() const { return told_; }
  /// How a write ended that was asked for after so many failures: why it failed, or an empty reason.
  void take(const QString& path, const QString& reason, int told_before);
  void clear() { all_.clear(); }
  [[nodiscard]] bool empty() const { return all_.isEmpty(); }
  /// One sentence.
  [[nodiscard]] QString text() const;
  /// A line each, where there are several.
  [[nodiscard]] QString details() const;

 private:
  struct Failure {
    QString path, reason;
    int number;
  };
  QList<Failure> all_;
  int told_ = 0;
};

}  // namespace stowage
