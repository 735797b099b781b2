// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// A graph with views as an ordinary one, with the same operators and tensors: a view has size 0. Its owner has all
/// uses of the tensors in its bytes, and is an output if one of these is. Only the owners are to be placed.
struct OwnersGraph {
  Graph graph;                    ///< without views and in-place pairs
  std::vector<TensorId> inexact;  ///< owners, ascending, to which Unled applies
};

/// How to treat bytes that no producer begins: where two operators write parts of them and neither leads to the other,
/// or where no path from the producer leads to an operator that uses them.
enum class Unled {
  longer,   ///< needed from an operator that leads to all of these, or from the start: no plan is unsafe
  shorter,  ///< as if the owner had no views: every conflict found is one in the graph
};

/// O(T + N + arcs); where bytes are inexact, also that of ChainReachability.
[[nodiscard]] Result<OwnersGraph> owners_graph(const Graph& graph, Unled unled, const Task& task = {});

}  // namespace stowage
