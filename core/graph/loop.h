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

/// What an operator that is a loop runs again and again. Operators of the body may be loops too.
///
/// A tensor of the body without producer that nothing is carried into is read-only and holds the same value in every
/// iteration. Where the operator consumes a tensor of the same id outside, that one *is* it; and the first value of a
/// tensor that is carried into lies, likewise, where the operator finds the tensor of the same id.
struct Loop {
  Graph body;
  std::vector<Carry> carry;  ///< at most one into each tensor
};

}  // namespace stowage
