// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "core/layout/strategy.h"
#include "core/plan/bounds.h"

namespace stowage {

/// The cost of a graph in memory; views lie in their owners, and permissions to write in place are not used.
struct Cost {
  Bytes bound;                               ///< the best lower bound, that of the heaviest clique included
  Bytes footprint;                           ///< of the best plan that was really made
  const LayoutStrategy* strategy = nullptr;  ///< that made it, the first of equals

  friend bool operator==(const Cost&, const Cost&) = default;
};

/// The bound and the best footprint of the standard strategies. Stops at the first strategy whose footprint equals the
/// bound. One core.
[[nodiscard]] Result<Cost> cost_of(const Graph& graph, Bytes alignment, const Task& task = {});

/// The cost of running on several streams: the graph as it is, and all of its operators on one stream in the given
/// order.
struct ConcurrencyCost {
  Cost streams;
  Cost one_stream;  ///< the same as `streams` where there is one only

  [[nodiscard]] Bytes extra() const { return streams.footprint - one_stream.footprint; }
  /// Lowers the footprints: there is a safe plan of the graph with footprint `shown`.
  void lower_to(Bytes shown) {
    streams.footprint = std::min(streams.footprint, shown);
    one_stream.footprint = std::min(one_stream.footprint, streams.footprint);
  }
};
/// A plan for several streams is one for one stream, too, so one stream never needs more.
[[nodiscard]] Result<ConcurrencyCost> concurrency_cost(const Graph& graph, Bytes alignment, const Task& task = {});

/// The cost of a graph without one sync (and with all others).
struct SyncCost {
  std::size_t place = 0;        ///< in graph.control()
  bool redundant = false;       ///< implied by other arcs: nothing changes without it
  Bytes bound_without;          ///< lower bound
  std::optional<Cost> without;  ///< once planned; never for a redundant one
};

/// Weighs each sync: first finds the bounds without it, beginning with the syncs whose operators read and write most
/// bytes, then plans, beginning with the highest bounds. `known` is called as each figure comes, in the caller's
/// thread; a sync with both figures is handed over twice. On all cores. The result is in the order of graph.control().
/// `bound` is that of the graph as it is (for redundant syncs). Fails with cancelled or timed_out (all that was handed
/// over stays true), or as Conflicts and LayoutProblem do.
[[nodiscard]] Result<std::vector<SyncCost>> sync_costs(const Graph& graph, Bytes alignment, Bytes bound,
                                                       const Task& task = {},
                                                       const std::function<void(const SyncCost&)>& known = {});

}  // namespace stowage
