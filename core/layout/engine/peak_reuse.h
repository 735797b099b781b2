// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// By tensor: how many of the bytes alive at the peak of the global order belong to tensors that it is safe with, so
/// that it may lie where they lie. O(T·S·log P), for S chains and P tensors at the peak.
[[nodiscard]] std::vector<std::int64_t> reusable_peak_bytes(const LayoutProblem& problem);

/// All blocks: those that may reuse least of the peak first (sum of the members), then the larger, then the lower
/// number. What is alive at the peak comes first and is stacked; what can go in many places waits.
[[nodiscard]] std::vector<std::uint32_t> peak_reuse_order(const LayoutProblem& problem);

}  // namespace stowage
