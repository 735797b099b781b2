// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "app/cli/command.h"

namespace stowage::cli {

/// A command of the table (app/cli/command.h) that draws, with its options.
struct DrawingCommand {
  const char* name;
  Action (*add)(CLI::App& command);
};

/// Runs `stowage-cli`. Without the commands that draw, these are left to the program stowage-draw, which has them all
/// and is found beside this one or in ../libexec/stowage: most commands need no picture, and begin in half the time
/// without the libraries that draw one. Returns its exit code: 0 fine, 1 the answer is "no", 2 bad usage, 3 bad input,
/// 4 cancelled or timed out without an answer.
int run(int argc, char** argv, std::span<const DrawingCommand> drawing = {});

}  // namespace stowage::cli
