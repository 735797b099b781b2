// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QTimer>
#include <QWidget>

#include "widgets/base/worker.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/tables/tensor_query.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;

namespace stowage {

class TensorTableModel;
class ViewState;

/// All tensors in a table, to sort and to filter; its selection is the shared one. Filtering and sorting many rows
/// happens in the background, and the rows before stay until the new ones are there. A table that is not seen is left
/// as it is until it is shown.
class TensorTable final : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the table.
  explicit TensorTable(ViewState* state, QWidget* parent = nullptr);

  /// An offset below 0 is that of a tensor which has no place yet.
  void set_view(PlanView view);
  /// An action for the menu of the rows.
  void add_row_action(QAction* action);
  /// The keyboard goes to the name filter.
  void focus_filter();

 signals:
  /// The rows answer the last query.
  void rows_changed();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void make_filter_bar();
  void make_view();
  QLineEdit* make_limit(const QString& placeholder, const QString& name, const QString& widest);
  QHBoxLayout* make_range_line();
  [[nodiscard]] TensorQuery read_query();
  std::optional<Bytes> read_limit(QLineEdit* edit, TensorQuery& query);
  void query_soon() { debounce_.start(); }
  void run_query();
  void take_rows(const PlanView& view, std::vector<TensorId> rows);
  void show_count();
  void selection_to_state();
  void selection_from_state();
  bool eventFilter(QObject* watched, QEvent* event) override;

  ViewState* state_;
  TensorTableModel* model_;
  QTableView* table_;
  QWidget* bar_;
  QLineEdit *name_, *least_size_, *most_size_, *from_address_, *to_address_;
  QToolButton *regex_, *export_;
  QLabel* count_;
  QTimer debounce_;
  Worker worker_{this};
  PlanView view_;
  TensorQuery query_;
  bool syncing_ = false;
  bool query_unseen_ = false, selection_unseen_ = false;  // to be followed, once the table is seen
};

}  // namespace stowage
