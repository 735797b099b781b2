// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/planned_syncs.h"

#include "core/base/parallel.h"
#include "core/insight/edit/sync_edits.h"

namespace stowage {
namespace {

/// Counts the operators that an edit put further back.
std::size_t moved_later(const std::vector<OperatorId>& now) {
  std::size_t later = 0;
  for (std::size_t before = 0; before < now.size(); ++before) later += now[before].index() > before ? 1 : 0;
  return later;
}

}  // namespace

std::tuple<std::int64_t, OperatorId, OperatorId> waiting_order(const ControlEdge& sync) {
  const auto delay = static_cast<std::int64_t>(sync.before.index()) - static_cast<std::int64_t>(sync.after.index());
  return {delay, sync.before, sync.after};
}

std::optional<PlannedSyncs::Outcome> PlannedSyncs::outcome(const ControlEdge& sync) const {
  if (const auto known = known_.find({sync.before, sync.after}); known != known_.end())
    return Outcome{known->second, 0, 0};
  const Result<EditedGraph> edited = add_sync(graph_, sync.before, sync.after);
  if (!edited) return std::nullopt;
  const Result<Cost> cost = cost_of(edited->graph, alignment_, task_);
  if (!cost) return std::nullopt;
  const std::int64_t slower = graph_.has_durations() ? timing_of(edited->graph).makespan - makespan_ : 0;
  return Outcome{*cost, moved_later(edited->operators), slower};
}

std::vector<std::optional<Cost>> PlannedSyncs::plan(std::span<const ControlEdge> syncs) {
  std::vector<std::optional<Outcome>> outcomes(syncs.size());
  parallel_for(syncs.size(), [&](std::size_t i) { outcomes[i] = outcome(syncs[i]); });
  std::vector<std::optional<Cost>> costs(syncs.size());
  for (std::size_t i = 0; i < syncs.size(); ++i) {
    if (!outcomes[i]) continue;
    const auto& [cost, later, slower] = *outcomes[i];
    costs[i] = cost;
    if (known_.try_emplace({syncs[i].before, syncs[i].after}, cost).second && cost.footprint < now_.footprint)
      better_.push_back({syncs[i], cost, now_.footprint - cost.footprint, later, slower});
  }
  return costs;
}

void PlannedSyncs::sort() {
  std::ranges::sort(better_, [](const SyncSuggestion& a, const SyncSuggestion& b) {
    return std::tuple(b.saved, a.slower, waiting_order(a.sync)) < std::tuple(a.saved, b.slower, waiting_order(b.sync));
  });
}

}  // namespace stowage
