// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/strategy_rows.h"

#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {

StrategyRows::StrategyRows(StrategyTableModel& model, QObject* parent) : QSortFilterProxyModel(parent), model_(model) {
  setSourceModel(&model);
  setSortRole(StrategyTableModel::kSortRole);
}

void StrategyRows::set_unfolded(bool unfolded) {
  if (unfolded_ == unfolded) return;
  unfolded_ = unfolded;
  invalidateRowsFilter();
}

void StrategyRows::keep(const LayoutStrategy* strategy) {
  if (kept_ == strategy) return;
  kept_ = strategy;
  invalidateRowsFilter();
}

int StrategyRows::foldable() const {
  int count = 0;
  for (int row = 0; row < model_.rowCount(); ++row) count += folds(row) ? 1 : 0;
  return count;
}

bool StrategyRows::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
  return unfolded_ || !folds(row);
}

/// Not a run that failed: the row says so.
bool StrategyRows::folds(int at) const {
  const StrategyRow& row = model_.rows()[static_cast<std::size_t>(at)];
  if (!row.strategy || row.strategy == kept_ || row.footprint) return false;
  return row.refusal || (!row.strategy->live && row.state != StrategyRow::State::waiting && !row.failure);
}

}  // namespace stowage
