// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/csr.h"
#include "core/graph/graph.h"

namespace stowage::roam {

/// What each operator waits for and what waits for it: data arcs and control edges, not the streams. By OperatorId;
/// repeats are kept.
struct Arcs {
  Csr<OperatorId> successors, predecessors;

  explicit Arcs(const Graph& graph);
};

}  // namespace stowage::roam
