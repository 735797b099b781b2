// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

class QSettings;

namespace stowage {

/// Goes on where an event's work throws, since memory ran out: what the user did may be lost, the document is not.
class Application final : public QApplication {
  Q_OBJECT

 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override;

 signals:
  /// Why work did not end. Emitted once: to show it draws, which may fail for the same reason.
  void failed(const QString& reason);

 private:
  bool announced_ = false;
};

/// Whether so many threads more can be started. Qt waits for ever for its own where the system starts none.
[[nodiscard]] bool can_start_threads(int count);

/// What the whole program needs once, before its first window: name, version, icon, and the language and look
/// chosen in `settings`.
void prepare_application(const QSettings& settings);

}  // namespace stowage
