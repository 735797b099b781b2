// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/insight/improve/suggest_syncs.h"
#include "core/insight/simulate/timing.h"

namespace stowage {

/// A key to sort by: how much later, in the given order, a sync lets its operator start; then ids. Least wait first.
[[nodiscard]] std::tuple<std::int64_t, OperatorId, OperatorId> waiting_order(const ControlEdge& sync);

/// Syncs of one graph, each planned at most once: what the graph costs with each.
class PlannedSyncs {
 public:
  static constexpr std::size_t kAtOnce = 8;  ///< worth planning in parallel; fixed, so that results are too

  /// Graph and task outlive this.
  PlannedSyncs(const Graph& graph, Bytes alignment, const Task& task)
      : graph_(graph), alignment_(alignment), task_(task), makespan_(timing_of(graph).makespan) {}

  /// Sets what the graph costs without any of the syncs. To be called first.
  void set_now(const Cost& now) { now_ = now; }
  /// Plans each sync that can be added, in parallel; null for the others, and where the task was stopped.
  std::vector<std::optional<Cost>> plan(std::span<const ControlEdge> syncs);

  [[nodiscard]] std::size_t count() const { return known_.size(); }
  [[nodiscard]] bool contains(const ControlEdge& sync) const { return known_.contains({sync.before, sync.after}); }
  /// Those that save something; in no order before sort().
  [[nodiscard]] const std::vector<SyncSuggestion>& better() const { return better_; }
  /// Sorts better(): most saved first, then least time lost, then as they wait.
  void sort();

 private:
  struct Outcome {
    Cost cost;
    std::size_t later;
    std::int64_t slower;
  };
  [[nodiscard]] std::optional<Outcome> outcome(const ControlEdge& sync) const;

  const Graph& graph_;
  const Bytes alignment_;
  const Task& task_;
  const std::int64_t makespan_;
  Cost now_;
  std::map<std::pair<OperatorId, OperatorId>, Cost> known_;
  std::vector<SyncSuggestion> better_;
};

}  // namespace stowage
