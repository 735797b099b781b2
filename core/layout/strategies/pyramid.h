// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/layout/strategy.h"

namespace stowage {

/// OLLA's preplacement (Steiner et al., function 5): activations are used backward in the reverse of the order in which
/// they are made, so that each lives within the one before. The longest-lived tensor lies at the bottom, on it the
/// longest-lived of those that live within it, and so on; of equal ones the larger, then the lower id. Tensors of one
/// step are none of them. All of them overlap in time, so that this stack is a plan. One chain without groups.
/// ```
///   ▲                  t
///   │              a2 a2 a2 a2
///   │           a1 a1 a1 a1 a1 a1
///   │        a0 a0 a0 a0 a0 a0 a0 a0
///   └──────────────────────────────▶ steps
/// ```
/// From the bottom up. (The paper's text leaves the bounds of the last tensor looked at; those of the one chosen are
/// meant. Its lifetimes are those of the order, as its prose has it.) O(T log T).
[[nodiscard]] std::vector<TensorId> pyramid(const LayoutProblem& problem);

/// The pyramid at the bottom; the rest largest first, each in the smallest gap that holds it, where the paper asks a
/// solver.
extern const LayoutStrategy kOllaPyramid;

}  // namespace stowage
