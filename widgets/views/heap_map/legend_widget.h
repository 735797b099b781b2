// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

class ViewState;

/// What the colours stand for: a choice of colouring, and one checkable row a class with its fill, name, number of
/// tensors and bytes; only tensors that live in the time range are counted, where one is set. Unchecking a row greys
/// that class out in every view.
class LegendWidget : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// The classes now shown, and the results they are of; connect HeapMapWidget::coloring_changed to it. May be null.
  virtual void set_coloring(std::shared_ptr<const stowage::Coloring> coloring, const stowage::PlanView& view) = 0;
  /// The map shown is of a difference, in colours of its own: these, instead. Null: no longer.
  virtual void set_difference(std::shared_ptr<const stowage::Coloring> coloring) = 0;
};

/// `state` must outlive the widget.
[[nodiscard]] LegendWidget* make_legend(ViewState& state);

}  // namespace stowage
