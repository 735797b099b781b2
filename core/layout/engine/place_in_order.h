// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/plan/plan.h"
#include "core/plan/problem.h"

namespace stowage {

/// The place that a block takes, of all places where it fits (Lamprou et al., Algorithms 11 and 12).
enum class Fit {
  best,   ///< smallest gap, then lowest offset
  first,  ///< lowest offset
};

/// In which order blocks are placed (Lamprou et al., section 4.1, extended from tensors to blocks).
enum class Sort {
  breadth,          ///< most bytes alive while a member's producer runs, first
  size,             ///< largest first
  source,           ///< earliest producer of a member first
  unsafe,           ///< most unsafe partners of its members outside the block, in sum, first
  size_then_begin,  ///< largest first; of equals the block that begins first, then the block that ends first
};

/// The sort keys of the blocks, in the unit of the sort: bytes alive (breadth), bytes of the block (size and
/// size_then_begin), a step of the global order (source), or a number of partners (unsafe).
[[nodiscard]] std::vector<std::int64_t> sort_keys(const LayoutProblem& problem, Sort sort);

/// All blocks in the order of `sort`; ties go to the larger block (not for source), then as the sort says, then to the
/// lower number.
[[nodiscard]] std::vector<std::uint32_t> block_order(const LayoutProblem& problem, Sort sort);

/// By tensor: how many of the bytes alive at the peak of the global order belong to tensors that it is safe with, so
/// that it may lie where they lie. O(T·S·log P), for S chains and P tensors at the peak.
[[nodiscard]] std::vector<std::int64_t> reusable_peak_bytes(const LayoutProblem& problem);

/// All blocks: the blocks that may reuse least of the peak first (sum of the members), then the larger, then the lower
/// number. Blocks alive at the peak come first and are stacked; blocks that can go in many places wait.
[[nodiscard]] std::vector<std::uint32_t> peak_reuse_order(const LayoutProblem& problem);

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

/// Places blocks where another plan has them: the larger first, each where this holds beside those before it. Then
/// places the others, the larger first, each as low as it fits. `wanted` and the result are by TensorId; negative for a
/// tensor that the other plan does not have. A group starts where its first tensor that has a place says.
[[nodiscard]] Result<std::vector<Offset>> place_near(const LayoutProblem& problem, std::span<const Offset> wanted,
                                                     const Task& task);

}  // namespace stowage
