// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/interval.h"

namespace stowage {

/// A place at which a planner looked for the block at hand.
struct ExaminedPlace {
  std::uint32_t object = 0;  ///< in order of creation; 0 for a single object
  std::int64_t start = 0;    ///< the first start there, rounded up to the block's step
  std::int64_t starts = 0;   ///< from it up to the last start there, at most up to FreeStarts::kEnd; ≤ 0: none
  bool taken = false;        ///< becomes the choice, in place of the one before

  friend bool operator==(const ExaminedPlace&, const ExaminedPlace&) = default;
};

/// Gets the decisions of a running planner, on its thread, for each block in this order: `looking`, `examined` any
/// number of times and `opened` at most once, all three only for a block that keeps bytes from others; then `placed`.
class PlacementObserver {
 public:
  virtual ~PlacementObserver() = default;
  /// The space that the placed tensors leave free to block `b`, ascending, never touching, up to FreeStarts::kEnd:
  /// *addresses* for a tensor alone, *starts* for a group. Stretches shorter than the block are included.
  virtual void looking(std::uint32_t b, std::span<const Interval> free) = 0;
  virtual void examined(const ExaminedPlace& place) = 0;
  /// None of the objects had a place: another was put on top of them.
  virtual void opened(Interval object) = 0;
  /// False ends the run; the tensors of all blocks to come are then left at offset 0.
  [[nodiscard]] virtual bool placed(std::uint32_t b, std::int64_t start) = 0;
};

/// Stands in for an observer where there is none: costs nothing.
struct Unobserved {
  static constexpr bool kActive = false;
  void examined(const ExaminedPlace& /*place*/) const {}
  void opened(Interval /*object*/) const {}
  [[nodiscard]] bool placed(std::uint32_t /*b*/, std::int64_t /*start*/) const { return true; }
};

/// Passes everything on to an observer.
struct Observed {
  static constexpr bool kActive = true;
  PlacementObserver* observer;
  void examined(const ExaminedPlace& place) const { observer->examined(place); }
  void opened(Interval object) const { observer->opened(object); }
  [[nodiscard]] bool placed(std::uint32_t b, std::int64_t start) const { return observer->placed(b, start); }
};

}  // namespace stowage
