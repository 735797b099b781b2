// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace stowage {

class StrategyPanel;
struct StrategyRow;

/// The plan shown, in one line; a click opens a list of the plans to choose from:
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
  /// The plans to choose from, smallest first.
  void open_list();
  [[nodiscard]] QSize size_hint(bool is_short) const;
  [[nodiscard]] QSize sizeHint() const override { return size_hint(short_); }

 signals:
  /// The user wants to see more of the plans than the list says.
  void table_wanted();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void show_plan();
  /// Footprint and gap; empty where there are none.
  [[nodiscard]] QString figures_of(const StrategyRow& row) const;

  StrategyPanel& panel_;
  bool figures_hidden_ = false, short_ = false;
};

}  // namespace stowage
