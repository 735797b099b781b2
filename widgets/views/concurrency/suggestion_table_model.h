// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/insight/improve/suggest_syncs.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// What a suggestion that goes against the global order does to it, in a sentence; `each.later` is not 0.
[[nodiscard]] QString moves_text(const Graph& graph, const SyncSuggestion& each);

/// Syncs worth adding, one a row, most bytes saved first. Rows that were found for another graph than the one that is
/// open are disabled.
class SuggestionTableModel final : public ColumnModel<const SyncSuggestion&> {
  Q_OBJECT

 public:
  enum Column { kSync, kSaved, kShare, kSlower, kLater };

  explicit SuggestionTableModel(QObject* parent = nullptr);

  /// Null: nothing was searched. Where the rows are the same ones, they are not made anew.
  void set_results(std::shared_ptr<const Graph> graph, SyncSuggestions results);
  void set_stale(bool stale);

  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  [[nodiscard]] const SyncSuggestions& results() const { return results_; }
  [[nodiscard]] bool is_stale() const { return stale_; }
  [[nodiscard]] const SyncSuggestion& at(int row) const override {
    return results_.best[static_cast<std::size_t>(row)];
  }
  /// -1: it is not suggested.
  [[nodiscard]] int row_of(const ControlEdge& sync) const;

  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  [[nodiscard]] int row_count() const override { return static_cast<int>(results_.best.size()); }
  [[nodiscard]] QVariant look(const SyncSuggestion& each, int column, int role) const override;
  [[nodiscard]] QString tool_tip(const SyncSuggestion& each) const;

  std::shared_ptr<const Graph> graph_;
  SyncSuggestions results_;
  bool stale_ = false;
  bool estimated_ = false;  // whether a duration of the graph is
};

}  // namespace stowage
