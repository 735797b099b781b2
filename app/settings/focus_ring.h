// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFocusFrame>
#include <QObject>
#include <QPointer>

namespace stowage {

/// A ring in the colour of what is chosen around the control that has the keyboard, once keys were used to get there:
/// styles show that of buttons and lists hardly or not at all. Views that paint themselves have a frame of their own.
/// TabStyle draws it. Outside of dialogs, Enter presses that control if it is a plain button, as Space does.
class FocusRing final : public QObject {
  Q_OBJECT

 public:
  explicit FocusRing(QObject* parent);
  ~FocusRing() override;

 private:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void follow(QWidget* focus);

  QPointer<QFocusFrame> ring_;  // goes with the window that it is in
  QPointer<QWidget> button_;    // that has the keyboard
};

}  // namespace stowage
