// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"

class QComboBox;
class QLabel;
class QListWidget;

namespace stowage {

/// What the colours stand for: a choice of colouring, and one checkable row a class with its fill, name, number of
/// tensors and bytes; only tensors that live in the time range are counted, where one is set. Unchecking a row greys
/// that class out in every view.
class LegendWidget final : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the widget.
  explicit LegendWidget(ViewState* state);

 public slots:
  /// The classes now shown, and the results they are of; connect HeapMapWidget::coloring_changed to it. May be null.
  void set_coloring(std::shared_ptr<const stowage::Coloring> coloring, const stowage::PlanView& view);
  /// The map shown is of a difference, in colours of its own: these, instead. Null: no longer.
  void set_difference(std::shared_ptr<const stowage::Coloring> coloring);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fill_rows();
  void fill_classes(const Theme& theme);
  void follow_state();
  void count_in_range();
  void follow_names(const Coloring& now);

  ViewState* state_;
  std::shared_ptr<const Coloring> coloring_, difference_;
  PlanView view_;                                           // the results of coloring_
  std::shared_ptr<const std::vector<ClassCount>> counted_;  // in the time range; null: all count
  QComboBox* color_by_;
  QListWidget* rows_;
  QLabel* sums_;  // says what the figures of a recorded heap are

  LatestJob counter_{this};  // last: destroyed first
};

}  // namespace stowage
