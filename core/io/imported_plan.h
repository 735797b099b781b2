// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

/// A plan that came with its graph: these offsets, by tensor, as another program decided them.
[[nodiscard]] inline Plan imported_plan(const Graph& graph, std::vector<Offset> offsets) {
  Plan plan;
  plan.graph = graph.name();
  plan.strategy = "imported";
  plan.offsets = std::move(offsets);
  for (TensorId t : graph.tensors())
    if (graph.size(t) > Bytes{})
      plan.footprint = std::max(plan.footprint, plan.offsets[t.index()] + graph.size(t) - Offset{});
  return plan;
}

}  // namespace stowage
