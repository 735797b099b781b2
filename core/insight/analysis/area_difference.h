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

/// What became of a spot of that plane, whichever tensor is there.
enum class SpaceUse : std::uint8_t {
  unused,  ///< in neither plan
  freed,   ///< only in the plan before
  gained,  ///< only in the plan after
  kept,    ///< in both
};

/// How much of the plane, in bytes × steps; exact up to 2^53.
struct SpaceChange {
  double freed = 0, gained = 0, kept = 0;
};

/// The boxes of a plan's tensors, by TensorId; those that need no memory are left out. With `holds` (by TensorId) each
/// lasts as long as its tensor keeps its bytes from others (core/insight/analysis/blocked_lifetimes.h), else as long as
/// that is alive.
[[nodiscard]] std::vector<SpaceBox> boxes_of(const PlacedPlan& plan, std::span<const Lifetime> holds = {});

/// Measures the areas, on all cores, in O((T + P) log T) for P pieces (see below), or O(T log T) where those are many:
/// a sweep over the steps, with what is used at a step kept as stretches of offsets, or in a tree over them. Boxes of
/// one plan may overlap, as they do in a wrong one. Fails only when stopped.
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

/// The plane cut into rectangles that do not overlap, each freed, gained or kept; what is unused is in none. Takes
/// O((T + P) log T) for P pieces; none where there are more than `most`.
[[nodiscard]] std::optional<std::vector<SpacePiece>> space_pieces(std::span<const SpaceBox> before,
                                                                  std::span<const SpaceBox> after, std::size_t most);

}  // namespace stowage
