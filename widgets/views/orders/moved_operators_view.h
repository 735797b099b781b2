// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tables/filtered_table.h"
#include "widgets/views/orders/moved_operators.h"

namespace stowage {

/// The operators that differ between two orders, to filter, sort and pick. Many are looked for in the background.
class MovedOperatorsView final : public FilteredTable {
  Q_OBJECT

 public:
  explicit MovedOperatorsView(QWidget* parent = nullptr);

  void set_orders(const ComparedOrders& orders);
  /// Marks the rows of these; they are of the graph that the orders are of.
  void select(const std::vector<OperatorId>& operators);

 signals:
  /// The user selected these rows.
  void picked(const std::vector<stowage::OperatorId>& operators);

 private:
  [[nodiscard]] MovedOperatorsQuery query() const;
  void work();
  void show_moved();

  ComparedOrders orders_;
  MovedOperatorsModel* model_;
  bool syncing_ = false;
};

}  // namespace stowage
