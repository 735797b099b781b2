// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/planning.h"

#include <utility>

#include "app/window/document.h"

namespace stowage {
namespace {

// Planning that takes longer than this shows its first plan at once; else the best is there soon enough.
constexpr std::chrono::milliseconds kPatience{250};

}  // namespace

Planning::Planning(OpenDocument* document, QObject* parent) : QObject(parent), document_(document) {
  connect(document, &OpenDocument::replaced, this, &Planning::forget);
  connect(document, &OpenDocument::revised, this, &Planning::start);
  connect(document, &OpenDocument::imported_plan_changed, this, &Planning::take_imported);
  connect(&job_, &PlannerJob::prepared, this, &Planning::take_groundwork);
  connect(&job_, &PlannerJob::strategy_done, this, &Planning::take_outcome);
  connect(&job_, &PlannerJob::planned, this, &Planning::finish_strategies);
  connect(&job_, &PlannerJob::bounded, this, &Planning::take_bounds);
  connect(&job_, &PlannerJob::failed, this, &Planning::failed);
  connect(&job_, &PlannerJob::progress, this, &Planning::progress);
  connect(&job_, &PlannerJob::running_changed, this, [this] {
    if (job_.running()) return;
    emit ended();
    view_.planning = false;
    emit view_changed();
  });
}

void Planning::forget() {
  job_.cancel();
  cancelled_ = false;
  done_ = 0;
  groundwork_.reset();
  plans_.clear();
  chosen_.reset();
  shown_.reset();
  took_.reset();
  view_ = {};
  if (document_->imported_plan()) chosen_ = nullptr;
  emit view_changed();
}

void Planning::start() {
  plans_.clear();
  took_.reset();
  done_ = 0;
  cancelled_ = fresh_ = prepared_ = false;
  begin_ = std::chrono::steady_clock::now();
  view_.planning = true;
  view_.stale = view_.graph != nullptr;
  emit started();
  emit view_changed();
  job_.start(document_->graph(), document_->alignment());
}

void Planning::cancel() {
  if (!job_.running()) return;
  cancelled_ = true;
  if (!took_) show_wish_or_best();
  job_.cancel();
}

Planning::Stage Planning::stage() const {
  if (!job_.running()) return Stage::idle;
  if (took_) return Stage::bounding;
  return prepared_ ? Stage::planning : Stage::relating;
}

void Planning::take_groundwork(const Groundwork& groundwork) {
  groundwork_ = groundwork;
  prepared_ = true;
  emit prepared();
  emit stage_changed();
  emit bounds_changed(groundwork.bounds);
  if (chosen_ == Choice(nullptr)) return show(nullptr);
  if (view_.plan) return;  // the plan of before stays until its successor is there
  view_ = view_with(nullptr);
  emit view_changed();
}

void Planning::take_outcome(const StrategyOutcome& outcome) {
  ++done_;
  if (outcome.plan) plans_[outcome.strategy] = outcome.plan;
  emit strategy_done(outcome);
  emit stage_changed();
  if (!outcome.plan) return;
  const bool late = std::chrono::steady_clock::now() - begin_ > kPatience;
  if (chosen_ ? *chosen_ == outcome.strategy : !fresh_ && late) show(outcome.strategy);
}

void Planning::finish_strategies(double milliseconds) {
  took_ = milliseconds;
  emit stage_changed();
  show_wish_or_best();
}

void Planning::show_wish_or_best() {
  if (chosen_ && plan_of(*chosen_)) return;
  Choice best = nullptr;
  for (const LayoutStrategy& strategy : layout_strategies()) {
    const auto plan = plan_of(&strategy);
    if (plan && (!best || plan->footprint < plan_of(best)->footprint)) best = &strategy;
  }
  if (best)
    show(best);
  else
    emit view_changed();
}

void Planning::take_bounds(std::shared_ptr<const Bounds> bounds) {
  groundwork_->bounds = std::move(bounds);
  emit bounds_changed(groundwork_->bounds);
  view_.bounds = groundwork_->bounds;
  emit view_changed();
}

void Planning::take_imported() {
  chosen_ = nullptr;
  if (groundwork_) show(nullptr);
}

std::shared_ptr<const Plan> Planning::plan_of(Choice choice) const {
  if (!choice) return document_->imported_plan();
  const auto at = plans_.find(choice);
  return at == plans_.end() ? nullptr : at->second;
}

void Planning::choose(Choice choice) {
  const bool present = groundwork_ && plan_of(choice);
  if (!present && (!job_.running() || took_)) return emit refused(choice);
  chosen_ = choice;
  if (present) show(choice);
}

PlanView Planning::view_with(std::shared_ptr<const Plan> plan) const {
  return {.graph = document_->graph(),
          .lifetimes = groundwork_->lifetimes,
          .conflicts = groundwork_->conflicts,
          .plan = std::move(plan),
          .bounds = groundwork_->bounds,
          .planning = job_.running(),
          .stale = !prepared_,
          .baseline = view_.baseline};
}

void Planning::show(Choice choice) {
  shown_ = choice;
  fresh_ = true;
  view_ = view_with(plan_of(choice));
  emit view_changed();
}

std::unique_ptr<const Plan> Planning::proved_plan() const {
  if (!view_.plan) return nullptr;
  auto plan = std::make_unique<Plan>(*view_.plan);
  // The bounds are those of the alignment planned for; an imported plan may have another.
  if (view_.bounds && plan->alignment == document_->alignment()) apply_bound(*view_.bounds, *plan);
  return plan;
}

}  // namespace stowage
