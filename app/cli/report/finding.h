// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/report/side.h"
#include "core/insight/analysis/review.h"

namespace stowage::cli {

/// What a report says of one plan.
struct SideFacts {
  std::string strategy, plan_file, peak_at;
  Bytes footprint, bound, peak, in_place;
  bool proved = false, measured = false;
  std::uint64_t violations = 0;
  std::size_t tensors = 0, operators = 0;
  Uncounted uncounted;

  [[nodiscard]] Bytes gaps() const { return footprint - peak; }
};

/// A tensor whose place changed.
struct ChangedTensor {
  std::string name;
  Bytes was, is, moved_by;
};

/// The first of a list, the largest.
struct ChangedTensors {
  std::vector<ChangedTensor> first;
  std::size_t count = 0;
  Bytes bytes;  ///< of all, after; of those that are gone, before
};

/// How one pair came out.
enum class Verdict { same, smaller, larger, grew, unknown, invalid, is_new, gone, failed };

/// What a report says of one pair. It keeps no graph: there may be many pairs.
struct Finding {
  std::string name, failure{};
  Verdict verdict = Verdict::same;
  std::optional<SideFacts> before{}, after{};
  std::vector<Growth> at_peak[3]{};  ///< by GrowthBy, all rows
  ChangedTensors added{}, removed{}, resized{}, moved{};
  std::string maps{};       ///< both heap maps as an SVG or PNG in base64, where asked for
  std::string dark_maps{};  ///< the same on dark
  std::string maps_kind{};

  /// Of the footprint.
  [[nodiscard]] Bytes change() const { return after->footprint - before->footprint; }
  /// Whether the plans differ at all.
  [[nodiscard]] bool differs() const;
  /// Whether the answer is "no".
  [[nodiscard]] bool is_refused() const {
    return verdict == Verdict::grew || verdict == Verdict::unknown || verdict == Verdict::invalid;
  }
};

/// What is said of all.
struct Findings {
  double allowed = 0;  ///< percent
  std::vector<Finding> all;

  [[nodiscard]] std::size_t count(Verdict verdict) const;
};

[[nodiscard]] SideFacts facts_of(const Side& side);
/// Of two plans; `allowed` percent of growth.
[[nodiscard]] Finding finding_of(const std::string& name, const Side& before, const Side& after, double allowed);

}  // namespace stowage::cli
