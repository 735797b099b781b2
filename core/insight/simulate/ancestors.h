// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/graph/graph.h"

namespace stowage {

/// One arc of happens-before.
struct PathStep {
  enum class Kind { data, control, stream };
  Kind kind;
  OperatorId from, to;
  TensorId tensor;  ///< the tensor carried, for data
};

/// Searches backward from operators, breadth first: finds their ancestors, and a shortest path from each. O(N + A) in
/// all; of paths of the same length always the same one. Refers to the graph.
class Ancestors {
 public:
  explicit Ancestors(const Graph& graph);

  /// Adds all ancestors of `target` that are not there yet.
  void add(OperatorId target);

  [[nodiscard]] bool contains(OperatorId o) const { return o.valid() && step_[o.index()].to.valid(); }

  /// The path from an ancestor to `target`, which must be the only target added.
  [[nodiscard]] std::vector<PathStep> path(OperatorId from, OperatorId target) const;

 private:
  const Graph& graph_;
  Csr<OperatorId> control_;     // predecessors
  std::vector<PathStep> step_;  // by operator: the first step of its path
};

/// Finds what makes a sync redundant: a shortest way from its first operator to its second over data, local orders of
/// streams and syncs, without the sync itself (or one copy, of several). Returns the operators of the way, both ends
/// included; empty where there is no way, or where more than `most` steps of the global order lie between: a way never
/// leaves these steps. O(arcs out of the operators between).
[[nodiscard]] std::vector<OperatorId> detour(const Graph& graph, const ControlEdge& sync, std::size_t most = 100'000);

}  // namespace stowage
