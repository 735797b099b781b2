// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "widgets/painters/model/plan_view.h"
#include "widgets/tables/filtered_table.h"
#include "widgets/tables/tensor_query.h"

class QAction;

namespace stowage {

class TensorTableModel;
class ViewState;

/// All tensors in a table, to sort and to filter; its selection is the shared one. Filtering and sorting many rows
/// happens in the background, and the rows before stay until the new ones are there. A table that is not seen is left
/// as it is until it is shown.
class TensorTable final : public FilteredTable {
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

 private:
  void make_fields();
  void place_bytes();
  QLineEdit* make_limit(const char* object, const QString& placeholder, const QString& name, const QString& widest);
  [[nodiscard]] TensorQuery read_query();
  std::optional<Bytes> read_limit(QLineEdit* edit, TensorQuery& query);
  void run_query();
  void show_shown();

  ViewState* state_;
  TensorTableModel* model_;
  QLineEdit *least_size_, *most_size_, *from_address_, *to_address_;
  QToolButton* regex_;
  PlanView view_;
  TensorQuery query_;
};

}  // namespace stowage
