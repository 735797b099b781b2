// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/error.h"
#include "core/base/id.h"
#include "core/graph/graph.h"

namespace stowage {

/// A graph after an edit. Tensors and groups of the graph before keep their ids unless the edit says otherwise;
/// operators are renumbered where the edit changed the global order.
///
/// Every function of this folder has the form `Result<EditedGraph> f(const Graph&, …)`: it returns a new graph, keeps
/// everything it was not asked to change (unknown keys of the file included), and refuses what would make no graph
/// with bad_input and the reason, naming the cycle an edge would close. What would change nothing is refused too, so
/// that every step of a history is one. The time is that of a copy and of deriving what depends on the change: linear.
struct EditedGraph {
  Graph graph;
  std::vector<OperatorId> operators;  ///< by OperatorId of the graph before: its id now; empty where none changed
};

}  // namespace stowage
