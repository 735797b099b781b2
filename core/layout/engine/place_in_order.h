// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/layout/engine/sorts.h"
#include "core/plan/plan.h"

namespace stowage {

inline constexpr Bytes kAnyFootprint{std::numeric_limits<std::int64_t>::max()};
[[nodiscard]] inline Error larger_than_asked() {
  return Error::of(Error::Kind::infeasible, "the plan would be larger than asked");
}

/// Places all blocks in a single growing buffer (as Single Object of SOMAS), in the caller's order, which names each
/// block once. infeasible as soon as a block ends above `most`: the plan would be larger.
///
/// Many blocks are placed on two threads. Blocks that have ended by the middle of the time axis and blocks that begin
/// after it do not affect each other; a block across the middle waits for all before it, and all after it wait for the
/// block. So the plan is the same as on one thread.
/// ```
///   order:  a b c d e | X | f g h | Y | …      X, Y: alive in the middle
///   first half: a   c   e       f g
///   second half:  b   d             h
/// ```
[[nodiscard]] Result<std::vector<Offset>> place_in_order(const LayoutProblem& problem,
                                                         std::span<const std::uint32_t> order, Fit fit,
                                                         const Task& task, Bytes most = kAnyFootprint);

}  // namespace stowage
