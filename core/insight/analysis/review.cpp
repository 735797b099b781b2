// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/review.h"

#include <cmath>
#include <map>

#include "core/insight/analysis/modules.h"
#include "core/insight/analysis/report.h"

namespace stowage {
namespace {

/// By the group's name, and whether it is that of tensors without a producer.
using Rows = std::map<std::pair<bool, std::string_view>, Growth>;

void add_growth(Rows& rows, const PlacedPlan& plan, std::span<const TensorId> tensors, GrowthBy by,
                Bytes Growth::*bytes) {
  const Graph& graph = plan.graph;
  const ModuleTree modules = by == GrowthBy::module ? module_tree(graph) : ModuleTree();
  const auto group_of = [&](TensorId t) -> Rows::key_type {
    if (by == GrowthBy::tensor) return {false, graph.name(t)};
    const OperatorId producer = graph.producer(t);
    if (!producer.valid()) return {true, {}};
    if (by == GrowthBy::op) return {false, graph.kind(producer)};
    return {false, modules.path(graph, modules.nodes[modules.leaf[producer.index()]].parent)};
  };
  for (const TensorId t : tensors) {
    if (graph.is_view(t)) continue;
    const auto key = group_of(t);
    Growth& row = rows.try_emplace(key, Growth{std::string(key.second), key.first, {}, {}}).first->second;
    row.*bytes += round_up(graph.size(t), plan.plan.alignment);
  }
}

ReviewedPlan reviewed(const PlacedPlan& plan) {
  Report report = make_report(plan.graph, plan.plan);
  ReviewedPlan out{plan.plan.needed(), report.lifetime_bound, report.in_place, {}, std::move(report.at_peak)};
  if (report.peak_step < plan.graph.operator_count()) out.peak_at = plan.graph.name(OperatorId(report.peak_step));
  return out;
}

}  // namespace

std::vector<Growth> growth(const PlacedPlan& before, std::span<const TensorId> tensors_before, const PlacedPlan& after,
                           std::span<const TensorId> tensors_after, GrowthBy by) {
  Rows rows;  // keys refer to the graphs' names
  add_growth(rows, before, tensors_before, by, &Growth::before);
  add_growth(rows, after, tensors_after, by, &Growth::after);
  std::vector<Growth> out;
  for (auto& [key, row] : rows)
    if (row.change() != Bytes{}) out.push_back(std::move(row));
  std::ranges::stable_sort(out, std::greater{}, [](const Growth& row) { return std::abs(row.change().count); });
  return out;
}

PlanReview review(const PlacedPlan& before, const PlacedPlan& after) {
  PlanReview out{reviewed(before), reviewed(after), plan_difference(before, after, SameTensor::by_name), {}};
  for (const GrowthBy by : {GrowthBy::tensor, GrowthBy::op, GrowthBy::module})
    out.at_peak[static_cast<std::size_t>(by)] = growth(before, out.before.at_peak, after, out.after.at_peak, by);
  return out;
}

bool grew_beyond(Bytes before, Bytes after, double percent) {
  if (after <= before) return false;
  if (before == Bytes{}) return true;
  return static_cast<long double>((after - before).count) * 100 >
         static_cast<long double>(percent) * static_cast<long double>(before.count);
}

}  // namespace stowage
