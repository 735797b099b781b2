// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <QString>

#include "core/graph/graph.h"

namespace stowage {

/// What implies a redundant sync; long ways are shortened in their middle. Both are empty where it is too far to look
/// for.
struct SyncWay {
  QString whole;    ///< from end to end: "a → b → c"
  QString through;  ///< what lies between: "b"; or that it is nothing but another arc between the two
};

/// Looks at up to `most` steps between the two: where they are many, that is work for the background.
[[nodiscard]] SyncWay implied_by(const Graph& graph, const ControlEdge& sync, std::size_t most = 100'000);

}  // namespace stowage
