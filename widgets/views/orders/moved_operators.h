// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include <QString>

#include "widgets/tables/column_model.h"
#include "widgets/views/orders/order_chart.h"

namespace stowage {

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

/// These operators, one a row.
class MovedOperatorsModel final : public ColumnModel<OperatorId> {
  Q_OBJECT

 public:
  explicit MovedOperatorsModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  /// Two orders, or none and no rows.
  void set_rows(ComparedOrders orders, MovedOperators moved);
  [[nodiscard]] const ComparedOrders& orders() const { return orders_; }
  [[nodiscard]] std::size_t moved() const { return moved_.moved; }
  [[nodiscard]] OperatorId at(int row) const override { return moved_.rows[static_cast<std::size_t>(row)]; }
  /// Its row, or -1.
  [[nodiscard]] int row_of(OperatorId o) const;

 private:
  [[nodiscard]] Columns columns() const;
  [[nodiscard]] int row_count() const override { return static_cast<int>(moved_.rows.size()); }

  ComparedOrders orders_;
  MovedOperators moved_;
  std::vector<int> row_of_;  // by OperatorId; -1: not shown
};

}  // namespace stowage
