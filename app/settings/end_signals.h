// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace stowage {

/// SIGTERM, SIGINT and SIGHUP end the program as closing its windows does: what would be lost is asked about. A second
/// one, while the first is being answered, ends it without a question; a third as the system does it, whatever hangs.
/// If the user keeps a window open, counting starts again. Make one for each program, after the application.
class EndSignals final : public QObject {
  Q_OBJECT

 public:
  explicit EndSignals(QObject* parent = nullptr);
  /// What the signals did before, they do again.
  ~EndSignals() override;

 private:
  void take(int number);
  void close_windows();
  void set_handlers();

  int told_ = 0;  // signals since the windows were last asked to close
};

}  // namespace stowage
