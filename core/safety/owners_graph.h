// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// A graph with views as an ordinary one, with the same operators and tensors: a view has size 0, and its owner is used
/// by all who use any tensor in its bytes, and is an output if one of these is. So the owners alone are to be placed.
struct OwnersGraph {
  Graph graph;                    ///< without views and in-place pairs
  std::vector<TensorId> inexact;  ///< owners, ascending: see owners_graph()
};

/// How bytes are taken that no producer begins: where two operators write parts of them and neither leads to the other,
/// or where somebody uses them whom no path from the producer leads to.
enum class Unled {
  longer,   ///< from an operator on that leads to all of these, or from the start: no plan for it is unsafe
  shorter,  ///< as if the owner had no views: what is bound to be in conflict for it, is
};

/// O(T + N + arcs); where bytes are inexact, also that of ChainReachability.
[[nodiscard]] Result<OwnersGraph> owners_graph(const Graph& graph, Unled unled, const Task& task = {});

}  // namespace stowage
