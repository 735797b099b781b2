// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/task.h"
#include "widgets/painters/export.h"
#include "widgets/painters/step_scene.h"

namespace stowage {

/// Which steps become pictures, and of what kind.
struct StepSeries {
  bool every_step = false;      ///< else one picture a block: its last step, where it is put
  std::size_t first_block = 0;  ///< in the order of placing
  std::size_t block_count = Recording::kAll;
  bool closer = true;  ///< as step_layout() has it
};

/// Pictures that one series may have.
inline constexpr std::size_t kMostPictures = 2'000;

/// How many pictures that makes, without listing them.
[[nodiscard]] std::size_t picture_count(const Recording& recording, const StepSeries& series);
/// Their steps, in order.
[[nodiscard]] std::vector<std::size_t> picture_steps(const Recording& recording, const StepSeries& series);
/// "steps.svg" → "steps-007.svg": the number has as many digits as that of the last, and three at least.
[[nodiscard]] std::string picture_name(const std::string& path, std::size_t number, std::size_t count);

/// Writes the pictures: as one PDF with a page each, or as numbered PNG or SVG files, by the ending of `path`; every
/// file all or nothing. How many there are. bad_input where there is none, or more than kMostPictures; cancelled or
/// timed out, files already written stay. Called from any thread.
[[nodiscard]] Result<std::size_t> export_steps(const std::string& path, const std::shared_ptr<const StepSource>& source,
                                               const StepSeries& series, const ExportOptions& options,
                                               const Task& task = {});

}  // namespace stowage
