// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include <QString>

#include "widgets/tables/filtered_table.h"
#include "widgets/views/orders/order_chart.h"

namespace stowage {

class MovedOperatorsModel;

/// Which of the operators that moved between two orders are listed, and in which order.
struct MovedOperatorsQuery {
  enum class Column { name, from, to, distance, stream };

  QString name{};                  ///< part of the name, any case; empty: all
  Column sort = Column::distance;  ///< by how far, whichever way
  bool descending = true;
  friend bool operator==(const MovedOperatorsQuery&, const MovedOperatorsQuery&) = default;
};

/// Operators that moved past others, not those that merely shift by a step because of them: as few as can be taken out
/// so that the rest run one after the other as before. All but a longest increasing subsequence of the steps of the
/// second order, read in the first one; of several such, one:
/// ```
///   first   a b c d e f      d moved, to the front; a, b and c only made room.
///   second  d a b c e f
/// ```
/// They are of the graph that both orders are of; ties end at the one that runs first in the first order. Pure, so that
/// it can run in any thread: O(n log n).
struct MovedOperators {
  std::vector<OperatorId> rows;
  std::size_t moved = 0;  ///< without a name to look for
};
[[nodiscard]] MovedOperators find_moved_operators(const ComparedOrders& orders, const MovedOperatorsQuery& query,
                                                  const std::stop_token& stop = {});

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
