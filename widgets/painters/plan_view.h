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
};

}  // namespace stowage
