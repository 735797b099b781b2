// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <QString>

#include "core/graph/graph.h"

namespace stowage {

/// What implies a redundant sync, from end to end: "a → b → c"; long ways are shortened in their middle. Empty where it
/// is too far to look for: more than `most` steps.
[[nodiscard]] QString implied_by(const Graph& graph, const ControlEdge& sync, std::size_t most = 100'000);
/// Only what lies between: "b"; or that it is nothing but another arc between the two.
[[nodiscard]] QString implied_through(const Graph& graph, const ControlEdge& sync, std::size_t most);

}  // namespace stowage
