// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "widgets/edit_request.h"
#include "widgets/painters/export.h"
#include "widgets/painters/plan_view.h"

namespace stowage {

class ViewState;

/// A view in a dock of its own. It knows the results it is given and the shared state, and nothing else.
class Pane : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the pane.
  explicit Pane(ViewState& state, QWidget* parent = nullptr) : QWidget(parent), state_(state) {}

  /// The graph as it is from now on, at once after an edit; the results for it come later with set_view(). Null where
  /// nothing is open. The operators of the shared state are those of this graph.
  virtual void set_graph(const std::shared_ptr<const Graph>& /*graph*/) {}
  /// Other results, perhaps of the graph before (`view.stale`), perhaps incomplete.
  virtual void set_view(const PlanView& view) = 0;
  /// What to export; empty `paint` where the pane has no picture.
  [[nodiscard]] virtual Drawing drawing() const { return {}; }

 signals:
  void edit_requested(const stowage::EditRequest& request);

 protected:
  [[nodiscard]] ViewState& state() const { return state_; }

 private:
  ViewState& state_;
};

}  // namespace stowage
