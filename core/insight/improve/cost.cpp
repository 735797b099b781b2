// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/cost.h"

#include <tuple>

#include "core/base/parallel.h"
#include "core/insight/edit/stream_edits.h"
#include "core/insight/edit/sync_edits.h"
#include "core/order/interleaved_peak.h"
#include "core/papers/tables.h"
#include "core/safety/owners_graph.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 8;

Bytes touched_by(const Graph& graph, OperatorId o) {
  Bytes sum;
  for (TensorId t : graph.inputs(o)) sum += graph.size(t);
  for (TensorId t : graph.outputs(o)) sum += graph.size(t);
  return sum;
}

class SyncCosts {
 public:
  SyncCosts(const Graph& graph, Bytes alignment, const Task& task, const std::function<void(const SyncCost&)>& known)
      : graph_(graph), alignment_(alignment), task_(task), known_(known), out_(graph.control().size()) {}

  Result<std::vector<SyncCost>> run(Bytes bound) {
    STOWAGE_TRY(const auto redundant, redundant_syncs(graph_, task_));
    for (std::size_t k = 0; k < out_.size(); ++k) out_[k].place = k, out_[k].bound_without = bound;
    for (std::size_t k : redundant) out_[k].redundant = true;
    std::vector<std::size_t> order;
    for (const SyncCost& each : out_) {
      if (!each.redundant)
        order.push_back(each.place);
      else if (known_)
        known_(each);
    }
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t k) {
      const auto& [before, after] = graph_.control()[k];
      return touched_by(graph_, before) + touched_by(graph_, after);
    });
    steps_ = 2 * order.size();
    const auto bounded = each_of(order, [&](const Graph& without, SyncCost& sync) {
      return all_bounds(without, alignment_, task_).map([&](const Bounds& b) { sync.bound_without = b.best(); });
    });
    if (!bounded) return tl::unexpected(bounded.error());
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t k) { return out_[k].bound_without; });
    const auto planned = each_of(order, [&](const Graph& without, SyncCost& sync) {
      return cost_of(without, alignment_, task_).map([&](const Cost& cost) { sync.without = cost; });
    });
    return planned.map([&] { return std::move(out_); });
  }

 private:
  /// Calls step(graph without the sync, its cost) for all in order, several at once.
  template <class Step>
  Result<void> each_of(std::span<const std::size_t> order, const Step& step) {
    for (; !order.empty(); order = order.subspan(std::min(kAtOnce, order.size()))) {
      const auto batch = order.first(std::min(kAtOnce, order.size()));
      std::vector<Result<void>> done(batch.size());
      parallel_for(batch.size(), [&](std::size_t i) {
        const auto without = remove_syncs(graph_, graph_.control().subspan(batch[i], 1));
        done[i] = without.and_then([&](const EditedGraph& edited) { return step(edited.graph, out_[batch[i]]); });
      });
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!done[i]) return done[i];
        if (known_) known_(out_[batch[i]]);
      }
      done_ += batch.size();
      task_.report(static_cast<double>(done_) / static_cast<double>(steps_));
    }
    return {};
  }

  const Graph& graph_;
  Bytes alignment_;
  const Task& task_;
  const std::function<void(const SyncCost&)>& known_;
  std::vector<SyncCost> out_;
  std::size_t done_ = 0, steps_ = 0;
};

}  // namespace

Result<Cost> cost_of(const Graph& graph, Bytes alignment, const Task& task) {
  if (graph.has_sharing()) {
    STOWAGE_TRY(const OwnersGraph owners, owners_graph(graph, Unled::longer, task));
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
    STOWAGE_TRY(const OwnersGraph owners, owners_graph(graph, Unled::longer, task));
    return sync_costs(owners.graph, alignment, bound, task, known);
  }
  return SyncCosts(graph, alignment, task, known).run(bound);
}

}  // namespace stowage
