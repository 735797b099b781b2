// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/papers/tables.h"
#include "widgets/base/pane.h"
#include "widgets/views/orders/order_chart.h"
#include "widgets/views/orders/order_study.h"

class QLabel;
class QProgressBar;
class QStackedWidget;
class QTableView;
class QTabWidget;
class QToolButton;

namespace stowage {

class FootprintMatrixView;
class MovedOperatorsView;
class OrderTableModel;

/// Other orders of the operators: a table of the strategies that find them, run when asked to; the memory of two of
/// them over each other, which operators move, and what layout strategies make of each. One row selected in the table
/// is compared with the given order, two with each other. The order of a plan that was opened is a row, too. An order
/// can be used: the graph's operators are put into it, as an edit.
class OrdersPane final : public Pane {
  Q_OBJECT

 public:
  explicit OrdersPane(ViewState& state, std::span<const OrderStrategy> strategies = order_strategies(),
                      QWidget* parent = nullptr);

  /// The order of a plan that is opened; before the graph is given in it. Null: none.
  void set_imported_order(std::shared_ptr<const ImportedOrder> imported) { study_.set_imported(std::move(imported)); }
  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::vector<PanePicture> more_pictures() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;
  /// Whether something is worked at in the background.
  [[nodiscard]] bool busy() const;
  /// Whether orders are looked for, and how far that is.
  [[nodiscard]] bool searching() const { return study_.running(); }
  [[nodiscard]] QString search_text() const;
  /// What runs gives the best order it has.
  void stop_search() { study_.stop(); }
  /// Compares the given order with that of the strategy, once it is found: as if its row were selected and run.
  void compare_with(std::string_view strategy);

 signals:
  /// It began, came to the next strategy, or ended.
  void searching_changed();
  /// The graph will be put into this order by edit_requested().
  void order_used(const QString& name);

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& view) override;
  [[nodiscard]] bool may_wait() const override { return Pane::may_wait() && !busy(); }
  bool eventFilter(QObject* watched, QEvent* event) override;

  QWidget* make_left();
  QWidget* make_right();
  void make_table();
  void show_graph();
  void show_rows();
  void show_compared();
  void show_bands(const ComparedOrders& orders);
  void show_buttons();
  void show_progress(double of_this_one);
  void show_larger();
  void show_remark();
  void show_gap_note();
  void run_selected();
  void run_all();
  void use();
  void pick(const std::vector<OperatorId>& operators);
  void pick_step(std::size_t step);
  void selection_from_state();
  [[nodiscard]] std::vector<std::size_t> runnable(const std::vector<int>& rows) const;
  /// The row whose order the button uses, or -1.
  [[nodiscard]] int row_to_use() const;
  [[nodiscard]] ComparedOrders compared() const;

  OrderStudy study_;
  OrderTableModel* model_;
  QStackedWidget* pages_;
  QLabel *sentence_, *remark_ = nullptr, *gap_note_ = nullptr, *not_shared_ = nullptr;
  QTableView* table_ = nullptr;
  QToolButton *run_ = nullptr, *run_all_ = nullptr, *stop_ = nullptr, *use_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QTabWidget* tabs_ = nullptr;
  OrderChart* chart_ = nullptr;
  MovedOperatorsView* moved_ = nullptr;
  FootprintMatrixView* matrix_ = nullptr;
  std::shared_ptr<const Graph> shown_;  // the base whose rows are shown
  bool syncing_ = false;
};

}  // namespace stowage
