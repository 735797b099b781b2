// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/insight/edit/factor.h"
#include "widgets/edit/edit_entries.h"

namespace stowage {

/// Menus of what can be done with the durations of operators.
class DurationMenus {
 public:
  /// `ask` is called while the menu, or a dialog of its, is open, later than this object may live.
  DurationMenus(std::shared_ptr<const Graph> graph, AskForEdit ask) : graph_(std::move(graph)), ask_(std::move(ask)) {}

  /// `operators` are sorted, of the graph, and at least one.
  void fill_for_operators(QMenu& menu, const std::vector<OperatorId>& operators) const;
  /// The durations of all operators.
  void fill_for_all(QMenu& menu) const;

 private:
  using Scale = std::function<EditRequest(Factor)>;
  void add_scaling(QMenu& menu, const Scale& scale, bool known) const;

  std::shared_ptr<const Graph> graph_;
  AskForEdit ask_;
};

}  // namespace stowage
