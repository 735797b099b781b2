// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/task.h"
#include "core/insight/analysis/difference.h"

namespace stowage {

/// Steps [begin, end) × offsets [low, high) of the plane in which a plan lies; neither empty.
struct SpaceBox {
  std::int64_t low = 0, high = 0;
  std::uint32_t begin = 0, end = 0;
  friend bool operator==(const SpaceBox&, const SpaceBox&) = default;
};

/// What became of a spot of the plane, whichever tensor is there.
enum class SpaceUse : std::uint8_t {
  unused,  ///< in neither plan
  freed,   ///< only in the plan before
  gained,  ///< only in the plan after
  kept,    ///< in both
};

/// Areas of the plane, in bytes × steps; exact up to 2^53.
struct SpaceChange {
  double freed = 0, gained = 0, kept = 0;
};

/// Lists the boxes of a plan's tensors, by TensorId, without those that need no memory. With `holds` (by TensorId) a
/// box lasts as long as its tensor keeps its bytes from others (core/insight/analysis/blocked_lifetimes.h), otherwise
/// as long as the tensor is alive.
[[nodiscard]] std::vector<SpaceBox> boxes_of(const PlacedPlan& plan, std::span<const Lifetime> holds = {});

/// Measures the areas, on all cores, in O((T + P) log T) for P pieces (see below), or O(T log T) where they are many: a
/// sweep over the steps, which keeps the uses at a step as stretches of offsets, or in a tree over them. Boxes of one
/// plan may overlap, as they do in a wrong plan. Fails only when stopped.
/// ```
///   before   a a b b . .
///   after    . . b b c c        one step, offsets from left to right
///   use      f f k k g g        freed, kept, gained
/// ```
[[nodiscard]] Result<SpaceChange> space_change(std::span<const SpaceBox> before, std::span<const SpaceBox> after,
                                               const Task& task = {});

/// A rectangle of one use.
struct SpacePiece {
  SpaceBox box;
  SpaceUse use = SpaceUse::unused;
};

/// Cuts the plane into disjoint rectangles, each freed, gained or kept; unused parts are in none. None where there are
/// more than `most`. O((T + P) log T) for P pieces.
[[nodiscard]] std::optional<std::vector<SpacePiece>> space_pieces(std::span<const SpaceBox> before,
                                                                  std::span<const SpaceBox> after, std::size_t most);

}  // namespace stowage
