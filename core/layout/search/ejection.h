// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// Repairs a valid plan until it fits into a capacity, with any unsafe relation, groups and alignments; most tensors
/// stay where they are. None where it finds no such plan with about `looks` looks for a place of a block, or is
/// stopped; that proves nothing. (After the ejection pools of Nagata and Bräysy, who made them for routes of vehicles.)
///
/// Blocks that end above the capacity leave the plan for a *pool*. One block of it at a time goes in again: at a free
/// place, or where the blocks in its way matter least. These are ejected; they take another free place, or the pool.
/// ```
///   capacity ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈    how much a block matters: the more, the larger it
///            ▒▒▒▒▒▒▒▒▒   ▓▓▓▓▓▓▓▓      is and the oftener it was in the pool; so what is
///            ▒▒▒ x ▒▒▒ ← ▓ pool ▓      hard to place is less and less often ejected
/// ```
/// Pairs are not listed: a look asks for the unsafe row of a few tensors, and sorts their neighbours. Offsets by
/// TensorId.
[[nodiscard]] std::optional<std::vector<Offset>> repaired(const LayoutProblem& problem, std::span<const Offset> start,
                                                          Bytes capacity, std::uint64_t looks, const Task& task = {},
                                                          std::uint64_t seed = 0);

/// Repairs a valid plan to the bound, the middle between it and the footprint, and so on to the smallest gain; a
/// quarter of the looks each. Returns the smallest plan.
[[nodiscard]] std::vector<Offset> shrunk(const LayoutProblem& problem, std::span<const Offset> start, Bytes bound,
                                         std::uint64_t looks, const Task& task, std::uint64_t seed);

}  // namespace stowage
