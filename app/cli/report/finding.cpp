// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/cli/report/report.h"
#include "core/insight/analysis/report.h"

namespace stowage::cli {
namespace {

constexpr std::size_t kMostListed = 20;

ChangedTensors listed(const PlanDifference& difference, PlaceChange change, const Graph& before, const Graph& after) {
  std::vector<const TensorDifference*> rows;
  ChangedTensors out;
  for (const TensorDifference& each : difference.changed) {
    if (each.change != change) continue;
    rows.push_back(&each);
    out.bytes += change == PlaceChange::removed ? each.was.size : each.is.size;
  }
  out.count = rows.size();
  std::ranges::stable_sort(rows, std::greater{},
                           [](const TensorDifference* each) { return std::max(each->was.size, each->is.size); });
  for (const TensorDifference* each : rows) {
    if (out.first.size() == kMostListed) break;
    const std::string_view name = each->after.valid() ? after.name(each->after) : before.name(each->before);
    out.first.push_back({std::string(name), each->was.unrounded, each->is.unrounded, each->moved_by()});
  }
  return out;
}

Verdict verdict_of(const Side& before, const Side& after, double allowed) {
  const Bytes was = before.plan->needed(), is = after.plan->needed();
  if (after.violations > 0) return Verdict::invalid;
  if (before.uncounted.any() || after.uncounted.any()) return Verdict::unknown;
  if (grew_beyond(was, is, allowed)) return Verdict::grew;
  return is == was ? Verdict::same : is < was ? Verdict::smaller : Verdict::larger;
}

SideFacts facts_of(const Side& side, const ReviewedPlan& reviewed) {
  SideFacts out;
  out.strategy = side.plan->strategy;
  out.plan_file = side.plan_file;
  out.peak_at = reviewed.peak_at;
  out.footprint = reviewed.footprint;
  out.bound = side.bound;
  out.peak = reviewed.peak;
  out.in_place = reviewed.in_place;
  out.proved = side.proved_optimal();
  out.measured = side.is_measured();
  out.violations = side.violations;
  out.tensors = side.graph->tensor_count();
  out.operators = side.graph->operator_count();
  out.uncounted = side.uncounted;
  return out;
}

}  // namespace

bool Finding::differs() const {
  return verdict != Verdict::same || added.count + removed.count + resized.count + moved.count > 0;
}

std::size_t Findings::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(all, verdict, &Finding::verdict));
}

SideFacts facts_of(const Side& side) {
  return facts_of(side, review(side.placed(), side.placed()).after);
}

Finding finding_of(const std::string& name, const Side& before, const Side& after, double allowed) {
  PlanReview found = review(before.placed(), after.placed());
  Finding out{.name = name, .verdict = verdict_of(before, after, allowed)};
  out.before = facts_of(before, found.before);
  out.after = facts_of(after, found.after);
  std::ranges::move(found.at_peak, out.at_peak);
  const auto list = [&](PlaceChange change) { return listed(found.difference, change, *before.graph, *after.graph); };
  out.added = list(PlaceChange::added);
  out.removed = list(PlaceChange::removed);
  out.resized = list(PlaceChange::resized);
  out.moved = list(PlaceChange::moved);
  return out;
}

}  // namespace stowage::cli
