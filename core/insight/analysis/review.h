// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/insight/analysis/difference.h"

namespace stowage {

/// What the bytes of two plans are put down to. Operators and modules are those of the producer.
enum class GrowthBy : std::uint8_t {
  tensor,
  op,     ///< the kind of operator: "Conv"
  module  ///< all but the last part of the operator's name: "layer1.0" (core/graph/modules.h)
};

/// The bytes of one tensor, kind of operator or module, before and after.
struct Growth {
  std::string name;       ///< empty: tensors that nobody makes, or operators without a kind or a module
  bool is_input = false;  ///< tensors that nobody makes
  Bytes before, after;
  std::size_t tensors_before = 0, tensors_after = 0;

  [[nodiscard]] Bytes change() const { return after - before; }
  friend bool operator==(const Growth&, const Growth&) = default;
};

/// What differs between the bytes of some tensors of one graph and those of another, largest change first whichever its
/// sign, ties by name; what has as many bytes as before is left out. Tensors are the same where their names are. Sizes
/// are rounded up to each plan's alignment, and views count nothing.
[[nodiscard]] std::vector<Growth> growth(const PlacedPlan& before, std::span<const TensorId> tensors_before,
                                         const PlacedPlan& after, std::span<const TensorId> tensors_after, GrowthBy by);

/// What a footprint is made of, exactly: footprint = peak + gaps.
struct ReviewedPlan {
  Bytes footprint;                ///< that the plan needs
  Bytes peak;                     ///< most bytes alive at one step; the first such step
  Bytes in_place;                 ///< of the tensors alive there, what lies over an input and so is not in `peak`
  std::string peak_at;            ///< the operator of that step; empty where there is none
  std::vector<TensorId> at_peak;  ///< the tensors alive there: their sizes sum to peak + in_place

  /// Bytes beyond the peak: lost between tensors, or kept for other streams.
  [[nodiscard]] Bytes gaps() const { return footprint - peak; }
};

/// Two plans side by side, as for a code review: what the change of the footprint is made of, exactly.
/// after.footprint - before.footprint is the sum of the changes `at_peak[…]` by any of the three, less that of
/// `in_place`, plus that of gaps().
struct PlanReview {
  ReviewedPlan before, after;
  PlanDifference difference;       ///< by the tensors' names
  std::vector<Growth> at_peak[3];  ///< by GrowthBy: of the tensors alive at each plan's peak

  [[nodiscard]] Bytes change() const { return after.footprint - before.footprint; }
};

/// The graphs in the orders in which the plans run them. O(tensors + operators), and sorting.
[[nodiscard]] PlanReview review(const PlacedPlan& before, const PlacedPlan& after);

/// Whether a footprint grew by more than so many percent of what it was; anything is more than any share of nothing.
[[nodiscard]] bool grew_beyond(Bytes before, Bytes after, double percent);

}  // namespace stowage
