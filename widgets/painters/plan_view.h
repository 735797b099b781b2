// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/bounds/bounds.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/layout/plan.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// The results a view shows: whole values that nobody changes any more. `plan`, `bounds` and `conflicts` may be null
/// while they are being computed.
struct PlanView {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const std::vector<Lifetime>> lifetimes;
  std::shared_ptr<const Conflicts> conflicts;
  std::shared_ptr<const Plan> plan;
  std::shared_ptr<const Bounds> bounds;
  bool planning = false;  ///< something is still being computed
  bool stale = false;     ///< all of this belongs to a graph that was edited since; its successor is on its way
  /// What the user pinned to compare with: as it was then, perhaps of the graph before edits. Null where nothing is.
  std::shared_ptr<const PlanView> baseline;
};

}  // namespace stowage
