// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/id.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/plan/plan.h"

namespace stowage {

/// What there is to say of one plan beside its offsets.
struct Report {
  Bytes footprint;
  Bytes lifetime_bound;         ///< most bytes alive at one step of the global order
  double fragmentation = 0;     ///< (footprint - lifetime_bound) / footprint; 0 when empty (MemoMalloc, ch. 7, sec. 2)
  std::vector<Bytes> curve;     ///< bytes alive, by step
  std::uint32_t peak_step = 0;  ///< first step at the largest value of the curve
  std::vector<TensorId> at_peak;  ///< alive at peak_step, largest first; their sizes sum to curve[peak_step]
};

[[nodiscard]] Report make_report(const Graph& graph, const Plan& plan);

}  // namespace stowage
