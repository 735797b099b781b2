// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/planning.h"

#include <algorithm>

#include <QSignalBlocker>

#include "app/session/document.h"
#include "core/papers/tables.h"
#include "core/plan/plan.h"

namespace stowage {
namespace {

// Planning that takes longer than this shows its first plan at once; otherwise the best is there soon enough.
constexpr std::chrono::milliseconds kPatience{250};
// Strategies that end within this time are announced together: each announcement makes every view that lists plans
// draw itself, on cores that the strategies need.
constexpr std::chrono::milliseconds kGathering{100};
constexpr std::size_t kMostRemembered = 32;    // graphs
constexpr std::size_t kMostViolations = 1000;  // listed; all are counted

/// The plan with its footprint in a graph whose sizes may have changed since, of the alignment that is planned for
/// where its offsets have that. Without what its file claims, since that proves nothing.
std::shared_ptr<const Plan> measured(const Plan& plan, const Graph& graph, Bytes alignment) {
  Plan now = at_alignment(graph, plan, alignment).value_or(plan);
  now.footprint = footprint(graph, now.offsets, now.alignment);
  now.lower_bound = {};
  now.proved_optimal = false;
  return std::make_shared<const Plan>(std::move(now));
}

}  // namespace

Planning::Planning(OpenDocument* document, QObject* parent) : QObject(parent), document_(document) {
  gathering_.setSingleShot(true);
  gathering_.setInterval(kGathering);
  connect(&gathering_, &QTimer::timeout, this, &Planning::announce_gathered);
  connect(document, &OpenDocument::replaced, this, &Planning::on_replaced);
  connect(document, &OpenDocument::revised, this, &Planning::on_revised);
  connect(document, &OpenDocument::edit_refused, this, [this] { announced_.reset(); });
  connect(document, &OpenDocument::imported_plan_changed, this, [this] {
    chosen_ = nullptr;
    check_imported();
  });
  for (Worker* worker : {&live_, &run_}) connect(worker, &Worker::progress, this, &Planning::progress);
  for (Worker* worker : {&live_, &checker_}) connect(worker, &Worker::running_changed, this, &Planning::on_end);
  connect(&live_, &Worker::failed, this, &Planning::failed);
  connect(&checker_, &Worker::failed, this, [this](const Error& error) { on_check(tl::unexpected(error)); });
  connect(&run_, &Worker::failed, this, [this](const Error& error) { on_run_failed(*run_strategy_, error); });
  connect(&run_, &Worker::running_changed, this, [this] {
    if (!run_.running()) set_run(nullptr);
  });
  connect(document, &OpenDocument::steps_measured, this, &Planning::measure);  // a step that changed no plan was taken
  // Before all others hear of it: they read the steps of the undo stack.
  for (const auto learns : {&Planning::stage_changed, &Planning::finished, &Planning::view_changed})
    connect(this, learns, this, &Planning::measure);
  for (const auto learns : {&Planning::stage_changed, &Planning::finished})
    connect(this, learns, this, &Planning::check_announced);
}

// ---- the document

void Planning::on_replaced() {
  const bool ran = run_strategy_;
  {
    const QSignalBlocker quiet_live(live_), quiet_check(checker_);
    live_.cancel();
    checker_.cancel();
  }
  stop_run();
  bounds_gathered_ = cancelled_ = false;
  gathered_ = done_ = 0;
  unsafe_pairs_.reset();
  announced_.reset();
  const bool was_pinned = results_.baseline() != nullptr;
  results_ = {};
  results_.set_imported(document_->imported_plan(), document_->imported_plan() == document_->file_plan());
  chosen_.reset();
  shown_.reset();
  view_ = {};
  remembered_.clear();
  baselines_.clear();
  space_ = document_->space();
  if (document_->imported_plan()) chosen_ = nullptr;
  if (was_pinned) emit baseline_changed();
  if (ran) emit run_changed();
  emit running_changed();
  emit stage_changed();
  emit plans_changed();
  emit view_changed();
}

void Planning::on_revised() {
  if (const std::size_t now = document_->space(); now != space_) {  // plans of two spaces are not compared
    baselines_[std::exchange(space_, now)] = results_.baseline();
    set_baseline(baselines_[now]);
  }
  document_->plans_hold() ? rename() : start();
}

/// All that is known holds, and all that is being made will, since streams only look otherwise. What belongs to a graph
/// before the last edit keeps that.
void Planning::rename() {
  const auto& now = document_->graph();
  revision_ = document_->revision();
  if (results_.is_grounded()) results_.set_graph(now);
  emit plans_changed();
  if (!view_.graph || view_.stale) return;
  view_.graph = now;
  emit view_changed();
}

/// The plan shown first: of equals it moves nothing.
std::vector<std::shared_ptr<const Plan>> Planning::known_plans() const {
  std::vector<std::shared_ptr<const Plan>> out;
  if (view_.plan) out.push_back(view_.plan);
  if (const auto& promised = document_->promised_plan()) out.push_back(promised);
  for (const auto& [graph, plan] : remembered_)
    if (graph.lock() == document_->graph()) out.push_back(plan);
  return out;
}

void Planning::remember_shown() {
  if (!view_.plan || view_.stale || view_.graph == nullptr) return;
  const auto known =
      std::ranges::find_if(remembered_, [&](const auto& each) { return each.first.lock() == view_.graph; });
  if (known != remembered_.end() && known->second->footprint <= view_.plan->footprint) return;
  if (known != remembered_.end()) remembered_.erase(known);
  remembered_.emplace_back(view_.graph, view_.plan);
  if (remembered_.size() > kMostRemembered) remembered_.erase(remembered_.begin());
}

/// The steps of the undo stack know what was planned before and after them.
void Planning::measure() {
  if (const auto now = footprints()) document_->set_footprints(*now);
}

void Planning::announce_order(const QString& name) {
  announced_ = Announced{name, document_->revision()};
}

/// Waits for as much as was known before. Where that does not come, or another edit does, nothing is said.
void Planning::check_announced() {
  if (!announced_ || document_->revision() == announced_->revision) return;
  const bool is_next = document_->revision() == announced_->revision + 1;
  const auto effect = is_next && footprints() ? document_->last_effect() : std::nullopt;
  const auto change = effect ? change_of(effect->before.footprints, effect->after.footprints) : std::nullopt;
  if (is_next && !change && running()) return;
  const QString order = std::exchange(announced_, std::nullopt)->order;
  if (change) emit order_planned(order, *change);
}

// ---- live strategies

void Planning::start() {
  const bool ran = run_strategy_;
  stop_run();
  remember_shown();
  const auto known = known_plans();
  forget_runs();
  revision_ = document_->revision();
  results_.begin(document_->alignment());
  gathered_ = done_ = 0;
  standard_left_ = std::ranges::count_if(live_strategies(), &LayoutStrategy::standard);
  bounds_gathered_ = cancelled_ = fresh_ = false;
  automatic_due_ = true;
  begin_ = std::chrono::steady_clock::now();
  // A plan of other tensors than there are now says nothing of what can be selected.
  if (view_.graph && view_.graph->tensor_count() != document_->graph()->tensor_count())
    view_ = {.baseline = view_.baseline};
  view_.planning = true;
  view_.stale = view_.graph != nullptr;
  if (ran) emit run_changed();
  emit started();
  emit plans_changed();
  emit view_changed();
  const LiveWork work{document_->graph(), document_->alignment(), wanted().value_or(nullptr), known};
  live_.start([this, work](const Worker::Run& run) {
    const auto on = [this, &run](auto hear) {
      return [this, &run, hear](const auto& news) { run.post([this, hear, news] { (this->*hear)(news); }); };
    };
    const Result<void> done = plan_live(work, run.task(),
                                        {.prepared = on(&Planning::on_groundwork),
                                         .kept = on(&Planning::on_kept),
                                         .strategy_done = on(&Planning::on_outcome),
                                         .planned = on(&Planning::on_planned),
                                         .bounded = on(&Planning::on_bounds)});
    if (!done) on (&Planning::failed)(done.error());
  });
  check_imported();
}

void Planning::cancel() {
  announce_gathered();
  if (live_.running()) {
    cancelled_ = true;
    if (!took_) show_wish_or_best();
  }
  live_.cancel();
  checker_.cancel();
  cancel_run();
}

Planning::Stage Planning::stage() const {
  if (!live_.running() && checker_.running()) return Stage::checking;
  if (!live_.running()) return run_strategy_ ? Stage::running : Stage::idle;
  if (took_) return Stage::bounding;
  return results_.is_grounded() ? Stage::planning : Stage::relating;
}

void Planning::on_groundwork(const Groundwork& groundwork) {
  unsafe_pairs_ = groundwork.unsafe_pairs;
  results_.set_refused(groundwork.refused);
  PlanView ground = groundwork.view;
  ground.graph = document_->graph();  // whose streams may have been renamed meanwhile
  ground.history = document_->history();
  results_.set_ground(std::move(ground));
  emit stage_changed();
  show_imported();
  if (view_.plan) return;  // the plan shown stays until its successor is there
  view_ = results_.ground();
  view_.planning = is_planning();
  view_.baseline = results_.baseline();
  emit view_changed();
}

void Planning::on_kept(const std::shared_ptr<const Plan>& plan) {
  results_.set_result(automatic_strategy(), plan, std::nullopt);
  results_.prefer(&automatic_strategy());
  emit plans_changed();
  if (!wanted() && !fresh_) show(&automatic_strategy());
}

void Planning::on_outcome(const StrategyOutcome& outcome) {
  results_.set_result(*outcome.strategy, outcome.plan, outcome.milliseconds);
  ++gathered_;
  if (!gathering_.isActive()) gathering_.start();
  if (outcome.strategy->standard && --standard_left_ == 0) announce_gathered();
  if (outcome.failure) {
    results_.set_failed(*outcome.strategy, *outcome.failure);
    emit run_failed(outcome.strategy, *outcome.failure);
  }
  if (!outcome.plan) return;
  const bool late = std::chrono::steady_clock::now() - begin_ > kPatience;
  const std::optional<Choice> kept = wanted();
  if (kept ? *kept == outcome.strategy : !fresh_ && late) show(outcome.strategy);
}

void Planning::announce_gathered() {
  gathering_.stop();
  if (gathered_ == 0) return;
  done_ += std::exchange(gathered_, 0);
  emit stage_changed();
  emit plans_changed();
}

void Planning::on_planned(double milliseconds) {
  announce_gathered();
  took_ = milliseconds;
  least_live_.reset();
  for (const LayoutStrategy& strategy : layout_strategies()) {
    const auto plan = strategy.live || &strategy == &automatic_strategy() ? results_.plan_of(&strategy) : nullptr;
    if (plan) least_live_ = least_live_ ? std::min(*least_live_, plan->footprint) : plan->footprint;
  }
  auto before = std::make_shared<const PlanSet>(results_);
  results_.drop_stale_views();
  release_elsewhere(std::move(before));
  emit stage_changed();
  show_wish_or_best();
}

/// Returns whether that is another plan than the one shown before.
bool Planning::show_wish_or_best() {
  if (chosen_ && results_.plan_of(*chosen_)) return false;
  const Choice choice = results_.best();
  const bool other = choice && (shown_ != choice || view_.plan != results_.plan_of(choice));
  if (other) show(choice);
  return other;
}

void Planning::on_bounds(const std::shared_ptr<const Bounds>& bounds) {
  results_.set_bounds(bounds);
  view_.bounds = shown_ && !view_.stale ? results_.view_of(*shown_).bounds : results_.ground().bounds;
  bounds_gathered_ = true;
}

/// The last result of a planning and its end are announced together.
void Planning::on_end() {
  announce_gathered();
  if (start_automatic()) return;  // which announces the end of the rest
  const bool over = !running();
  if (over) results_.end();
  bool other = std::exchange(bounds_gathered_, false);
  if (!is_planning()) other |= std::exchange(view_.planning, false);
  emit stage_changed();
  if (over || other) emit plans_changed();
  if (over) emit running_changed();
  if (over && took_ && !cancelled_) emit finished();
  if (other) emit view_changed();
}

// ---- the imported plan

/// It may have been made for another graph, or have come while this one was edited.
void Planning::check_imported() {
  const bool was_checked = results_.imported_check() != nullptr;
  const std::shared_ptr<const Plan> plan = document_->imported_plan();
  results_.set_imported(plan, plan == document_->file_plan());
  if (was_checked) emit imported_checked();
  if (!plan) return static_cast<void>(checker_.cancel());
  emit plans_changed();
  checker_.start([this, plan, graph = document_->graph(), alignment = document_->alignment()](const Worker::Run& run) {
    const auto say = [&](Result<Validation> check) { run.post([this, check = std::move(check)] { on_check(check); }); };
    if (plan->offsets.size() != graph->tensor_count())
      return say(tl::unexpected(Error::bad_input("", "", tr("the tensors of the graph have changed").toStdString())));
    const auto now = measured(*plan, *graph, alignment);
    const auto show = [&](std::shared_ptr<const Bounds> own) {
      run.post([this, now, own = std::move(own)] {
        results_.set_imported_now(now, own);
        show_imported();
      });
    };
    show(nullptr);
    say(validate(*graph, *now, kMostViolations, run.task()));
    if (!needs_own_bounds(*now, alignment)) return;
    const auto conflicts = Conflicts::compute(*graph, run.task());
    if (conflicts) show(own_bounds_of(*now, *graph, *conflicts, alignment));
  });
}

void Planning::on_check(const Result<Validation>& check) {
  results_.set_imported_check(check);
  show_imported();
  emit imported_checked();
}

void Planning::show_imported() {
  emit plans_changed();
  if (chosen_ != Choice(nullptr) || !results_.plan_of(nullptr)) return;
  const bool seen = fresh_ && shown_ == Choice(nullptr) && same_results(view_, results_.view_of(nullptr));
  if (!seen) show(nullptr);
}

// ---- what is shown

PlanView Planning::view_of(Choice choice) const {
  PlanView view = results_.view_of(choice);
  if (!view.plan) return {};
  view.planning = is_planning();
  view.baseline = results_.baseline();
  return view;
}

void Planning::show(Choice choice) {
  shown_ = choice;
  fresh_ = true;
  auto before = std::make_shared<const PlanView>(std::exchange(view_, view_of(choice)));
  emit view_changed();
  release_elsewhere(std::move(before));  // after all views have
}

void Planning::pin_baseline(Choice choice) {
  PlanView view = results_.view_of(choice);
  if (!view.plan) return;
  view.stale = false;
  set_baseline(std::make_shared<const PlanView>(std::move(view)));
}

void Planning::unpin_baseline() {
  if (results_.baseline()) set_baseline(nullptr);
}

void Planning::set_baseline(std::shared_ptr<const PlanView> baseline) {
  view_.baseline = baseline;
  results_.set_baseline(std::move(baseline));
  emit plans_changed();
  emit baseline_changed();
  emit view_changed();
}

void Planning::bring_back(const Wishes& wishes) {
  if (wishes.baseline) set_baseline(wishes.baseline);
  if (wishes.chosen && *wishes.chosen && (*wishes.chosen)->live) choose(*wishes.chosen);
}

void Planning::choose(Choice choice) {
  const bool present = results_.plan_of(choice) != nullptr;
  const bool running_now = choice && (choice->live ? live_.running() && !took_ : run_strategy_ == choice);
  const bool on_its_way =
      choice ? running_now : is_planning() && document_->imported_plan() && !results_.imported_check();
  if (!present && !on_its_way) return emit refused(choice);
  chosen_ = choice;
  if (present) show(choice);
}

void Planning::take_plan(const LayoutStrategy& strategy, const Plan& plan, double milliseconds) {
  const bool fits = results_.is_grounded() && plan.alignment == document_->alignment() &&
                    plan.offsets.size() == document_->graph()->tensor_count();
  if (!fits) return emit refused(&strategy);
  const std::shared_ptr<const Plan> known = results_.plan_of(&strategy);
  if (!known || plan.footprint < known->footprint) {
    auto bounded = std::make_shared<Plan>(plan);
    if (const auto& bounds = results_.ground().bounds)
      stowage::raise_bound(*document_->graph(), bounds->proved(), *bounded);
    results_.set_result(strategy, std::move(bounded), milliseconds);
    emit plans_changed();
  }
  chosen_ = &strategy;
  show(&strategy);
}

void Planning::follow_best() {
  if (!chosen_) return;
  chosen_.reset();
  const bool known = took_ || !live_.running();
  if (!known || !show_wish_or_best()) emit view_changed();
}

std::optional<Footprints> Planning::footprints() const {
  if (!took_ || revision_ != document_->revision() || results_.uncounted().any()) return std::nullopt;
  if (chosen_) {
    const auto plan = *chosen_ ? results_.plan_of(*chosen_) : nullptr;
    return plan ? std::optional(Footprints{*chosen_, plan->footprint, plan->footprint}) : std::nullopt;
  }
  if (!least_live_) return std::nullopt;
  Footprints out{.live = *least_live_};
  const auto plan = settled_ ? results_.plan_of(&automatic_strategy()) : nullptr;
  if (settled_) out.settled = plan ? std::min(out.live, plan->footprint) : out.live;
  return out;
}

std::unique_ptr<const Plan> Planning::proved_plan() const {
  if (!view_.plan) return nullptr;
  auto plan = std::make_unique<Plan>(*view_.plan);
  // The bounds are those of the alignment planned for; an imported plan may have another.
  if (view_.clashes) plan->proved_optimal = false;
  const bool bounded = plan->alignment == document_->alignment() && !plan->serial_streams;
  if (view_.bounds && !view_.clashes && bounded) stowage::raise_bound(*view_.graph, view_.bounds->proved(), *plan);
  return plan;
}

/// Any strategy's proof holds for the plans of all.
void Planning::raise_bound(Bytes proved) {
  if (!results_.prove(proved)) return;
  const auto now = shown_ ? results_.plan_of(*shown_) : nullptr;
  const bool other = now && !view_.stale && now != view_.plan;
  if (other) view_.plan = now;
  emit plans_changed();
  if (other) emit view_changed();
}

}  // namespace stowage
