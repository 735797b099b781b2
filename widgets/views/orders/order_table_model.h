// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/graph/claims.h"
#include "widgets/tables/column_model.h"
#include "widgets/views/orders/footprint_matrix_model.h"
#include "widgets/views/orders/order_study.h"

namespace stowage {

/// The order strategies, one a row, as a study knows them.
class OrderTableModel final : public ColumnModel<const OrderRow&> {
  Q_OBJECT

 public:
  enum Column { kOrder, kPeak, kGap, kInterleaved, kTime, kRemark };

  explicit OrderTableModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  /// `bound` is 0 where none is known; `in_use` is the order that the graph is in. On several streams peaks and what is
  /// proved of them are told as those of operators that run one at a time.
  /// Where the graph leaves something `uncounted`, peaks are only the least, and none is said to be optimal.
  void set_rows(std::vector<OrderRow> rows, Bytes bound, const KnownOrderPtr& in_use, bool several_streams = false,
                const Uncounted& uncounted = {});
  /// Orders whose plans are larger than those of the given one, and how large each are: a smaller peak is no smaller
  /// plan, on several streams least of all.
  void set_larger(std::map<KnownOrderPtr, FootprintMatrixModel::Against> larger);
  /// All that is to be said of a row, as its remark says it where there is room.
  [[nodiscard]] QString said_of(int row) const { return column(kRemark).text(at(row)); }
  /// The orders that are compared, or null; they are marked in their colours.
  void set_compared(KnownOrderPtr first, KnownOrderPtr second);

  [[nodiscard]] const OrderRow& at(int row) const override { return rows_[static_cast<std::size_t>(row)]; }
  /// Whether the graph is in that order, perhaps by the strategy of another row.
  [[nodiscard]] bool in_use(int row) const { return used_[static_cast<std::size_t>(row)]; }

 private:
  [[nodiscard]] Columns columns() const;
  [[nodiscard]] int row_count() const override { return static_cast<int>(rows_.size()); }
  [[nodiscard]] QVariant look(const OrderRow& row, int column, int role) const override;
  [[nodiscard]] std::size_t place(const OrderRow& row) const { return static_cast<std::size_t>(&row - rows_.data()); }
  [[nodiscard]] QString peak_text(const OrderRow& row) const;
  [[nodiscard]] QString remark(const OrderRow& row) const;
  [[nodiscard]] QString whole_remark(const OrderRow& row) const;
  [[nodiscard]] QString gap_text(const OrderRow& row) const;
  [[nodiscard]] QString peak_tip(const OrderRow& row) const;
  [[nodiscard]] QString interleaved_tip(const OrderRow& row) const;
  [[nodiscard]] QString proof_tip(const OrderRow& row) const;
  [[nodiscard]] std::optional<std::size_t> row_in_use(const KnownOrderPtr& in_use) const;
  [[nodiscard]] bool is_least_interleaved(const OrderRow& row) const;
  [[nodiscard]] QColor mark(const OrderRow& row) const;

  std::vector<OrderRow> rows_;
  std::vector<bool> used_;  // by row
  std::optional<std::size_t> used_row_;
  Bytes bound_;
  Uncounted uncounted_{};
  bool several_streams_ = false;
  KnownOrderPtr first_, second_;
  std::map<KnownOrderPtr, FootprintMatrixModel::Against> larger_;
};

}  // namespace stowage
