// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/graph/graph.h"

namespace stowage {

/// The operators in the order in which they run: the global order, or `sequence` (names of all operators) where that is
/// not empty. bad_input where the sequence does not name each once, or runs one before what it waits for; the reason
/// names both, and the tensor or control edge between them.
[[nodiscard]] Result<std::vector<OperatorId>> running_order(const Graph& graph,
                                                            const std::vector<std::string>& sequence);

}  // namespace stowage
