// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/painters/model/plan_view.h"
#include "widgets/tables/filtered_table.h"

namespace stowage {

class ViewState;

/// All tensors in a table, to sort and to filter; its selection is the shared one. Filtering and sorting many rows
/// happens in the background, and the rows before stay until the new ones are there. A table that is not seen is left
/// as it is until it is shown.
class TensorTable : public FilteredTable {
  Q_OBJECT

 public:
  using FilteredTable::FilteredTable;

  /// An offset below 0 is that of a tensor which has no place yet.
  virtual void set_view(PlanView view) = 0;
};

/// `state` must outlive the table.
[[nodiscard]] TensorTable* make_tensor_table(ViewState& state);

}  // namespace stowage
