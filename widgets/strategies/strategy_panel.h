// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "core/bounds/bounds.h"
#include "core/layout/strategy.h"

class QCheckBox;
class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace stowage {

class StrategyChart;
class StrategyTableModel;
class StrategyToggles;
class ViewState;

/// Every strategy with its footprint, its gap to the bound and its time, in a table and as bars, filling in as plans
/// come. Whoever owns it says what is known and which plan is shown; it says which one the user wants to see. Row and
/// bar that are marked are always those of the plan shown, whatever was clicked.
class StrategyPanel final : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the panel.
  explicit StrategyPanel(ViewState& state, QWidget* parent = nullptr);

  /// Figures go in here.
  [[nodiscard]] StrategyTableModel& model() { return *model_; }
  /// For menus and toolbars.
  [[nodiscard]] StrategyToggles& toggles() { return *toggles_; }
  [[nodiscard]] StrategyChart& chart() { return *chart_; }

  /// Which plan the other views show: a strategy's, or (null) the imported one.
  void set_shown(const LayoutStrategy* strategy);
  void set_nothing_shown();
  /// Whether that is the best plan, whichever it is, or one that the user chose.
  void set_follows_best(bool follows);

 signals:
  /// The user asks for the best plan, after every planning anew.
  void best_requested();
  /// The user asks for this plan; null: the imported one.
  void strategy_chosen(const stowage::LayoutStrategy* strategy);
  /// The user wants this plan to be the baseline; null: the imported one.
  void pin_requested(const stowage::LayoutStrategy* strategy);
  void unpin_requested();

 private:
  void make_table();
  void make_best();
  void make_baseline_line();
  void show_baseline();
  void size_columns();
  void fit_columns();
  void open_menu(const QPoint& at);
  bool eventFilter(QObject* watched, QEvent* event) override;
  void choose(const LayoutStrategy* strategy);
  void choose_row(int row);
  void sync();
  void sync_soon();
  void mark_row(int row);

  StrategyTableModel* model_;
  QSortFilterProxyModel* sorted_;
  StrategyToggles* toggles_;
  QCheckBox* best_;
  QTableView* table_;
  QWidget* baseline_line_;
  QLabel* baseline_;
  StrategyChart* chart_;
  std::optional<const LayoutStrategy*> shown_;  // what the other views show; null: the imported plan
  const LayoutStrategy* requested_ = nullptr;   // asked for, and still waiting
  bool syncing_ = false, sync_pending_ = false;
};

}  // namespace stowage
