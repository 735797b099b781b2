// SPDX-License-Identifier: Apache-2.0
#include "core/insight/bodies/count.h"

#include <algorithm>

#include "core/graph/bodies.h"

namespace stowage {

BodyCounts count_bodies(const Graph& graph) {
  BodyCounts out;
  for_each_body(graph, [&](const Graph& body, const auto& around) {
    const BodyCounts inner = count_bodies(body);
    out.bodies += 1 + inner.bodies;
    out.operators += body.operator_count() + inner.operators;
    out.tensors += inner.tensors;
    for (TensorId t : body.tensors()) out.tensors += !around.contains(body.name(t));
    out.depth = std::max(out.depth, 1 + inner.depth);
  });
  return out;
}

}  // namespace stowage
