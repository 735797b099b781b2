// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "core/insight/improve/cost.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/worker.h"
#include "widgets/edit/edit_request.h"
#include "widgets/painters/model/plan_view.h"

class QAction;
class QCheckBox;
class QLabel;
class QTableView;

namespace stowage {

class SyncCostModel;
class SyncCostRows;
class ViewState;

/// What running on several streams costs, what each sync does for it, and which syncs are redundant; commands to remove
/// syncs and to add one. Works in the background, the costs once the planning has ended, and only while it is seen:
/// until then it has no rows.
class SyncCosts final : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive it.
  explicit SyncCosts(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] bool busy() const { return costs_.running(); }
  /// Why there is nothing to compute; empty where there is.
  [[nodiscard]] QString why_not() const;
  void set_graph(const std::shared_ptr<const Graph>& graph);
  void set_view(const PlanView& view);

 public slots:
  /// Computes what was stopped.
  void compute();
  /// Keeps what is computed: of this graph the rest is not computed of itself.
  void stop();

 signals:
  void edit_requested(const stowage::EditRequest& request);
  void progress(double fraction);
  /// It began, ended, or has another reason why there is nothing to compute.
  void changed();

 private:
  void showEvent(QShowEvent* event) override;
  void make_commands();
  void make_table();
  void fill();
  void find_redundant();
  void start();
  void work(const Worker::Run& run, const std::shared_ptr<const Graph>& graph, Bytes alignment);
  void show_sentence();
  void show_rows();
  void update_commands();
  [[nodiscard]] std::vector<ControlEdge> selected() const;
  void remove_redundant();
  void select_rows();

  struct Subject {
    std::shared_ptr<const Graph> graph;
    Bytes alignment{1};
    friend bool operator==(const Subject&, const Subject&) = default;
  };
  ViewState& state_;
  Subject now_, costed_;
  bool planning_ = false;
  bool whole_ = false;       // all costs of costed_ are known
  std::size_t streams_ = 0;  // with operators
  std::optional<ConcurrencyCost> cost_;
  std::optional<Bytes> shown_;  // needed by the plan in every view, where that is safe and the costs are of its kind
  SyncCostModel* model_;
  SyncCostRows* sorted_;
  QLabel *sentence_, *title_;
  QTableView* table_;
  QCheckBox* show_redundant_;
  QAction *remove_, *remove_redundant_, *add_;
  bool reduced_ = false;  // redundant syncs are known, or are being looked for
  QString failed_;        // why they are not known
  Worker costs_;          // last: destroyed first, as the next
  LatestJob reducing_;
};

}  // namespace stowage
