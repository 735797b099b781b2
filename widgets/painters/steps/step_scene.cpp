// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/steps/step_scene.h"

namespace stowage {

StepScene::StepScene(std::shared_ptr<const StepSource> source, std::size_t step, const StepScene* nearby)
    : source_(std::move(source)), index_(step), step_(step_at(*source_->recording, step)) {
  placed_ = step_.block + (step_.kind == StepKind::put ? 1 : 0);
  const bool same = nearby && nearby->source_->recording == source_->recording;
  facts_ = same && nearby->step_.block == step_.block ? nearby->facts_ : collect_facts();
  map_.scene = same && nearby->placed_ == placed_ ? nearby->map_.scene : map_of(placed_);
  map_.coloring = source_->coloring;
  map_.hidden = source_->hidden;
  if (step_.kind != StepKind::take && step_.kind != StepKind::put) map_.shades = facts_->shades;
}

std::shared_ptr<const StepScene::Facts> StepScene::collect_facts() const {
  auto facts = std::make_shared<Facts>();
  facts->looks = looks_of(recording(), step_.block);
  facts->avoided = avoided_by(recording(), step_.block);
  facts->merged = merged_of(block());
  auto shades = std::make_shared<std::vector<MapShade>>(recording().graph().tensor_count(), MapShade::faint);
  for (const Avoided& avoided : facts->avoided.intervals) (*shades)[avoided.placed.index()] = MapShade::full;
  facts->shades = std::move(shades);
  return facts;
}

/// The map of a plan with only its first blocks: the others are, for it, never needed.
std::shared_ptr<const HeapMapScene> StepScene::map_of(std::size_t placed) const {
  const Recording& r = recording();
  PlanView view;
  view.graph = source_->view.graph;
  view.conflicts = source_->view.conflicts;
  auto lifetimes = std::make_shared<std::vector<Lifetime>>(*source_->view.lifetimes);
  for (TensorId t : r.graph().tensors())
    if (r.place(t) >= placed) (*lifetimes)[t.index()] = {};
  view.lifetimes = std::move(lifetimes);
  Plan plan;
  plan.graph = r.graph().name();
  plan.strategy = r.strategy().id;
  plan.alignment = r.problem().alignment();
  plan.offsets.assign(r.offsets().begin(), r.offsets().end());
  if (placed > 0 && source_->says_footprint) plan.footprint = r.block(placed - 1).footprint;
  view.plan = std::make_shared<const Plan>(std::move(plan));
  HeapMapScene scene(std::move(view));
  scene.set_footnotes(scene.holds().items().empty() ? QStringList() : QStringList{scene.hold_footnote()});
  return std::make_shared<const HeapMapScene>(std::move(scene));
}

Bytes StepScene::height() const {
  return recording().block(recording().block_count() - 1).footprint;
}

std::vector<StepScene::Member> StepScene::members_at(std::int64_t start) const {
  std::vector<Member> out;
  for (TensorId t : recording().problem().block(block().block)) {
    const std::int64_t end = start + recording().problem().sizes()[t.index()].count;
    out.push_back({t, (*source_->view.lifetimes)[t.index()], {start, end}});
    start = end;
  }
  return out;
}

}  // namespace stowage
