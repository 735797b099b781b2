// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace stowage {

struct LayoutStrategy;
class StrategyTableModel;

/// The rows of the table of strategies, sorted. Strategies that have no plan because nobody has asked for one, or
/// because they cannot plan the graph, are folded away until they are unfolded.
class StrategyRows final : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  /// `model` must outlive this.
  explicit StrategyRows(StrategyTableModel& model, QObject* parent = nullptr);

  [[nodiscard]] bool is_unfolded() const { return unfolded_; }
  void set_unfolded(bool unfolded);
  /// The row of that strategy is never folded, since the user has selected it; null: of none.
  void keep(const LayoutStrategy* strategy);
  [[nodiscard]] const LayoutStrategy* kept() const { return kept_; }
  /// How many rows are folded, or would be.
  [[nodiscard]] int foldable() const;

 protected:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  [[nodiscard]] bool folds(int row) const;

  StrategyTableModel& model_;
  bool unfolded_ = false;
  const LayoutStrategy* kept_ = nullptr;
};

}  // namespace stowage
