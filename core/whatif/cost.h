// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/layout/strategy.h"
#include "core/plan/bounds.h"

namespace stowage {

/// What a graph costs in memory.
struct Cost {
  Bytes bound;                               ///< the best lower bound, that of the heaviest clique included
  Bytes footprint;                           ///< of the best plan that was really made
  const LayoutStrategy* strategy = nullptr;  ///< that made it, the first of equals

  friend bool operator==(const Cost&, const Cost&) = default;
};

/// The bounds of a graph, its heaviest clique included. Fails as Conflicts and LayoutProblem do.
[[nodiscard]] Result<Bounds> bounds_of(const Graph& graph, Bytes alignment, const Task& task = {});

/// The bound and the best footprint of the standard strategies. The plan of `bound`'s size needs no rival, so the
/// strategies after it in the table are not tried. One core.
[[nodiscard]] Result<Cost> cost_of(const Graph& graph, Bytes alignment, const Task& task = {});

}  // namespace stowage
