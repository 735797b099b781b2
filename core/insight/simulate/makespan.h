// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/graph/graph.h"

namespace stowage {

/// How long a graph runs (see timing_of), and whether that is an estimate: as soon as one duration is.
struct Makespan {
  std::int64_t nanoseconds = 0;
  bool estimated = false;
  std::size_t missing = 0;  ///< operators without a duration, which take no time

  friend bool operator==(const Makespan&, const Makespan&) = default;
};

/// None where no operator has a duration. O(operators + arcs).
[[nodiscard]] std::optional<Makespan> makespan_of(const Graph& graph);

/// Whether a duration of the graph is an estimate.
[[nodiscard]] bool has_estimates(const Graph& graph);

}  // namespace stowage
