// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/insight/edit/factor.h"
#include "widgets/base/view_state.h"
#include "widgets/edit/edit_entries.h"

namespace stowage {

/// Menus of what can be done with the sizes, groups and waits of tensors.
class TensorMenus {
 public:
  /// `ask` is called while the menu, or a dialog of its, is open, later than this object may live.
  TensorMenus(std::shared_ptr<const Graph> graph, AskForEdit ask, SpaceNames spaces = {})
      : graph_(std::move(graph)), ask_(std::move(ask)), spaces_(std::move(spaces)) {}

  /// `tensors` are sorted, of the graph, and at least one.
  void fill_for_tensors(QMenu& menu, const std::vector<TensorId>& tensors) const;
  /// The sizes of all tensors.
  void fill_for_all(QMenu& menu) const;

 private:
  void add_scaling(QMenu& menu, const std::function<EditRequest(Factor)>& scale) const;
  void add_size(QMenu& menu, const std::vector<TensorId>& tensors) const;
  void add_absence(QMenu& menu, TensorId tensor) const;
  void add_leaving(QMenu& menu, const std::vector<TensorId>& tensors) const;
  void add_spaces(QMenu& menu, const std::vector<TensorId>& tensors) const;

  std::shared_ptr<const Graph> graph_;
  AskForEdit ask_;
  SpaceNames spaces_;
};

}  // namespace stowage
