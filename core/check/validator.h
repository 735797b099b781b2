// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/id.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/layout/plan.h"

namespace stowage {

/// One way in which a plan is wrong.
struct Violation {
  enum class Kind { overlap, broken_group, misaligned, out_of_range, wrong_footprint };
  Kind kind;
  TensorId first;    ///< none for wrong_footprint
  TensorId second;   ///< the other tensor of an overlap or of a broken group
  std::string text;  ///< a sentence that names the tensors, with offsets and sizes
};

struct Validation {
  std::vector<Violation> violations;  ///< the first `limit`, by kind then tensor
  std::uint64_t count = 0;            ///< of all
  [[nodiscard]] bool valid() const { return count == 0; }
};

/// Whether a plan is safe for a graph: every pair that shares an address must be ordered, groups must lie end to end,
/// offsets must be aligned and not negative, the footprint must be the largest end. Shares no code with core/safety
/// and core/layout: it decides order by forward vector clocks over the streams, or by a sweep over time where there
/// is one stream. `plan.offsets` must have one entry a tensor.
[[nodiscard]] Result<Validation> validate(const Graph& graph, const Plan& plan, std::size_t limit = 1000,
                                          const Task& task = {});

}  // namespace stowage
