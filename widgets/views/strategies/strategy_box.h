// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace stowage {

class StrategyPanel;

/// The plan shown, in one line; a click leads to the table of all:
/// ```
///  ┌───────────────────────────────────┐
///  │ Size, first fit · 196 MiB +0.5% ▾ │
///  └───────────────────────────────────┘
/// ```
class StrategyBox final : public QToolButton {
  Q_OBJECT

 public:
  /// `panel` has the plans; it must outlive the box.
  explicit StrategyBox(StrategyPanel& panel, QWidget* parent = nullptr);

  /// Figures that a lesson asks for are not told.
  void set_figures_hidden(bool hidden);
  /// Where there is little room: the figures alone, without the name.
  void set_short(bool is_short);
  [[nodiscard]] QSize size_hint(bool is_short) const;
  [[nodiscard]] QSize sizeHint() const override { return size_hint(short_); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void show_plan();

  StrategyPanel& panel_;
  bool figures_hidden_ = false, short_ = false;
};

}  // namespace stowage
