// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/graph/graph.h"
#include "core/sharing/permissions.h"

namespace stowage {

/// A graph for which every plan of `graph` is a plan, whichever of the usable pairs that plan uses; so that a lower
/// bound for it holds for all of them. An operator p with usable pairs runs as two, one after the other on its stream:
/// inputs that may be written over are used by the first alone, outputs that may be written over them are made by the
/// second, and the rest of what p uses spans both. What waits for p waits for the second, and what p waits for is
/// before the first.
/// ```
///            p                     p'   p''
///   input  ──┤             input ──┤    ├── output     An input and an output of p may then lie in the same bytes;
///            ├── output    rest  ══╪════╪══            every other pair that conflicts here conflicts in the graph.
/// ```
struct RelaxedGraph {
  Graph graph;
  std::vector<OperatorId> operators;  ///< by operator of this graph: the original operator
};

/// `owners`: the graph without its views (Unled::shorter). Takes each pair k with `used[k]`.
[[nodiscard]] RelaxedGraph relaxed_graph(const Graph& graph, const Graph& owners, const std::vector<bool>& used);

}  // namespace stowage
