// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/insight/analysis/difference.h"

namespace stowage {

/// How the bytes of two plans are grouped. Operators and modules are those of the producer.
enum class GrowthBy : std::uint8_t {
  tensor,
  op,     ///< the kind of operator: "Conv"
  module  ///< all but the last part of the operator's name: "layer1.0" (core/insight/analysis/modules.h)
};

/// The bytes of one tensor, kind of operator or module, before and after.
struct Growth {
  std::string name;       ///< empty: tensors without a producer, or operators without a kind or a module
  bool is_input = false;  ///< tensors without a producer
  Bytes before, after;

  [[nodiscard]] Bytes change() const { return after - before; }
  friend bool operator==(const Growth&, const Growth&) = default;
};

/// Lists how the bytes of some tensors of one graph differ from those of another, largest change first in either
/// direction, ties by name; rows without a change are left out. Tensors are the same where their names are. Sizes are
/// rounded up to each plan's alignment, and views count nothing.
[[nodiscard]] std::vector<Growth> growth(const PlacedPlan& before, std::span<const TensorId> tensors_before,
                                         const PlacedPlan& after, std::span<const TensorId> tensors_after, GrowthBy by);

/// The parts of a footprint, exactly: footprint = peak + gaps.
struct ReviewedPlan {
  Bytes footprint;                ///< that the plan needs
  Bytes peak;                     ///< most bytes alive at one step; the first such step
  Bytes in_place;                 ///< of the tensors alive there, what lies over an input and so is not in `peak`
  std::string peak_at;            ///< the operator of that step; empty where there is none
  std::vector<TensorId> at_peak;  ///< the tensors alive there: their sizes sum to peak + in_place

  /// Bytes beyond the peak: lost between tensors, or kept for other streams.
  [[nodiscard]] Bytes gaps() const { return footprint - peak; }
};

/// Two plans side by side, as for a code review: the parts of the change of the footprint, exactly.
/// after.footprint - before.footprint is the sum of the changes `at_peak[…]` by any of the three, less that of
/// `in_place`, plus that of gaps().
struct PlanReview {
  ReviewedPlan before, after;
  PlanDifference difference;       ///< by the tensors' names
  std::vector<Growth> at_peak[3];  ///< by GrowthBy: of the tensors alive at each plan's peak
};

/// The graphs must be in the orders in which the plans run them. O(tensors + operators), and sorting.
[[nodiscard]] PlanReview review(const PlacedPlan& before, const PlacedPlan& after);

/// Whether a footprint grew by more than `percent` of the old one; any growth from 0 is more.
[[nodiscard]] bool grew_beyond(Bytes before, Bytes after, double percent);

}  // namespace stowage
