// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "app/cli/cli.h"

namespace stowage::cli {

/// The commands of the program that draws.
[[nodiscard]] std::span<const DrawingCommand> drawing_commands();

Action add_render(CLI::App& command);
Action add_report(CLI::App& command);

}  // namespace stowage::cli
