// SPDX-License-Identifier: Apache-2.0
#include "core/insight/bodies/count.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace stowage {

BodyCounts count_bodies(const Graph& graph) {
  BodyCounts out;
  if (!graph.has_bodies()) return out;
  for (OperatorId o : graph.operators()) {
    std::set<std::string_view> around;
    const auto add = [&](const Graph& body) {
      if (around.empty())
        for (const auto list : {graph.inputs(o), graph.outputs(o)})
          for (TensorId t : list) around.insert(graph.name(t));
      const BodyCounts inner = count_bodies(body);
      out.bodies += 1 + inner.bodies;
      out.operators += body.operator_count() + inner.operators;
      out.tensors += inner.tensors;
      for (TensorId t : body.tensors()) out.tensors += !around.contains(body.name(t));
      out.depth = std::max(out.depth, 1 + inner.depth);
    };
    if (const Loop* loop = graph.loop(o)) add(loop->body);
    for (const Branch& branch : graph.branches(o)) add(branch.body);
  }
  return out;
}

}  // namespace stowage
