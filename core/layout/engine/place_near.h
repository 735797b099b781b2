// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/base/task.h"
#include "core/plan/problem.h"

namespace stowage {

/// Places blocks where another plan has them: the larger first, each where this holds beside those before it. Then
/// places the others, the larger first, each as low as it fits. `wanted` and the result are by TensorId; negative for a
/// tensor that the other plan does not have. A group starts where its first tensor that has a place says.
[[nodiscard]] Result<std::vector<Offset>> place_near(const LayoutProblem& problem, std::span<const Offset> wanted,
                                                     const Task& task = {});

}  // namespace stowage
