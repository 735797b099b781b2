// SPDX-License-Identifier: Apache-2.0
#include "core/stowage.h"

#include <algorithm>

#include "core/check/bound_check.h"
#include "core/check/running_order.h"
#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/graph/bound_scope.h"
#include "core/graph/order_edits.h"
#include "core/graph/unknown_sizes.h"
#include "core/planning/graph_plans.h"

namespace stowage {
namespace {

/// Replaces the bound that the file claims by the one that its certificate proves.
Result<Plan> as_proved(const Graph& graph, Plan plan, const Task& task) {
  const auto proved = proved_bound(graph, plan, task);
  if (!proved && proved.error().is_stop()) return tl::unexpected(proved.error());
  plan.lower_bound = proved.value_or(Bytes{});
  plan.proved_optimal =
      plan.needed() == plan.lower_bound && !plan.assumed && !uncounted(graph).any() && !is_assumed(graph);
  if (!plan.proved_optimal) return plan;
  return validate(graph, plan, 0, task).map([&](const Validation& validation) {
    plan.proved_optimal = validation.valid();
    return std::move(plan);
  });
}

}  // namespace

Result<LoadedGraph> load_graph(const std::string& path, const Task& task) {
  return load_graph(path, ReadOptions{}, task);
}

Result<LoadedGraph> load_graph(const std::string& path, const ReadOptions& options, const Task& task) {
  ReadOptions reading = options;
  if (!reading.open_beside)
    reading.open_beside = [&](const std::string& beside) { return read_document_file(beside, task); };
  return read_document_file(path, task)
      .and_then([&](const std::string& bytes) { return read_document(bytes, path, reading, task); })
      .map([](Document&& document) {
        return LoadedGraph{std::move(document.graph), std::move(document.warnings)};
      });
}

Result<Plan> plan_graph(const Graph& graph, const Task& task) {
  return plan_graph(graph, PlanRequest{}, task);
}

Result<Plan> plan_graph(const Graph& graph, const PlanRequest& request, const Task& task) {
  const auto best = [](const GraphPlans& plans) { return plans.best(); };
  if (request.from == nullptr) return make_plans(graph, request, task).map(best);
  return as_run(graph, *request.from)
      .and_then([&](const Graph& ordered) { return make_plans_from(ordered, *request.from, request, task); })
      .map(best);
}

Result<Graph> as_run(const Graph& graph, const Plan& plan) {
  return running_order(graph, plan.sequence).and_then([&](const std::vector<OperatorId>& sequence) -> Result<Graph> {
    if (std::ranges::is_sorted(sequence)) return graph;
    return put_in_order(graph, sequence).map([](EditedGraph&& edited) { return std::move(edited.graph); });
  });
}

Result<GraphPlans> make_plans_from(const Graph& ordered, const Plan& from, PlanRequest request, const Task& task) {
  Plan start = from;
  start.sequence.clear();
  request.from = &start;
  STOWAGE_TRY(auto plans, make_plans(ordered, request, task));
  for (StrategyResult& result : plans.results)
    if (result.plan && result.plan->sequence.empty() && !from.sequence.empty()) {
      result.plan->sequence = from.sequence;
      result.plan->order = from.order;
    }
  return plans;
}

Result<Validation> check_plan(const Graph& graph, const Plan& plan, const Task& task) {
  constexpr std::size_t kMostListed = 1000;
  return validate(graph, plan, kMostListed, task);
}

Result<Plan> load_plan(const std::string& path, const Graph& graph, const Task& task) {
  return read_document_file(path, task)
      .and_then([&](const std::string& bytes) { return read_plan(bytes, path, graph); })
      .and_then([&](Plan&& plan) { return as_proved(graph, std::move(plan), task); });
}

Result<void> save_plan(const Graph& graph, const Plan& plan, const std::string& path) {
  return write_file_atomically(path, write_plan(graph, plan));
}

}  // namespace stowage
