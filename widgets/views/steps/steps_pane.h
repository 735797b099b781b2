// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "widgets/base/pane.h"
#include "widgets/painters/steps/step_painter.h"

namespace stowage {

/// Steps through a planner, and perhaps a second one beside it: its pseudocode with the current line, a picture, a
/// table, the choice and its reason. The steps are recorded from the planner itself, in the background.
class StepsPane : public Pane {
  Q_OBJECT

 public:
  using Pane::Pane;

  /// What all pictures are made from, and the step shown; both null while there is nothing to step through.
  [[nodiscard]] virtual const std::shared_ptr<const StepSource>& source() const = 0;
  [[nodiscard]] virtual const std::shared_ptr<const StepScene>& scene() const = 0;
  using TakeSeries = std::function<void(const std::shared_ptr<const StepSource>&, const StepSeries&)>;
  /// Asks, in a dialog of the window, which steps become pictures. Needs a source.
  virtual void ask_for_series(QWidget* window, const TakeSeries& take) = 0;
};

/// `state` must outlive the pane.
[[nodiscard]] StepsPane* make_steps(ViewState& state);

}  // namespace stowage
