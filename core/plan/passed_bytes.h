// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/block_problem.h"

namespace stowage {

/// Bytes of a tensor that the outputs of an operator take over. The operator comes after all uses of the tensor.
struct PassedBytes {
  TensorId from;
  OperatorId to;
  std::int64_t bytes = 0;
};

/// Lets the operators, in the global order, take over free bytes: first those that the fewest operators still ahead
/// could take instead. No byte is given or taken twice, and close to as many as possible are passed, on graphs with a
/// single chain exactly as many. Nothing where the task was stopped. Time and memory O(tensors · chains), and a
/// logarithm of time for the bytes that wait.
[[nodiscard]] std::optional<std::vector<PassedBytes>> pass_bytes(const BlockProblem& problem, const Task& task);

}  // namespace stowage
