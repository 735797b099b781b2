// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/graph/graph.h"

namespace stowage {

/// From the second iteration on, `into` holds at its start what `from` held at the end of the one before.
struct Carry {
  TensorId into;  ///< of the body; nothing produces it: its value of the first iteration comes from outside
  TensorId from;  ///< of the body; may itself be one that is carried into
  friend bool operator==(const Carry&, const Carry&) = default;
};

/// The body of an operator that is a loop, which runs again and again. Operators of the body may be loops too.
///
/// A body tensor without producer into which nothing is carried is read-only and holds the same value in every
/// iteration. Where the operator consumes an outside tensor of the same id, the two *are* one tensor. Likewise, the
/// first value of a tensor that is carried into lies where the operator finds the outside tensor of the same id.
struct Loop {
  Graph body;
  std::vector<Carry> carry;  ///< at most one into each tensor
};

}  // namespace stowage
