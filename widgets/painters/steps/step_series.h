// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/task.h"
#include "widgets/painters/page/series.h"
#include "widgets/painters/steps/step_scene.h"

namespace stowage {

/// Which steps become pictures, and of what kind.
struct StepSeries {
  bool every_step = false;      ///< else one picture a block: its last step, where it is put
  std::size_t first_block = 0;  ///< in the order of placing
  std::size_t block_count = Recording::kAll;
  bool closer = true;  ///< as step_layout() has it
};

/// How many pictures that makes, without listing them.
[[nodiscard]] std::size_t picture_count(const Recording& recording, const StepSeries& series);
/// Their steps, in order.
[[nodiscard]] std::vector<std::size_t> picture_steps(const Recording& recording, const StepSeries& series);
/// Writes the pictures as export_series() does; how many there are.
[[nodiscard]] Result<std::size_t> export_steps(const std::string& path, const std::shared_ptr<const StepSource>& source,
                                               const StepSeries& series, const FigureOptions& options,
                                               const Task& task = {});

}  // namespace stowage
