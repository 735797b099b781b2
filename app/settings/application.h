// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

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

/// The desktop's style with the tabs, rings and boxes of this program, and what Enter does on its buttons.
void apply_window_style();

/// What the whole program needs once, before its first window: name, version, icon, and the language and look
/// chosen in `settings`.
void prepare_application(const QSettings& settings);

/// SIGTERM, SIGINT and SIGHUP end the event loops, those of dialogs too, and nothing is asked: unsaved edits are kept
/// for the next start (EditKeeper). Where ending takes longer than `patience`, the program ends as it is. The next
/// signal does what the system does. Make one for each program, after the application.
class EndSignals final : public QObject {
  Q_OBJECT

 public:
  explicit EndSignals(std::chrono::milliseconds patience = std::chrono::milliseconds{1500});
  /// What the signals did before, they do again.
  ~EndSignals() override;

  /// What a program returns that ends by a signal, as a shell says it.
  [[nodiscard]] static int exit_code(int signal) { return 128 + signal; }
};

}  // namespace stowage
