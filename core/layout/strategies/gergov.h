// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/layout/strategy.h"

namespace stowage {

/// The first half of Gergov's algorithm: where tensors would lie if a few of them were allowed to overlap, and colours
/// that tell those apart.
struct GergovHeights {
  std::vector<std::int64_t> height;   ///< by TensorId; 0 of one that occupies nothing
  std::vector<std::uint32_t> colour;  ///< by TensorId; unsafe tensors of one colour do not overlap
  std::int64_t top = 0;               ///< the largest end; at most the most bytes alive at one step
  std::uint32_t colours = 0;          ///< at most 3
};
/// One chain and no groups; O(T log T).
[[nodiscard]] Result<GergovHeights> gergov_heights(const LayoutProblem& problem, const Task& task = {});

/// Gergov, "Algorithms for Compile-Time Memory Optimization" (1999): one copy of the heights for each colour, on top of
/// each other, hence at most three times the most bytes alive at one step (where no tensor has an alignment of its
/// own); then each tensor, from the lowest up, drops to the lowest place that is free.
extern const LayoutStrategy kGergov;

}  // namespace stowage
