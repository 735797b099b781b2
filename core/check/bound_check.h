// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

/// Replays the certificate of a plan's bound: what `plan.bound_tensors` alone need in every plan of the graph with the
/// plan's alignment, order and streams. 0 where there is no certificate. The bound is proved where this is no less.
///
/// Any two of these tensors must be of one group, or neither may be over when the other begins, nor be written over it.
/// So they lie one above the other, and need at least the sum of their sizes, and besides:
/// - the bytes of holes that none of them can use. A **hole** lies between two of them in a group: members of the group
///   that are not among them. It is filled by those that fit among members of the hole which they may share bytes with,
///   as far as some of their sizes add up (up to a million times their common divisor). Of the holes of several groups,
///   those count that waste most, unless some of one group would fit into the hole of another; none where there are too
///   many to look into;
/// - or, if that is more, the bytes between tensors that are aligned to the largest alignment among them, but for the
///   topmost, as far as the others do not fill them: each reaches into one such gap at most.
///
/// Shares no code with core/plan and core/safety. bad_input names two tensors that may share bytes, or says why the
/// plan's sequence is not an order of the graph; too_large where there are too many pairs to look at, or where sums of
/// sizes overflow.
[[nodiscard]] Result<Bytes> proved_bound(const Graph& graph, const Plan& plan, const Task& task = {});

}  // namespace stowage
