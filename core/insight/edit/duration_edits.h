// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/graph/edited.h"
#include "core/insight/edit/factor.h"

// Edits of durations. No operator may pass kMaxDuration, nor all together reach kMaxTotalDuration.
namespace stowage {

/// Each takes this long; 0 ns takes away what is known. A person's own figure is Duration::From::unsaid: it was neither
/// measured nor worked out.
[[nodiscard]] Result<EditedGraph> set_durations(const Graph& graph, std::span<const OperatorId> operators,
                                                Duration duration);

/// Durations times the factor, rounded to whole nanoseconds but never to 0, from where they were. What is unknown stays
/// so.
[[nodiscard]] Result<EditedGraph> scale_durations(const Graph& graph, std::span<const OperatorId> operators,
                                                  Factor factor);
[[nodiscard]] Result<EditedGraph> scale_all_durations(const Graph& graph, Factor factor);

}  // namespace stowage
