// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// A graph with views as an ordinary one, with the same operators and tensors: a view has size 0. Its owner has all
/// uses of the tensors in its bytes, and is an output if one of these is. Only the owners are to be placed.
struct OwnersGraph {
  Graph graph;  ///< without views and in-place pairs
  /// Owners, ascending, of bytes that no producer begins: two operators write parts of them and neither leads to the
  /// other, or no path from the producer leads to an operator that uses them. They are needed from an operator that
  /// leads to all of these, or from the start, so that no plan is unsafe.
  std::vector<TensorId> inexact;
};

/// O(T + N + arcs); where bytes are inexact, also that of ChainReachability.
[[nodiscard]] Result<OwnersGraph> owners_graph(const Graph& graph, const Task& task = {});

}  // namespace stowage
