// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "core/layout/strategy.h"
#include "core/plan/bounds.h"

class QCheckBox;
class QLabel;
class QTableView;
class QToolButton;

namespace stowage {

class StrategyRows;
class StrategyTableModel;
struct StrategyRow;
class ViewState;

/// Every strategy with its footprint, its gap to the bound as a number and a bar, and its time, filling in as plans
/// come; those that are not live when they are run. The latter are folded to one line below the table until the user
/// unfolds them, but for `auto`, which runs of itself, and one that is selected, runs or has a plan. Whoever owns it
/// says what is known and which plan is shown; it says which one the user wants to see. The row that is marked is
/// always that of the plan shown, whatever was clicked; but the table's row may be one that was not run yet, for its
/// button.
class StrategyPanel final : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the panel.
  explicit StrategyPanel(ViewState& state, QWidget* parent = nullptr);

  /// Figures go in here.
  [[nodiscard]] StrategyTableModel& model() { return *model_; }
  /// In words, what the strategy that was asked to run has found by now; null: nothing.
  void set_found(std::optional<Improvement> found);
  /// As a click on its row does.
  void choose(const LayoutStrategy* strategy);

  /// Which plan the other views show: a strategy's, or (null) the imported one.
  void set_shown(const LayoutStrategy* strategy);
  void set_nothing_shown();
  /// The row of that plan, or null.
  [[nodiscard]] const StrategyRow* shown_row() const;
  /// Whether that is the best plan, whichever it is, or one that the user chose.
  void set_follows_best(bool follows);

  /// Whether strategies that only run when asked to are in the table before they have run.
  [[nodiscard]] bool is_unfolded() const;
  void set_unfolded(bool unfolded);
  /// So high that every row is seen, but for those that are there only while selected or since they were run. The panel
  /// is no higher than all of them.
  [[nodiscard]] int wanted_height() const { return wanted_height_; }
  [[nodiscard]] QSize sizeHint() const override;

 signals:
  /// By the user.
  void unfolded_changed(bool unfolded);
  /// wanted_height() is another.
  void wanted_height_changed();
  /// Another plan is shown, or its figures are others.
  void shown_changed();
  /// The user asks for the best plan, now and after each planning.
  void best_requested();
  /// The user asks for this plan; null: the imported one.
  void strategy_chosen(const stowage::LayoutStrategy* strategy);
  /// The user asks for a plan by a strategy that is not live.
  void run_requested(const stowage::LayoutStrategy* strategy);
  /// No longer.
  void run_cancelled();
  /// The user wants this plan to be the baseline; null: the imported one.
  void pin_requested(const stowage::LayoutStrategy* strategy);
  void unpin_requested();

 private:
  void make_table();
  void make_best();
  void make_more();
  void make_run();
  void show_run();
  void run();
  [[nodiscard]] const StrategyRow* row_at(const LayoutStrategy* strategy) const;
  void show_found();
  void make_baseline_line();
  void show_baseline();
  [[nodiscard]] int figures_width(int column, const QString& usual) const;
  [[nodiscard]] int footprint_width() const;
  [[nodiscard]] int gap_width() const;
  void widen_footprints();
  void size_columns();
  void fit_columns();
  void show_more();
  void unfold(bool unfolded);
  void fit_height();
  void open_menu(const QPoint& at);
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void choose_row(int row);
  void sync();
  void sync_soon();
  void keep_candidate();
  void mark_row(int row);

  StrategyTableModel* model_;
  StrategyRows* sorted_;
  QCheckBox* best_;
  QToolButton* run_;
  QTableView* table_;
  QToolButton* more_;
  QWidget* list_;  // the table and the button below it
  QWidget* baseline_line_;
  QLabel* baseline_;
  QLabel* found_words_;
  std::optional<Improvement> found_;
  std::optional<const LayoutStrategy*> shown_;  // what the other views show; null: the imported plan
  const LayoutStrategy* candidate_ = nullptr;   // the row to run: not live, and without a plan
  bool syncing_ = false, sync_pending_ = false;
  int wanted_height_ = 0, gap_width_ = 0;
};

}  // namespace stowage
