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

/// Adds what large models do to all gradients before the updates, in phase "update" too: division by the scale of the
/// loss, and shortening where the norm of all gradients together is too large. Every update then waits for every
/// gradient.
void add_clipping(Program& program);

/// Adds the update of every parameter, in their order, after all other operators: operators of phase "update", as
/// frameworks without fusion run them. Weights and the optimizer's state are overwritten in place. Where weights are
/// tensors of the program, so is the state (kind "state"); otherwise both lie elsewhere. Readers of an overwritten
/// value wait for it by a control edge.
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
/// Control edges order updates too: no weight is overwritten before the backward operators that read it have run.
///
/// Where `decays` is set, Adam adds a part of the weight to u first (one operator and one temporary more), as
/// AdamWeightDecay does.
void add_updates(Program& program, Optimizer optimizer, bool decays = false);

}  // namespace stowage::zoo
