// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tables/column_model.h"
#include "widgets/views/orders/order_study.h"

namespace stowage {

/// The order strategies, one a row, as a study knows them; the columns are those of OrdersPane. On several streams it
/// says of peaks, and of what is proved of them, that they are of operators that run one at a time. Where the graph
/// leaves something uncounted, peaks are only the least, and none is said to be optimal.
class OrderTable : public ColumnModel<const OrderRow&> {
 public:
  using ColumnModel::ColumnModel;

  /// As the study is now.
  virtual void show(const OrderStudy& study) = 0;
  /// The orders that are compared, or null; they are marked in their colours.
  virtual void set_compared(KnownOrderPtr first, KnownOrderPtr second) = 0;
  /// All that is to be said of a row, as its remark says it where there is room.
  [[nodiscard]] virtual QString said_of(int row) const = 0;
  /// Whether the graph is in that order, perhaps by the strategy of another row.
  [[nodiscard]] virtual bool in_use(int row) const = 0;
};
[[nodiscard]] OrderTable* make_order_table(QObject* parent);

}  // namespace stowage
