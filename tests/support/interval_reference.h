// SPDX-License-Identifier: Apache-2.0
// The planners of lifetimes on one line by the words of their papers, in the plainest way; they share nothing with
// core.
#pragma once

#include <cstdint>
#include <vector>

#include "core/plan/problem.h"
#include "tests/support/graphs.h"

namespace stowage::test {

using Intervals = std::vector<IntervalRow>;

/// Rows of sizes and lifetimes at random, some alike.
[[nodiscard]] Intervals random_intervals(std::uint64_t seed, std::size_t most_rows = 24, bool equal_sizes = false);

/// Most bytes alive at one step.
[[nodiscard]] std::int64_t load_of(const Intervals& rows);

/// Offsets by row.
[[nodiscard]] std::vector<std::int64_t> reference_bump_reset(const Intervals& rows);
[[nodiscard]] std::vector<std::int64_t> reference_greedy_by_size(const Intervals& rows);
[[nodiscard]] std::vector<std::int64_t> reference_llfb(const Intervals& rows);
/// The heights of Gergov's first phase, by row.
[[nodiscard]] std::vector<std::int64_t> reference_gergov_heights(const Intervals& rows);

}  // namespace stowage::test
