// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/task.h"
#include "core/graph/lifetimes.h"
#include "core/plan/plan.h"

namespace stowage {

/// A graph, the lifetimes of its tensors by TensorId, and a plan of it. Refers to all three.
struct PlacedPlan {
  const Graph& graph;
  std::span<const Lifetime> lifetimes;
  const Plan& plan;
};

/// Where a tensor is, and when. Of size 0 where it needs no memory: never needed, or empty.
struct TensorPlace {
  Offset offset;
  Bytes size;  ///< rounded up to the plan's alignment
  Lifetime life;
  Bytes unrounded;  ///< the tensor's own size
  friend bool operator==(const TensorPlace&, const TensorPlace&) = default;
};
[[nodiscard]] TensorPlace place_of(const PlacedPlan& plan, TensorId t);

/// The change of a tensor's place in memory. A tensor that also moved is `moved`, at any size.
enum class PlaceChange : std::uint8_t {
  kept,     ///< same offset, same size (perhaps needed longer or shorter than before), or no memory in either plan
  moved,    ///< another offset
  resized,  ///< same offset, another size, not only another rounding
  added,    ///< needs memory only in the plan after
  removed,  ///< needed memory only in the plan before
};

/// One tensor in both plans; its id is none in a graph that lacks it.
struct TensorDifference {
  TensorId before, after;
  TensorPlace was, is;
  PlaceChange change = PlaceChange::kept;

  /// Upwards where positive; 0 where it is not in both plans.
  [[nodiscard]] Bytes moved_by() const {
    return was.size.count == 0 || is.size.count == 0 ? Bytes{} : is.offset - was.offset;
  }
  /// The change of its own size: two plans may round the same size differently.
  [[nodiscard]] Bytes size_change() const { return is.unrounded - was.unrounded; }
  friend bool operator==(const TensorDifference&, const TensorDifference&) = default;
};

/// Two plans, of one graph or of a graph before and after edits, tensor by tensor.
struct PlanDifference {
  /// The tensors that are not `kept`: by their id after, then the removed ones by their id before.
  std::vector<TensorDifference> changed;
  std::vector<PlaceChange> change_of;  ///< by TensorId of the graph after
  std::vector<TensorId> before_of;     ///< by TensorId of the graph after: the same tensor before, or none
  std::size_t kept = 0, moved = 0, resized = 0, added = 0, removed = 0;
  Bytes moved_bytes;                 ///< sum of the sizes (after) of those moved
  Bytes added_bytes, removed_bytes;  ///< of those that need memory in one plan only
  Bytes footprint_before, footprint_after;
};

/// Which tensors of two graphs are the same.
enum class SameTensor : std::uint8_t {
  by_edits,  ///< the same id, if both graphs have equally many tensors, as edits leave them; otherwise the same
             ///< name
  by_name
};

/// Compares in O(T).
[[nodiscard]] PlanDifference plan_difference(const PlacedPlan& before, const PlacedPlan& after,
                                             SameTensor same = SameTensor::by_edits);

/// Steps [begin, end) × offsets [low, high) of the plane in which a plan lies; neither empty.
struct SpaceBox {
  std::int64_t low = 0, high = 0;
  std::uint32_t begin = 0, end = 0;
  friend bool operator==(const SpaceBox&, const SpaceBox&) = default;
};

/// The use of a spot of the plane in both plans, by any tensor.
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
/// box lasts as long as its tensor keeps its bytes from others (core/insight/analysis/byte_usage.h), otherwise
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
