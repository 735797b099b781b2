// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

class QFrame;

namespace stowage {

class StrategyPanel;

/// The plan shown, in one line, and in its popup how it is made:
/// ```
///  ┌───────────────────────────────────┐
///  │ Size, first fit · 196 MiB +0.5% ▾ │    a click, Space or Down opens:   Sort    Breadth [Size] Source Unsafe
///  └───────────────────────────────────┘                                    Fit     Best fit [First fit]
///                                                                            Object  [Single] Many
/// ```
class StrategyBox final : public QToolButton {
  Q_OBJECT

 public:
  /// `panel` has the plans and the choices; it must outlive the box.
  explicit StrategyBox(StrategyPanel& panel, QWidget* parent = nullptr);

  /// Figures that a lesson asks for are not told.
  void set_figures_hidden(bool hidden);
  /// Where there is little room: the figures alone, without the name.
  void set_short(bool is_short);
  /// Opens the choices, with the keyboard in them.
  void open();
  [[nodiscard]] QSize size_hint(bool is_short) const;
  [[nodiscard]] QSize sizeHint() const override { return size_hint(short_); }

 signals:
  /// The user wants to see every strategy.
  void all_requested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void make_popup();
  void show_plan();

  StrategyPanel& panel_;
  QFrame* popup_;
  bool figures_hidden_ = false, short_ = false;
};

}  // namespace stowage
