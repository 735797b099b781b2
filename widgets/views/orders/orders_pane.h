// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/papers/tables.h"
#include "widgets/base/pane.h"

namespace stowage {

struct ImportedOrder;

/// Other orders of the operators: a table of the strategies that find them, run when asked to; the memory of two of
/// them over each other, which operators move, and what layout strategies make of each. One row selected in the table
/// is compared with the given order, two with each other. The order of a plan that was opened is a row, too. An order
/// can be used: the graph's operators are put into it, as an edit.
class OrdersPane : public Pane {
  Q_OBJECT

 public:
  /// The columns of the table of orders.
  enum Column { kOrder, kPeak, kGap, kInterleaved, kTime, kRemark };

  using Pane::Pane;

  /// The order of a plan that is opened; before the graph is given in it. Null: none.
  virtual void set_imported_order(std::shared_ptr<const ImportedOrder> imported) = 0;
  /// Compares the given order with that of the strategy, once it is found: as if its row were selected and run.
  virtual void compare_with(std::string_view strategy) = 0;

 signals:
  /// The graph will be put into this order by edit_requested().
  void order_used(const QString& name);
};

/// `state` must outlive the pane.
[[nodiscard]] OrdersPane* make_orders(ViewState& state);
/// With these strategies; the first is the given order, and the table must outlive the pane.
[[nodiscard]] OrdersPane* make_orders_of(ViewState& state, std::span<const OrderStrategy> strategies);

}  // namespace stowage
