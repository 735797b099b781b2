// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QTimer>

#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/views/compare/moved_query.h"

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace stowage {

class MovedModel;

/// The tensors that differ between two plans: those that are compared in A | B, else the pinned baseline and the plan
/// shown. A click on a row selects the tensor and brings it into view.
class MovedPane final : public Pane {
  Q_OBJECT

 public:
  explicit MovedPane(ViewState& state, QWidget* parent = nullptr);

  /// What A | B compares; none: the baseline, if there is one. The ids of `after` must be those of the shared state.
  void set_pair(std::optional<PlanPair> pair);
  /// Whether a newer comparison or query is being worked at.
  [[nodiscard]] bool busy() const { return job_.busy() || debounce_.isActive(); }

 private:
  void take_view(const PlanView& view) override;
  void showEvent(QShowEvent* event) override;
  struct Answer {
    PlanPair pair;
    std::shared_ptr<const PlanDifference> difference;
    std::vector<std::uint32_t> rows;
  };
  void make_table();
  QWidget* make_bar();
  [[nodiscard]] PlanPair pair_to_show() const;
  [[nodiscard]] MovedQuery query() const;
  void work();
  void take(Answer answer);
  void show_count();
  void selection_to_state();
  void selection_from_state();
  bool eventFilter(QObject* watched, QEvent* event) override;

  PlanView view_;
  std::optional<PlanPair> compared_;
  MovedModel* model_;
  QTableView* table_;
  QStackedWidget* pages_;
  QLineEdit* name_ = nullptr;
  QLabel *count_ = nullptr, *nothing_;
  QToolButton* export_ = nullptr;
  QTimer debounce_;
  bool syncing_ = false;
  bool dirty_ = true;    ///< to be worked out anew, once the pane is seen
  LatestJob job_{this};  // last: destroyed first, it waits for what uses the rest
};

}  // namespace stowage
