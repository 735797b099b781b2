// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/bounds.h"

namespace stowage {

/// A clique that needs more than `start` because of groups or alignments of tensors, or else `start`. Two tensors of
/// one group never share a byte either, and between two members of a group that are in the clique lies a **hole**:
/// members of the group that are not in the clique. Tensors of the clique fill a hole only as far as they are safe with
/// its members, and as their sizes add up.
/// ```
///   group   ┌─ in the clique ─┬─ not in it: a hole ─┬─ in the clique ─┐
///                             ├─ filler ─┤░ wasted ░│                       weight = sizes + wasted bytes
/// ```
/// In the same way, bytes are wasted between tensors with an alignment of their own.
///
/// Local search over cliques (one tensor enters, and those leave that may share bytes with it; tabu), limited by work:
/// about a tenth of a second at most. `start` must be a clique of the problem.
[[nodiscard]] Clique clique_with_groups(const BlockProblem& problem, const Clique& start, const Task& task = {});

/// Whether there are groups or alignments that may make a clique need more.
[[nodiscard]] bool may_waste_bytes(const BlockProblem& problem);

/// The heaviest clique, or one that needs more still.
[[nodiscard]] Result<Clique> best_clique(const BlockProblem& problem, const Task& task = {});

/// Adds both cliques to the bounds.
[[nodiscard]] Result<void> add_cliques(const BlockProblem& problem, Bounds& bounds, const Task& task = {});

}  // namespace stowage
