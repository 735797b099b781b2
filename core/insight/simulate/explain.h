// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/insight/simulate/ancestors.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// Why a use of one tensor is over before the other's producer starts: a path of arcs from the use to that producer.
struct UseProof {
  OperatorId use;
  std::vector<PathStep> path;  ///< at least one step
};

/// A moment of an execution.
struct RunEvent {
  enum class Kind { start, finish };
  Kind kind;
  OperatorId op;
  friend bool operator==(const RunEvent&, const RunEvent&) = default;
};

/// The evidence for one pair, enough to check it without trusting this library.
struct Explanation {
  bool safe = false;
  bool same_bytes = false;       ///< safe, since one is a view of the other, or both are views of a third
  std::string branches_of{};     ///< safe, since each run takes one of two branches of this operator; without proofs
  TensorId earlier, later;       ///< safe: every use of `earlier` is over before `later` is made
  std::vector<UseProof> proofs;  ///< safe: one a use of `earlier`; none where one of them is never needed
  /// Unsafe: starts and finishes of operators, in an order that the graph allows, after which both tensors
  /// hold bytes that are still needed.
  std::vector<RunEvent> interleaving;
};

/// `a` and `b` must differ. The uses of a view are those of its owner. O(N + T).
[[nodiscard]] Explanation explain(const Graph& graph, const Conflicts& conflicts, TensorId a, TensorId b);

}  // namespace stowage
