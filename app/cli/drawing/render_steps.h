// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/command.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

namespace stowage::cli {

/// The options of `render` that draw the steps of a planner.
struct StepOptions {
  std::string strategy;  ///< empty: no steps are drawn
  std::string blocks;    ///< "3-12", or empty for all
  bool every_step = false;
  std::optional<std::uint64_t> alignment;

  void add_to(CLI::App& command);
};

/// Records the planner on the graph of `view` (with its lifetimes and conflicts) and writes the pictures. `alignment`
/// stands in where the options have none.
[[nodiscard]] Result<ExitCode> render_steps(const StepOptions& options, Bytes alignment, const PlanView& view,
                                            ColorBy by, const std::string& output, const FigureOptions& page,
                                            const Task& task);

}  // namespace stowage::cli
