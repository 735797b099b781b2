// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/graph/lifetimes.h"
#include "core/plan/plan.h"

namespace stowage {

/// A plan with what it belongs to: lifetimes and offsets by TensorId of the graph. Refers to all three.
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

/// What became of a tensor's place in memory. A tensor that also moved is `moved`, at any size.
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
  /// The tensors that are not `kept`: by their id after, then those removed by their id before.
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
  by_edits,  ///< those of the same id, if both graphs have equally many, as edits leave them; else those of the same
             ///< name
  by_name
};

/// Compares in O(T).
[[nodiscard]] PlanDifference plan_difference(const PlacedPlan& before, const PlacedPlan& after,
                                             SameTensor same = SameTensor::by_edits);

}  // namespace stowage
