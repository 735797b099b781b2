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

#include "core/insight/simulate/timing.h"
#include "core/insight/whatif/suggest_syncs.h"

namespace stowage {

/// How much later, in the given order, a sync lets its operator start; then ids. The least waits least.
[[nodiscard]] std::tuple<std::int64_t, OperatorId, OperatorId> waiting_order(const ControlEdge& sync);

/// Syncs of one graph, each planned at most once: what the graph costs with them.
class PlannedSyncs {
 public:
  static constexpr std::size_t kAtOnce = 8;  ///< worth planning in parallel; fixed, so that results are too

  /// Graph and task outlive this.
  PlannedSyncs(const Graph& graph, Bytes alignment, const Task& task)
      : graph_(graph), alignment_(alignment), task_(task), makespan_(timing_of(graph).makespan) {}

  /// What the graph costs without any of them. To be set first.
  void set_now(const Cost& now) { now_ = now; }
  /// What each costs that can be added, in parallel; null for the others, and where the task was stopped.
  std::vector<std::optional<Cost>> plan(std::span<const ControlEdge> syncs);

  [[nodiscard]] std::size_t count() const { return known_.size(); }
  [[nodiscard]] bool contains(const ControlEdge& sync) const { return known_.contains({sync.before, sync.after}); }
  /// Those that save something, in no order.
  [[nodiscard]] const std::vector<SyncSuggestion>& better() const { return better_; }
  /// The same, most saved first, then least time lost, then as they wait.
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
