// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QSettings;

namespace stowage {

class OpenDocument;
class ViewState;

/// Whether views show time or steps, as a command of the window: greyed out with the reason where operators have no
/// durations. What is wanted is kept in the settings.
class AxisChoice final : public QObject {
  Q_OBJECT

 public:
  /// All must outlive this.
  AxisChoice(OpenDocument& document, ViewState& state, QSettings& settings, QObject* parent);

  /// Its object name is "over_time".
  [[nodiscard]] QAction* action() const { return action_; }

 private:
  void follow();

  OpenDocument& document_;
  ViewState& state_;
  QAction* action_;
};

}  // namespace stowage
