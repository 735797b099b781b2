// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace stowage::executorch {

/// Instructions that may run again: from the destination of a jump back to the jump, both included.
struct InstructionLoop {
  std::uint32_t first, last;
};

/// Joins loops that share an instruction, as nested loops do; ascending.
[[nodiscard]] inline std::vector<InstructionLoop> merged_loops(std::vector<InstructionLoop> loops) {
  std::ranges::sort(loops, {}, &InstructionLoop::first);
  std::vector<InstructionLoop> out;
  for (const InstructionLoop& loop : loops) {
    if (!out.empty() && loop.first <= out.back().last)
      out.back().last = std::max(out.back().last, loop.last);
    else
      out.push_back(loop);
  }
  return out;
}

/// The loop of merged_loops() that contains the instruction, or null. O(log n).
[[nodiscard]] inline const InstructionLoop* loop_around(const std::vector<InstructionLoop>& loops,
                                                        std::uint32_t instruction) {
  const auto after = std::ranges::upper_bound(loops, instruction, {}, &InstructionLoop::first);
  if (after == loops.begin() || (after - 1)->last < instruction) return nullptr;
  return &*(after - 1);
}

}  // namespace stowage::executorch
