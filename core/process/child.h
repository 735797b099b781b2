// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/task.h"

namespace stowage {

/// A program to be run to its end.
struct ChildProgram {
  std::vector<std::string> words;  ///< the program (searched for in PATH unless it has a slash) and its arguments
  std::string folder;              ///< where it runs
  std::size_t output_kept = 256 << 10;
};

/// How a child program ended.
struct ChildEnd {
  int code = 0;        ///< what it returned, where it was not killed
  int signal = 0;      ///< what killed it, or 0
  std::string output;  ///< the last `output_kept` bytes of what it wrote to stdout and stderr
};

/// Runs a program in a process group of its own, without input and with none of our open files. When the task says
/// stop, kills the whole group within some 10 ms. In every case nothing of the group outlives the call, nor this
/// program if it is killed.
/// bad_input with the system's reason where the program does not start; otherwise only cancelled or timed_out.
[[nodiscard]] Result<ChildEnd> run_child_program(const ChildProgram& program, const Task& task);

}  // namespace stowage
