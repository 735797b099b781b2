// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/interval.h"
#include "core/graph/graph.h"

namespace stowage {

/// When each operator starts and ends if every operator takes its duration: streams run side by side, each its own
/// operators in their order; an operator starts as soon as the one before it in its stream, the producers of what it
/// consumes, and the sources of its control edges have ended. In nanoseconds from the start of the first.
struct Timing {
  std::vector<std::int64_t> starts, ends;  ///< by OperatorId
  /// By OperatorId: the first, in the global order, of the operators that it waits for and that end when it starts;
  /// none for one that starts at 0.
  std::vector<OperatorId> held_by;
  std::vector<std::int64_t> busy;  ///< by StreamId: sum of its durations
  std::int64_t makespan = 0;       ///< end of the last operator

  /// From an operator that starts at 0 to the first of those that end last; each starts when the one before it ends.
  [[nodiscard]] std::vector<OperatorId> critical_path() const;
};

/// Makes one pass over the global order: O(operators + arcs).
[[nodiscard]] Timing timing_of(const Graph& graph);

/// By OperatorId: by how much it alone could end later without a longer makespan. O(operators + arcs).
[[nodiscard]] std::vector<std::int64_t> slack_of(const Graph& graph, const Timing& timing);

/// When each tensor needs its memory, in nanoseconds: from the start of its producer (or 0) to the end of its last use,
/// or of its producer where that is later; an output, to the end of all; one with views, while any of them does. Empty
/// for a tensor that is never needed, or whose operators take no time. By TensorId. O(tensors + uses).
[[nodiscard]] std::vector<Interval> lifetimes(const Graph& graph, const Timing& timing);

/// A stretch of time in which a stream waits, while operators of it are still to come.
struct IdleGap {
  std::int64_t begin = 0, end = 0;
  OperatorId next;  ///< the operator that ends it; timing.held_by gives what it waits for

  friend bool operator==(const IdleGap&, const IdleGap&) = default;
};
/// The gaps of a stream, in their order.
[[nodiscard]] std::vector<IdleGap> idle_gaps(const Graph& graph, const Timing& timing, StreamId stream);

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
