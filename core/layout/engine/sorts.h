// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// In which order blocks are placed (Lamprou et al., section 4.1, extended from tensors to blocks).
enum class Sort {
  breadth,  ///< most bytes alive while a member's producer runs, first
  size,     ///< largest first
  source,   ///< earliest producer of a member first
  unsafe,   ///< most unsafe partners of its members outside the block, in sum, first
};

/// What blocks are sorted by, in its own unit: bytes alive (breadth), bytes of the block (size), a step of the global
/// order (source), or a number of partners (unsafe).
[[nodiscard]] std::vector<std::int64_t> sort_keys(const LayoutProblem& problem, Sort sort);

/// All blocks in the order of `sort`; ties go to the larger block (not for source), then to the lower number.
[[nodiscard]] std::vector<std::uint32_t> block_order(const LayoutProblem& problem, Sort sort);

}  // namespace stowage
