// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/cost.h"

#include <algorithm>
#include <span>

#include "core/base/parallel.h"
#include "core/insight/edit/edits.h"
#include "core/order/interleaved_peak.h"
#include "core/papers/tables.h"
#include "core/safety/owners_graph.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 8;  // graphs in parallel; results are announced after each such batch

Bytes touched_by(const Graph& graph, OperatorId o) {
  Bytes sum;
  for (TensorId t : graph.inputs(o)) sum += graph.size(t);
  for (TensorId t : graph.outputs(o)) sum += graph.size(t);
  return sum;
}

}  // namespace

Result<Cost> cost_of(const Graph& graph, Bytes alignment, const Task& task) {
  if (graph.has_sharing()) {
    STOWAGE_TRY(const OwnersGraph owners, owners_graph(graph, task));
    return cost_of(owners.graph, alignment, task);
  }
  STOWAGE_TRY(const Conflicts conflicts, Conflicts::compute(graph, task));
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(graph, conflicts, alignment));
  STOWAGE_TRY(const Bounds bounds, all_bounds(problem, task));
  Cost out;
  out.bound = bounds.best();
  for (const LayoutStrategy& strategy : live_strategies()) {
    if (!strategy.standard) continue;
    STOWAGE_TRY(const Plan plan, make_plan(strategy, problem, task));
    if (out.strategy && plan.footprint >= out.footprint) continue;
    out.footprint = plan.footprint;
    out.strategy = &strategy;
    if (out.footprint == out.bound) break;
  }
  return out;
}

Result<ConcurrencyCost> concurrency_cost(const Graph& graph, Bytes alignment, const Task& task) {
  STOWAGE_TRY(const Cost now, cost_of(graph, alignment, task));
  task.report(0.5);
  ConcurrencyCost out{now, now};
  if (has_several_streams(graph)) {
    STOWAGE_TRY(const EditedGraph one, all_on_one_stream(graph));
    STOWAGE_TRY(out.one_stream, cost_of(one.graph, alignment, task));
  }
  out.lower_to(now.footprint);
  return out;
}

Result<std::vector<SyncCost>> sync_costs(const Graph& graph, Bytes alignment, Bytes bound, const Task& task,
                                         const std::function<void(const SyncCost&)>& known) {
  if (graph.has_sharing()) {
    STOWAGE_TRY(const OwnersGraph owners, owners_graph(graph, task));
    return sync_costs(owners.graph, alignment, bound, task, known);
  }
  STOWAGE_TRY(const auto redundant, redundant_syncs(graph, task));
  std::vector<SyncCost> out(graph.control().size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k].place = k, out[k].bound_without = bound;
  for (std::size_t k : redundant) out[k].redundant = true;
  std::vector<std::size_t> order;
  for (const SyncCost& each : out) {
    if (!each.redundant)
      order.push_back(each.place);
    else if (known)
      known(each);
  }
  std::size_t done = 0;
  // Calls step(graph without the sync, its cost) for all in order, several at once.
  const auto each_of = [&](const auto& step) -> Result<void> {
    for (std::span<const std::size_t> left(order), batch; !left.empty(); left = left.subspan(batch.size())) {
      batch = left.first(std::min(kAtOnce, left.size()));
      std::vector<Result<void>> results(batch.size());
      parallel_for(batch.size(), [&](std::size_t i) {
        const auto without = remove_syncs(graph, graph.control().subspan(batch[i], 1));
        results[i] = without.and_then([&](const EditedGraph& edited) { return step(edited.graph, out[batch[i]]); });
      });
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!results[i]) return results[i];
        if (known) known(out[batch[i]]);
      }
      done += batch.size();
      task.report(static_cast<double>(done) / static_cast<double>(2 * order.size()));
    }
    return {};
  };
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t k) {
    const auto& [before, after] = graph.control()[k];
    return touched_by(graph, before) + touched_by(graph, after);
  });
  STOWAGE_CHECK(each_of([&](const Graph& without, SyncCost& sync) {
    return all_bounds(without, alignment, task).map([&](const Bounds& b) { sync.bound_without = b.best(); });
  }));
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t k) { return out[k].bound_without; });
  const auto planned = each_of([&](const Graph& without, SyncCost& sync) {
    return cost_of(without, alignment, task).map([&](const Cost& cost) { sync.without = cost; });
  });
  return planned.map([&] { return std::move(out); });
}

}  // namespace stowage
