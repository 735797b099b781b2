// SPDX-License-Identifier: Apache-2.0
#include "app/cli/drawing/commands.h"

namespace stowage::cli {

std::span<const DrawingCommand> drawing_commands() {
  static constexpr DrawingCommand kTable[] = {{"render", add_render}, {"report", add_report}};
  return kTable;
}

}  // namespace stowage::cli
