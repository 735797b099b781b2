// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFocusFrame>
#include <QObject>
#include <QPointer>
#include <QProxyStyle>

namespace stowage {

/// The desktop's style, but: of tabs, the one in front has a line in the colour of what is chosen, which is seen also
/// where the shades of a style hardly differ; the tabs of docks are named whole, and close together, since there are
/// many, and Tab stops only at those that are seen; the ring around what has the keyboard (FocusRing) is of that
/// colour, too; boxes to tick have an outline that is seen on any background; and the buttons of dialogs have no icons:
/// Qt's own are black on any background.
class TabStyle final : public QProxyStyle {
  Q_OBJECT

 public:
  using QProxyStyle::polish;
  void polish(QWidget* widget) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* back) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
};

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
