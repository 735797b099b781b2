// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "widgets/painters/model/plan_set.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// The table of strategies: a row for each of a set of plans. The exact value of a title is the strategy's id.
class StrategyTableModel final : public ColumnModel<const StrategyRow&> {
  Q_OBJECT

 public:
  enum Column { kTitle, kFootprint, kDelta, kDeltaShare, kGap, kTime };
  static constexpr int kColumns = 6;
  /// The gap as a share of the largest that is drawn, for ShareBar.
  static constexpr int kGapShareRole = kSortRole + 1;

  explicit StrategyTableModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  void set_results(PlanSet results);
  [[nodiscard]] const PlanSet& results() const { return results_; }
  [[nodiscard]] std::span<const StrategyRow> rows() const { return results_.rows(); }
  /// What others are compared with, or null.
  [[nodiscard]] const PlanView* baseline_view() const { return results_.baseline().get(); }
  [[nodiscard]] const Plan* baseline() const { return results_.baseline() ? results_.baseline()->plan.get() : nullptr; }

  [[nodiscard]] const StrategyRow& at(int row) const override { return rows()[static_cast<std::size_t>(row)]; }
  /// A row without a plan, and with none to come, cannot be chosen.
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

  /// "Size, best fit", or a word for the imported plan.
  [[nodiscard]] static QString short_name(const StrategyRow& row);
  /// In a word or two why there is no footprint and none on its way: "not run", "failed", or why it cannot; else empty.
  [[nodiscard]] static QString absence(const StrategyRow& row);
  /// A few words on what makes an imported plan no plan for the graph of now; empty where nothing does.
  [[nodiscard]] static QString fault(const StrategyRow& row);

 signals:
  void baseline_changed();

 private:
  [[nodiscard]] Columns columns() const;
  [[nodiscard]] int row_count() const override { return static_cast<int>(rows().size()); }
  [[nodiscard]] QVariant look(const StrategyRow& row, int column, int role) const override;
  [[nodiscard]] QString text(const StrategyRow& row, int column) const;
  [[nodiscard]] static QString text_without_plan(const StrategyRow& row, int column);
  [[nodiscard]] static QString tip_without_plan(const StrategyRow& row);
  [[nodiscard]] QVariant exact(const StrategyRow& row, int column) const;
  [[nodiscard]] QVariant sort_key(const StrategyRow& row, int column) const;
  [[nodiscard]] QString tool_tip(const StrategyRow& row, int column) const;

  PlanSet results_;
  double largest_gap_ = 0;  // of all rows that have one
};

}  // namespace stowage
