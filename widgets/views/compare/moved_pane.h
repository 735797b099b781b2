// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "widgets/base/pane.h"
#include "widgets/views/compare/moved_query.h"

namespace stowage {

class FilteredTable;
class MovedModel;

/// The tensors that differ between two plans: those that are compared in A | B, or the pinned baseline and the plan
/// shown. A click on a row selects the tensor and brings it into view.
class MovedPane final : public Pane {
  Q_OBJECT

 public:
  explicit MovedPane(ViewState& state, QWidget* parent = nullptr);

  /// What A | B compares; none: the baseline, if there is one. The ids of `after` must be those of the shared state.
  void set_pair(std::optional<PlanPair> pair);
  /// Whether a newer comparison or query is being worked at.
  [[nodiscard]] bool busy() const;

 private:
  void take_view(const PlanView& view) override;
  [[nodiscard]] PlanPair pair_to_show() const;
  [[nodiscard]] MovedQuery query() const;
  void work();
  void show_count();

  PlanView view_;
  std::optional<PlanPair> compared_;
  MovedModel* model_;
  FilteredTable* table_;
};

}  // namespace stowage
