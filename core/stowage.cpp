// SPDX-License-Identifier: Apache-2.0
#include "core/stowage.h"

#include <algorithm>

#include "core/check/validator.h"
#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/graph/claims.h"
#include "core/insight/edit/edits.h"
#include "core/planning/graph_plans.h"

namespace stowage {
namespace {

/// Replaces the claims of the file by the proved ones.
Result<Plan> as_proved(const Graph& graph, Plan plan, const Task& task) {
  const auto check = check_plan(graph, plan, task);
  if (!check && check.error().is_stop()) return tl::unexpected(check.error());
  plan.lower_bound = check ? check->bound.proved : Bytes{};
  plan.proved_optimal = check && check->proved_optimal;
  return plan;
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
      .and_then([&](Document&& document) { return lay_out(std::move(document), path, {}, task); })
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

Result<PlanCheck> check_plan(const Graph& graph, const Plan& plan, const Task& task) {
  constexpr std::size_t kMaxListed = 1000;
  STOWAGE_TRY(auto validation, validate(graph, plan, kMaxListed, task));
  STOWAGE_TRY(auto bound, check_claim(graph, plan, validation.valid(), task));
  const bool optimal =
      validation.valid() && plan.needed() == bound.proved && is_measured(graph, plan) && !is_assumed(graph);
  return PlanCheck{std::move(validation), std::move(bound), optimal};
}

Result<Plan> load_plan(const std::string& path, const Graph& graph, const Task& task) {
  return read_document_file(path, task)
      .and_then([&](const std::string& bytes) { return read_plan(bytes, path, graph); })
      .and_then([&](Plan&& plan) { return as_proved(graph, std::move(plan), task); });
}

Result<PlanInPart> load_plan_in_part(const std::string& path, const Graph& graph, const Task& task) {
  return read_document_file(path, task).and_then([&](const std::string& bytes) {
    return read_plan_in_part(bytes, path, graph);
  });
}

Result<void> save_plan(const Graph& graph, const Plan& plan, const std::string& path) {
  return write_file_atomically(path, write_plan(graph, plan));
}

}  // namespace stowage
