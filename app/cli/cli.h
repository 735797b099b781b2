// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stowage::cli {

/// Runs `stowage-cli`; returns its exit code: 0 fine, 1 the answer is "no", 2 bad usage, 3 bad input, 4 cancelled or
/// timed out without an answer.
int run(int argc, char** argv);

}  // namespace stowage::cli
