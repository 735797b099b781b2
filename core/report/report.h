// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/id.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/layout/plan.h"

namespace stowage {

/// What there is to say of one plan beside its offsets.
struct Report {
  Bytes footprint;
  Bytes lifetime_bound;           ///< most bytes alive at one step of the global order
  double fragmentation = 0;       ///< (footprint - lifetime_bound) / footprint; 0 when empty (MemoMalloc, section 4)
  std::vector<Bytes> curve;       ///< bytes alive, by step
  std::uint32_t peak_step = 0;    ///< first step at the largest value of the curve
  std::vector<TensorId> at_peak;  ///< alive at peak_step, largest first; their sizes sum to curve[peak_step]
};

[[nodiscard]] Report make_report(const Graph& graph, const Plan& plan);

/// The footprint of offsets: largest end of a tensor of positive size, 0 for none. `sizes` and `offsets` by TensorId.
[[nodiscard]] Bytes footprint(std::span<const Bytes> sizes, std::span<const Offset> offsets);

/// (value - bound) / bound; 0 where the bound is 0.
[[nodiscard]] double gap(Bytes value, Bytes bound);

/// Of which plans a bound is proved, as the subject of a sentence: "no plan", or "no plan in this order" where
/// operators could run in another, which may need less.
[[nodiscard]] std::string no_plan(const Graph& graph);

}  // namespace stowage
