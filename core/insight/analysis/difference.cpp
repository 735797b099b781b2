// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/difference.h"

#include "core/base/name_index.h"

namespace stowage {
namespace {

/// By TensorId of `after`: the same tensor in `before`, or none.
std::vector<TensorId> match(const Graph& before, const Graph& after, SameTensor same) {
  std::vector<TensorId> out(after.tensor_count());
  if (same == SameTensor::by_edits && before.tensor_count() == after.tensor_count()) {
    for (TensorId t : after.tensors()) out[t.index()] = t;
    return out;
  }
  const NameTable& names = before.data().tensor_names;
  NameIndex index;
  index.reserve(before.tensor_count());
  for (TensorId t : before.tensors()) index.add(before.name(t), t.index(), names);
  for (TensorId t : after.tensors())
    if (const std::uint32_t found = index.find(after.name(t), names); found != NameIndex::kNone)
      out[t.index()] = TensorId(found);
  return out;
}

PlaceChange change_between(const TensorPlace& was, const TensorPlace& is) {
  if (was.size.count == 0) return is.size.count == 0 ? PlaceChange::kept : PlaceChange::added;
  if (is.size.count == 0) return PlaceChange::removed;
  if (was.offset != is.offset) return PlaceChange::moved;
  return was.unrounded == is.unrounded ? PlaceChange::kept : PlaceChange::resized;
}

void count(PlanDifference& out, const TensorDifference& one) {
  switch (one.change) {
    case PlaceChange::kept:
      ++out.kept;
      return;
    case PlaceChange::moved:
      ++out.moved;
      out.moved_bytes += one.is.size;
      break;
    case PlaceChange::resized:
      ++out.resized;
      break;
    case PlaceChange::added:
      ++out.added;
      out.added_bytes += one.is.size;
      break;
    case PlaceChange::removed:
      ++out.removed;
      out.removed_bytes += one.was.size;
      break;
  }
  out.changed.push_back(one);
}

}  // namespace

TensorPlace place_of(const PlacedPlan& plan, TensorId t) {
  const Lifetime life = plan.lifetimes[t.index()];
  if (life.empty() || plan.graph.is_view(t)) return {};
  const Bytes size = round_up(plan.graph.size(t), plan.plan.alignment);
  return size.count == 0 ? TensorPlace{} : TensorPlace{plan.plan.offsets[t.index()], size, life, plan.graph.size(t)};
}

PlanDifference plan_difference(const PlacedPlan& before, const PlacedPlan& after, SameTensor same) {
  PlanDifference out;
  out.footprint_before = before.plan.footprint;
  out.footprint_after = after.plan.footprint;
  out.before_of = match(before.graph, after.graph, same);
  out.change_of.resize(after.graph.tensor_count());
  std::vector<bool> seen(before.graph.tensor_count());
  for (TensorId t : after.graph.tensors()) {
    TensorDifference one{.before = out.before_of[t.index()], .after = t, .was = {}, .is = place_of(after, t)};
    if (one.before.valid()) {
      one.was = place_of(before, one.before);
      seen[one.before.index()] = true;
    }
    one.change = change_between(one.was, one.is);
    out.change_of[t.index()] = one.change;
    count(out, one);
  }
  for (TensorId t : before.graph.tensors()) {
    if (seen[t.index()]) continue;
    TensorDifference one{.before = t, .after = {}, .was = place_of(before, t), .is = {}};
    one.change = change_between(one.was, one.is);
    count(out, one);
  }
  return out;
}

}  // namespace stowage
