// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stowage::cli {

/// Runs `stowage-cli` without the commands that draw. These are left to the program stowage-draw, which has all
/// commands and is found beside this one or in ../libexec/stowage: most commands need no picture, and begin in half the
/// time without the libraries that draw one. Returns its exit code: 0 fine, 1 the answer is "no", 2 bad usage, 3 bad
/// input, 4 cancelled or timed out without an answer.
int run(int argc, char** argv);

/// The same with all commands, as stowage-draw runs them; of the library stowage_cli_drawing.
int run_drawing(int argc, char** argv);

}  // namespace stowage::cli
