// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QTableView>

#include "widgets/painters/steps/step_scene.h"

namespace stowage {

/// The table of a step, with the rows that it is about marked: a walk's, or the places at which a SOMAS planner looks
/// for the block at hand, with its verdicts.
class StepTable final : public QTableView {
  Q_OBJECT

 public:
  explicit StepTable(const char* object);
  /// Null: no rows.
  void set_scene(const std::shared_ptr<const StepScene>& scene);

 signals:
  /// The step of the place that was clicked on.
  void step_picked(std::size_t step);

 private:
  void mark_rows();

  class Places;
  class Rows;
  std::shared_ptr<const StepScene> scene_;
  Places* places_;
  Rows* rows_;
};

}  // namespace stowage
