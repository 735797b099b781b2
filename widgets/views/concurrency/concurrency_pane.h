// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/insight/improve/cost.h"
#include "core/insight/improve/suggest_syncs.h"
#include "widgets/base/pane.h"
#include "widgets/base/worker.h"

class QLabel;
class QProgressBar;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace stowage {

class SuggestionTableModel;
class SyncCostModel;
class SyncCostRows;

/// What running on several streams costs, what each sync does for it, and which further sync would save most.
///
/// Works in the background, once the planning has ended and only while it is seen. Suggestions are those of one graph
/// and alignment; once another is open they are shown as such and cannot be added, until it is back by undo.
class ConcurrencyPane final : public Pane {
  Q_OBJECT

 public:
  explicit ConcurrencyPane(ViewState& state, QWidget* parent = nullptr);

  /// Whether something is being computed.
  [[nodiscard]] bool busy() const { return costs_.running() || search_.running(); }

 public slots:
  /// Looks for syncs worth adding to the graph there is now.
  void suggest();
  /// Asks for the suggested sync of a row to be added.
  void add_suggestion(int row);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& view) override;
  /// What is computed for a graph of before would be for nothing.
  [[nodiscard]] bool may_wait() const override { return Pane::may_wait() && !busy(); }
  QWidget* make_there();
  QWidget* make_suggested();
  void start_costs();
  QString stop_costs();
  QString stop_search();
  void compute_costs(const Worker::Run& run, const std::shared_ptr<const Graph>& graph, Bytes alignment);
  void show_sentence();
  void show_there();
  void show_search();
  void show_found(const SyncSuggestions& found);
  [[nodiscard]] QString search_status() const;
  [[nodiscard]] QString selected_move() const;
  void mark_stale();
  void remove_sync();  // the one of the current row
  void select_sync(const std::shared_ptr<const Graph>& of, const ControlEdge& sync, bool path);

  struct Subject {
    std::shared_ptr<const Graph> graph;
    Bytes alignment{1};
    friend bool operator==(const Subject&, const Subject&) = default;
  };
  Subject now_, costed_, searched_;
  bool planning_ = false;
  std::size_t streams_ = 0;  // with operators
  std::optional<ConcurrencyCost> cost_;
  std::optional<Bytes> shown_;  // needed by the plan in every view, where that is safe and the costs are of its kind
  bool search_ended_ = false;   // by itself
  bool syncing_ = false;        // the selection is being put right
  SyncCostModel* there_;
  SyncCostRows* there_sorted_;
  SuggestionTableModel* suggested_;
  QLabel *sentence_, *there_title_, *search_status_;
  QTableView *there_table_, *suggested_table_;
  QCheckBox* show_redundant_;
  QToolButton *suggest_, *cancel_, *add_;
  QProgressBar* progress_;
  Worker costs_, search_;
};

}  // namespace stowage
