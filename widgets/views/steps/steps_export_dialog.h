// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "widgets/painters/steps/step_painter.h"

class QWidget;

namespace stowage {

/// Asks, in a dialog of the window that says how many that makes, which steps become pictures. `closer` as StepSeries
/// has it.
void ask_for_series(std::shared_ptr<const StepSource> source, bool closer, QWidget* window,
                    std::function<void(const StepSeries&)> take);

}  // namespace stowage
