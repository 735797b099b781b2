// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/planning.h"

#include <algorithm>
#include <utility>

#include "app/session/document.h"
#include "core/plan/plan.h"

namespace stowage {
namespace {

// Planning that takes longer than this shows its first plan at once; else the best is there soon enough.
constexpr std::chrono::milliseconds kPatience{250};
// What comes within this time is told together: each makes every view that lists plans draw itself anew, on cores that
// the strategies need.
constexpr std::chrono::milliseconds kGathering{100};
constexpr std::size_t kMostViolations = 1000;  // listed; all are counted

/// The plan with its footprint in a graph whose sizes may have changed since; what a file claims is no proof.
std::shared_ptr<const Plan> measured(std::shared_ptr<const Plan> plan, const Graph& graph) {
  const Bytes now = footprint(graph.data().tensor_size, plan->offsets);
  if (now == plan->footprint && plan->lower_bound == Bytes{} && !plan->proved_optimal) return plan;
  auto other = std::make_shared<Plan>(*plan);
  other->footprint = now;
  other->lower_bound = {};
  other->proved_optimal = false;
  return other;
}

}  // namespace

Planning::Planning(OpenDocument* document, QObject* parent) : QObject(parent), document_(document) {
  gathering_.setSingleShot(true);
  gathering_.setInterval(kGathering);
  connect(&gathering_, &QTimer::timeout, this, &Planning::tell_gathered);
  connect(document, &OpenDocument::replaced, this, &Planning::forget);
  connect(document, &OpenDocument::revised, this, &Planning::start);
  connect(document, &OpenDocument::imported_plan_changed, this, &Planning::take_imported);
  connect(&job_, &PlannerJob::prepared, this, &Planning::take_groundwork);
  connect(&job_, &PlannerJob::strategy_done, this, &Planning::take_outcome);
  connect(&job_, &PlannerJob::planned, this, &Planning::finish_strategies);
  connect(&job_, &PlannerJob::bounded, this, &Planning::take_bounds);
  connect(&job_, &PlannerJob::failed, this, &Planning::failed);
  connect(&job_, &PlannerJob::progress, this, &Planning::progress);
  connect(&job_, &PlannerJob::running_changed, this, &Planning::take_end);
  connect(&checker_, &Worker::running_changed, this, &Planning::take_end);
  connect(&checker_, &Worker::failed, this, [this](const Error& error) { take_check(tl::unexpected(error)); });
  connect(&run_, &StrategyRun::done, this, &Planning::take_run);
  connect(&run_, &StrategyRun::failed, this, [this](const LayoutStrategy* strategy, const Error& error) {
    if (asked_) emit run_failed(strategy, error);
  });
  connect(&run_, &StrategyRun::improved, this, [this](const Improvement& now) {
    raise_bound(now.lower_bound);
    if (asked_) emit run_improved(now);
  });
  connect(&run_, &StrategyRun::progress, this, &Planning::progress);
  connect(&run_, &StrategyRun::changed, this, &Planning::take_run_change);
}

void Planning::take_end() {
  tell_gathered();
  if (start_automatic()) return;  // and then tells of the end of the rest
  emit stage_changed();
  bool other = std::exchange(bounded_untold_, false);
  if (!running()) emit ended();
  if (!is_planning()) other |= std::exchange(view_.planning, false);
  if (!other) return;
  emit view_changed();
  emit plans_changed();
}

void Planning::forget() {
  automatic_due_ = false;
  job_.cancel();
  checker_.cancel();
  forget_runs();
  forget_gathered();
  cancelled_ = false;
  done_ = 0;
  groundwork_.reset();
  views_.clear();
  imported_ = nullptr;
  check_.reset();
  clashes_ = nullptr;
  chosen_.reset();
  shown_.reset();
  took_.reset();
  view_ = {};
  if (document_->imported_plan()) chosen_ = nullptr;
  set_baseline(nullptr);
  emit view_changed();
  emit plans_changed();
}

void Planning::start() {
  forget_runs();
  for (auto& [choice, view] : views_) view.stale = true;
  forget_gathered();
  took_.reset();
  done_ = 0;
  standard_left_ = std::ranges::count_if(live_strategies(), &LayoutStrategy::standard);
  cancelled_ = fresh_ = prepared_ = false;
  automatic_due_ = true;
  begin_ = std::chrono::steady_clock::now();
  view_.planning = true;
  view_.stale = view_.graph != nullptr;
  emit started();
  emit view_changed();
  emit plans_changed();
  job_.start(document_->graph(), document_->alignment(), wanted().value_or(nullptr));
  check_imported();
}

void Planning::cancel() {
  tell_gathered();
  if (job_.running()) {
    cancelled_ = true;
    if (!took_) show_wish_or_best();
  }
  job_.cancel();
  checker_.cancel();
  cancel_run();
}

Planning::Stage Planning::stage() const {
  if (!job_.running() && checker_.running()) return Stage::checking;
  if (!job_.running()) return run_.strategy() ? Stage::running : Stage::idle;
  if (took_) return Stage::bounding;
  return prepared_ ? Stage::planning : Stage::relating;
}

void Planning::take_groundwork(const Groundwork& groundwork) {
  proved_ = {};
  groundwork_ = groundwork;
  prepared_ = true;
  emit prepared();
  emit stage_changed();
  bounds_untold_ = true;
  gather();
  place_imported();
  if (view_.plan) return;  // the plan of before stays until its successor is there
  view_ = view_with(nullptr);
  emit view_changed();
}

void Planning::take_outcome(const StrategyOutcome& outcome) {
  if (outcome.plan)
    views_[outcome.strategy] = view_with(outcome.plan);
  else
    views_.erase(outcome.strategy);
  untold_.push_back(outcome);
  gather();
  if (outcome.strategy->standard && --standard_left_ == 0) tell_gathered();
  if (!outcome.plan) return;
  const bool late = std::chrono::steady_clock::now() - begin_ > kPatience;
  const std::optional<Choice> kept = wanted();
  if (kept ? *kept == outcome.strategy : !fresh_ && late) show(outcome.strategy);
}

void Planning::gather() {
  if (!gathering_.isActive()) gathering_.start();
}

void Planning::forget_gathered() {
  gathering_.stop();
  untold_.clear();
  bounds_untold_ = bounded_untold_ = false;
}

void Planning::tell_gathered() {
  gathering_.stop();
  if (std::exchange(bounds_untold_, false)) emit bounds_changed(groundwork_->bounds);
  const std::vector<StrategyOutcome> outcomes = std::exchange(untold_, {});
  if (outcomes.empty()) return;
  done_ += outcomes.size();
  emit strategies_ended(outcomes);
  emit stage_changed();
  emit plans_changed();
}

void Planning::finish_strategies(double milliseconds) {
  tell_gathered();
  took_ = milliseconds;
  std::erase_if(views_, [](const auto& entry) { return entry.first && entry.second.stale; });
  emit stage_changed();
  show_wish_or_best();
}

/// Of the plans made here; null where there is none.
Planning::Choice Planning::best() const {
  Choice best = nullptr;
  for (const LayoutStrategy& strategy : layout_strategies()) {
    const auto plan = plan_of(&strategy);
    if (plan && (!best || plan->footprint < plan_of(best)->footprint)) best = &strategy;
  }
  return best;
}

std::optional<Bytes> Planning::smallest_of_ours() const {
  std::optional<Bytes> out;
  for (const auto& [choice, view] : views_)
    if (choice && view.plan && !view.stale && (!out || view.plan->footprint < *out)) out = view.plan->footprint;
  return out;
}

/// Whether that is another plan than the one shown.
bool Planning::show_wish_or_best() {
  if (chosen_ && plan_of(*chosen_)) return false;
  const Choice choice = best();
  const bool other = choice && (shown_ != choice || view_.plan != plan_of(choice));
  if (other) show(choice);
  return other;
}

/// The last result of a planning: the views are told of it and of the end at once.
void Planning::take_bounds(std::shared_ptr<const Bounds> bounds) {
  groundwork_->bounds = std::move(bounds);
  emit bounds_changed(groundwork_->bounds);
  for (auto& [choice, view] : views_)
    if (!view.stale) view.bounds = groundwork_->bounds;
  view_.bounds = groundwork_->bounds;
  bounded_untold_ = true;
}

void Planning::take_imported() {
  chosen_ = nullptr;
  check_imported();
}

/// It may have been made for another graph, or have come while this one was edited.
void Planning::check_imported() {
  imported_ = nullptr;
  clashes_ = nullptr;
  if (std::exchange(check_, std::nullopt)) emit imported_checked();
  const std::shared_ptr<const Plan> plan = document_->imported_plan();
  if (!plan) {
    checker_.cancel();
    return;
  }
  checker_.start([this, plan, graph = document_->graph()](const Worker::Run& run) {
    const auto say = [&](Result<Validation> check) {
      run.post([this, check = std::move(check)] { take_check(check); });
    };
    if (plan->offsets.size() != graph->tensor_count())
      return say(tl::unexpected(Error::bad_input("", "", tr("the graph has other tensors now").toStdString())));
    run.post([this, now = measured(plan, *graph)] {
      imported_ = now;
      place_imported();
    });
    Plan now = *measured(plan, *graph);
    say(validate(*graph, now, kMostViolations, run.task()));
  });
}

void Planning::take_check(const Result<Validation>& check) {
  check_ = check;
  mark_clashes();
  emit imported_checked();
}

/// Once it is known, and what is known of the graph, too.
void Planning::place_imported() {
  if (!prepared_ || !imported_) return;
  views_[nullptr] = view_with(imported_);
  views_[nullptr].clashes = clashes_;
  emit plans_changed();
  if (chosen_ == Choice(nullptr)) show(nullptr);
}

/// In the views of the imported plan, without being asked: an unsafe plan is not to be taken for a good one.
void Planning::mark_clashes() {
  if (!*check_ || (*check_)->valid()) return;
  auto clashes = std::make_shared<PlanClashes>();
  clashes->count = (*check_)->count;
  for (const Violation& each : (*check_)->violations) clashes->pairs.push_back({each.first, each.second});
  clashes_ = std::move(clashes);
  if (plan_of(nullptr)) place_imported();
}

std::shared_ptr<const Plan> Planning::plan_of(Choice choice) const {
  const auto at = views_.find(choice);
  return at == views_.end() || at->second.stale ? nullptr : at->second.plan;
}

PlanView Planning::view_of(Choice choice) const {
  const auto at = views_.find(choice);
  if (at == views_.end()) return {};
  PlanView view = at->second;
  view.planning = is_planning();
  view.baseline = baseline_;
  return view;
}

void Planning::pin_baseline(Choice choice) {
  PlanView view = view_of(choice);
  if (!view.plan) return;
  view.planning = view.stale = false;
  view.baseline = nullptr;
  set_baseline(std::make_shared<const PlanView>(std::move(view)));
}

void Planning::unpin_baseline() {
  set_baseline(nullptr);
}

void Planning::set_baseline(std::shared_ptr<const PlanView> baseline) {
  if (baseline == baseline_) return;
  baseline_ = std::move(baseline);
  view_.baseline = baseline_;
  emit baseline_changed();
  emit view_changed();
  emit plans_changed();
}

void Planning::choose(Choice choice) {
  const bool present = plan_of(choice) != nullptr;
  const bool running_now = choice && (choice->live ? job_.running() && !took_ : run_.strategy() == choice);
  const bool on_its_way = choice ? running_now : is_planning() && document_->imported_plan() && !check_;
  if (!present && !on_its_way) return emit refused(choice);
  chosen_ = choice;
  if (present) show(choice);
}

void Planning::follow_best() {
  if (!chosen_) return;
  chosen_.reset();
  const bool known = took_ || !job_.running();
  if (!known || !show_wish_or_best()) emit view_changed();
}

PlanView Planning::view_with(std::shared_ptr<const Plan> plan) const {
  return {.graph = document_->graph(),
          .lifetimes = groundwork_->lifetimes,
          .conflicts = groundwork_->conflicts,
          .plan = with_proved(std::move(plan)),
          .bounds = groundwork_->bounds,
          .planning = is_planning(),
          .baseline = baseline_};
}

void Planning::show(Choice choice) {
  shown_ = choice;
  fresh_ = true;
  view_ = view_of(choice);
  emit view_changed();
}

std::unique_ptr<const Plan> Planning::proved_plan() const {
  if (!view_.plan) return nullptr;
  auto plan = std::make_unique<Plan>(*view_.plan);
  // The bounds are those of the alignment planned for; an imported plan may have another.
  if (view_.clashes) plan->proved_optimal = false;
  const bool bounded = plan->alignment == document_->alignment() && !plan->serial_streams;
  if (view_.bounds && !view_.clashes && bounded) apply_bound(*view_.bounds, *plan);
  return plan;
}

}  // namespace stowage
