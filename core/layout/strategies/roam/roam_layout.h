// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategy.h"

namespace stowage {

/// ROAM's layout (Shu et al., section IV-B): the leaves of the subgraph tree are planned one by one, and put on top of
/// each other.
/// ```
///   offset            ┌──┐ temporaries of leaf 1          What a leaf keeps until its way back lies at its bottom, so
///               ┌─────┴──┴──────┐    ┌──┐ of leaf 0       that leaves stack without holes; the outermost lies lowest,
///               │ activations 1 │  ┌─┴──┴┐                as it lives longest. Its temporaries of the way back take
///          ┌────┴───────────────┴──┴─────┴──┐             the place that the leaves above it have left.
///          │         activations 0          │
///          └────────────────────────────────┘ step
/// ```
/// Temporaries that overlap then are moved. Concatenation is a heuristic: where it does not reach the bound, the whole
/// is planned directly too (by `search`, of 8,000 to 100,000 iterations, fewer for more tensors, if none are asked
/// for), and the smaller plan is the answer.
extern const LayoutStrategy kRoamLayout;

}  // namespace stowage
