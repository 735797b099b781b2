// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string_view>

#include "core/graph/graph.h"

namespace stowage {

/// Calls `visit(body, around)` for each body of the graph's operators, by operator; not for bodies in bodies. `around`
/// has the names of the tensors that the operator consumes or makes: tensors of the body with such a name are these.
template <class Visit>
void for_each_body(const Graph& graph, const Visit& visit) {
  if (!graph.has_bodies()) return;
  for (OperatorId o : graph.operators()) {
    const Loop* const loop = graph.loop(o);
    if (loop == nullptr && graph.branches(o).empty()) continue;
    std::set<std::string_view> around;
    for (const auto tensors : {graph.inputs(o), graph.outputs(o)})
      for (TensorId t : tensors) around.insert(graph.name(t));
    if (loop != nullptr) visit(loop->body, around);
    for (const Branch& branch : graph.branches(o)) visit(branch.body, around);
  }
}

}  // namespace stowage
