// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/graph/edited.h"
#include "core/insight/edit/factor.h"

// Edits of durations. No operator may pass kMaxDuration, nor all together reach kMaxTotalDuration.
namespace stowage {

/// Sets the duration of each; 0 ns removes a known one. The origin of a person's own figure is Duration::From::unsaid:
/// it was neither measured nor worked out.
[[nodiscard]] Result<EditedGraph> set_durations(const Graph& graph, std::span<const OperatorId> operators,
                                                Duration duration);

/// Multiplies durations by the factor, rounded to whole nanoseconds but never to 0; they keep their origin. Unknown
/// durations stay unknown.
[[nodiscard]] Result<EditedGraph> scale_durations(const Graph& graph, std::span<const OperatorId> operators,
                                                  Factor factor);
[[nodiscard]] Result<EditedGraph> scale_all_durations(const Graph& graph, Factor factor);

}  // namespace stowage
