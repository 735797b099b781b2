// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/zoo/program.h"

namespace stowage::zoo {

enum class Optimizer : std::uint8_t {
  none,  ///< gradients are the results of the step
  sgd,   ///< w ← w − η·g: one operator a parameter, without momentum
  adam,  ///< a chain of arithmetic a parameter
};

/// What large models do to all gradients before the updates, in phase "update" too: divides them by the scale that
/// their loss had, and shortens them where the norm of all together is too large. Every update then waits for every
/// gradient.
void add_clipping(Program& program);

/// Adds the update of every parameter, in their order, after all that is there: operators of phase "update", as
/// frameworks run them that do not fuse. Weights and the optimizer's state are overwritten in place. Where weights are
/// tensors of the program, so is the state (kind "state"); else both lie elsewhere, and what waits for an overwritten
/// value is told by a control edge.
///
/// Adam (Kingma and Ba 2015, algorithm 1; as PyTorch steps one tensor after the other), with bias corrections as
/// numbers:
/// ```
/// d  = g − m      s  = d·(1−β₁)    m ← m + s
/// q  = g·g        r  = q·(1−β₂)    v ← v·β₂ + r
/// h  = √v         c  = h / √(1−β₂ᵗ)   e = c + ε
/// u  = m / e      t  = u·η/(1−β₁ᵗ)    w ← w − t
/// ```
/// Twelve operators and nine temporaries of the parameter's size: alone, with its gradient, the chain needs three times
/// that size (ROAM, figure 6).
///
/// Data is not all that orders an update: no weight is overwritten before the backward operators that read it ran.
///
/// Where `decays` is set, Adam adds a part of the weight to u first (one operator and one temporary more), as
/// AdamWeightDecay does.
void add_updates(Program& program, Optimizer optimizer, bool decays = false);

}  // namespace stowage::zoo
