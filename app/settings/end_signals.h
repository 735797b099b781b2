// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace stowage {

/// SIGTERM, SIGINT and SIGHUP end the event loops, those of dialogs too, and nothing is asked: unsaved edits are kept
/// for the next start (EditKeeper). Where ending takes longer than two seconds, the program ends as it is. The next
/// signal does what the system does. Make one for each program, after the application.
class EndSignals final : public QObject {
  Q_OBJECT

 public:
  explicit EndSignals(QObject* parent = nullptr);
  /// What the signals did before, they do again.
  ~EndSignals() override;

  /// What a program returns that ends by a signal, as a shell says it.
  [[nodiscard]] static int exit_code(int signal) { return 128 + signal; }
};

}  // namespace stowage
