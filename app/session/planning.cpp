// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/planning.h"

#include <algorithm>
#include <utility>

#include <QSignalBlocker>

#include "app/session/document.h"
#include "core/insight/edit/same_graph.h"
#include "core/papers/tables.h"
#include "core/plan/plan.h"

namespace stowage {
namespace {

// Planning that takes longer than this shows its first plan at once; else the best is there soon enough.
constexpr std::chrono::milliseconds kPatience{250};
// What comes within this time is told together: each makes every view that lists plans draw itself anew, on cores that
// the strategies need.
constexpr std::chrono::milliseconds kGathering{100};
constexpr std::size_t kMostRemembered = 32;    // graphs
constexpr std::size_t kMostViolations = 1000;  // listed; all are counted

/// The plan with its footprint in a graph whose sizes may have changed since, of the alignment that is planned for
/// where its offsets have that; what a file claims is no proof.
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
  connect(&gathering_, &QTimer::timeout, this, &Planning::tell_gathered);
  connect(document, &OpenDocument::replaced, this, &Planning::forget);
  connect(document, &OpenDocument::revised, this, &Planning::follow_revision);
  connect(document, &OpenDocument::imported_plan_changed, this, &Planning::take_imported);
  connect(&job_, &PlannerJob::prepared, this, &Planning::take_groundwork);
  connect(&job_, &PlannerJob::kept, this, &Planning::take_kept);
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
    if (strategy == find_layout_strategy("auto") && error.kind != Error::Kind::cancelled) settled_ = true;
    if (!asked_) return;
    if (error.kind != Error::Kind::cancelled) results_.set_failed(*strategy, error);
    emit run_failed(strategy, error);
  });
  connect(&run_, &StrategyRun::improved, this, [this](const Improvement& now) {
    raise_bound(now.lower_bound);
    if (asked_) emit run_improved(now);
  });
  connect(&run_, &StrategyRun::progress, this, &Planning::progress);
  connect(&run_, &StrategyRun::changed, this, &Planning::take_run_change);
}

/// The last result of a planning and its end are told at once.
void Planning::take_end() {
  tell_gathered();
  if (start_automatic()) return;  // and then tells of the end of the rest
  const bool over = !running();
  if (over) results_.end();
  bool other = std::exchange(bounded_untold_, false);
  if (!is_planning()) other |= std::exchange(view_.planning, false);
  emit stage_changed();
  if (over || other) emit plans_changed();
  if (over) emit running_changed();
  if (over && took_ && !cancelled_) emit ended();
  if (other) emit view_changed();
}

/// Nothing is told of a run that is stopped so: it is of a revision that is gone.
void Planning::stop_run() {
  const QSignalBlocker quiet(run_);
  run_.cancel();
  gathering_.stop();
  automatic_due_ = settled_ = false;
  kept_ = nullptr;
  took_.reset();
}

void Planning::forget() {
  const bool ran = run_.strategy();
  {
    const QSignalBlocker quiet_job(job_), quiet_check(checker_);
    job_.cancel();
    checker_.cancel();
  }
  stop_run();
  bounded_untold_ = cancelled_ = false;
  untold_ = done_ = 0;
  unsafe_pairs_.reset();
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

/// Names of streams change no plan.
void Planning::follow_revision() {
  if (const std::size_t now = document_->space(); now != space_) {  // plans of two spaces are not compared
    baselines_[std::exchange(space_, now)] = results_.baseline();
    set_baseline(baselines_[now]);
  }
  const auto& now = document_->graph();
  const bool renamed = view_.graph && view_.graph != now && took_ && !running() && !view_.stale &&
                       same_but_stream_names(*view_.graph, *now);
  if (!renamed) return start();
  results_.set_graph(now);
  view_.graph = now;
  revision_ = document_->revision();
  emit plans_changed();
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

void Planning::take_kept(std::shared_ptr<const Plan> plan) {
  const LayoutStrategy& automatic = *find_layout_strategy("auto");
  results_.set_result(automatic, std::move(plan), std::nullopt);
  results_.prefer(&automatic);
  emit plans_changed();
  if (!wanted() && !fresh_) show(&automatic);
}

void Planning::start() {
  const bool ran = run_.strategy();
  stop_run();
  remember_shown();
  const auto known = known_plans();
  forget_runs();
  revision_ = document_->revision();
  results_.begin(document_->alignment());
  untold_ = done_ = 0;
  standard_left_ = std::ranges::count_if(live_strategies(), &LayoutStrategy::standard);
  bounded_untold_ = cancelled_ = fresh_ = false;
  automatic_due_ = true;
  begin_ = std::chrono::steady_clock::now();
  // A plan of other tensors than there are now tells nothing of what can be selected.
  if (view_.graph && view_.graph->tensor_count() != document_->graph()->tensor_count())
    view_ = {.baseline = view_.baseline};
  view_.planning = true;
  view_.stale = view_.graph != nullptr;
  if (ran) emit run_changed();
  emit started();
  emit plans_changed();
  emit view_changed();
  job_.start(document_->graph(), document_->alignment(), wanted().value_or(nullptr), known);
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
  return results_.is_grounded() ? Stage::planning : Stage::relating;
}

void Planning::take_groundwork(const Groundwork& groundwork) {
  unsafe_pairs_ = groundwork.unsafe_pairs;
  results_.set_refused(groundwork.refused);
  PlanView ground = groundwork.view;
  ground.history = document_->history();
  results_.set_ground(std::move(ground));
  emit stage_changed();
  show_imported();
  if (view_.plan) return;  // the plan of before stays until its successor is there
  view_ = results_.ground();
  view_.planning = is_planning();
  view_.baseline = results_.baseline();
  emit view_changed();
}

void Planning::take_outcome(const StrategyOutcome& outcome) {
  results_.set_result(*outcome.strategy, outcome.plan, outcome.milliseconds);
  ++untold_;
  if (!gathering_.isActive()) gathering_.start();
  if (outcome.strategy->standard && --standard_left_ == 0) tell_gathered();
  if (outcome.failure) {
    results_.set_failed(*outcome.strategy, *outcome.failure);
    emit run_failed(outcome.strategy, *outcome.failure);
  }
  if (!outcome.plan) return;
  const bool late = std::chrono::steady_clock::now() - begin_ > kPatience;
  const std::optional<Choice> kept = wanted();
  if (kept ? *kept == outcome.strategy : !fresh_ && late) show(outcome.strategy);
}

void Planning::tell_gathered() {
  gathering_.stop();
  if (untold_ == 0) return;
  done_ += std::exchange(untold_, 0);
  emit stage_changed();
  emit plans_changed();
}

void Planning::finish_strategies(double milliseconds) {
  tell_gathered();
  took_ = milliseconds;
  live_.reset();
  for (const LayoutStrategy& strategy : layout_strategies()) {
    const auto plan = strategy.live || strategy.id == "auto" ? results_.plan_of(&strategy) : nullptr;
    if (plan) live_ = live_ ? std::min(*live_, plan->footprint) : plan->footprint;
  }
  results_.drop_stale_views();
  emit stage_changed();
  show_wish_or_best();
}

/// Whether that is another plan than the one shown.
bool Planning::show_wish_or_best() {
  if (chosen_ && results_.plan_of(*chosen_)) return false;
  const Choice choice = results_.best();
  const bool other = choice && (shown_ != choice || view_.plan != results_.plan_of(choice));
  if (other) show(choice);
  return other;
}

void Planning::take_bounds(std::shared_ptr<const Bounds> bounds) {
  results_.set_bounds(std::move(bounds));
  view_.bounds = shown_ && !view_.stale ? results_.view_of(*shown_).bounds : results_.ground().bounds;
  bounded_untold_ = true;
}

void Planning::take_imported() {
  chosen_ = nullptr;
  check_imported();
}

/// It may have been made for another graph, or have come while this one was edited.
void Planning::check_imported() {
  const bool was_checked = results_.imported_check() != nullptr;
  const std::shared_ptr<const Plan> plan = document_->imported_plan();
  results_.set_imported(plan, plan == document_->file_plan());
  if (was_checked) emit imported_checked();
  if (!plan) return static_cast<void>(checker_.cancel());
  emit plans_changed();
  checker_.start([this, plan, graph = document_->graph(), alignment = document_->alignment()](const Worker::Run& run) {
    const auto say = [&](Result<Validation> check) {
      run.post([this, check = std::move(check)] { take_check(check); });
    };
    if (plan->offsets.size() != graph->tensor_count())
      return say(tl::unexpected(Error::bad_input("", "", tr("the tensors of the graph have changed").toStdString())));
    const auto now = measured(*plan, *graph, alignment);
    run.post([this, now] {
      results_.set_imported_now(now);
      show_imported();
    });
    say(validate(*graph, *now, kMostViolations, run.task()));
  });
}

void Planning::take_check(const Result<Validation>& check) {
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

PlanView Planning::view_of(Choice choice) const {
  PlanView view = results_.view_of(choice);
  if (!view.plan) return {};
  view.planning = is_planning();
  view.baseline = results_.baseline();
  return view;
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

void Planning::bring_back(const Wishes& wishes) {
  if (wishes.baseline) set_baseline(wishes.baseline);
  if (wishes.chosen && *wishes.chosen && (*wishes.chosen)->live) choose(*wishes.chosen);
}

void Planning::set_baseline(std::shared_ptr<const PlanView> baseline) {
  view_.baseline = baseline;
  results_.set_baseline(std::move(baseline));
  emit plans_changed();
  emit baseline_changed();
  emit view_changed();
}

void Planning::choose(Choice choice) {
  const bool present = results_.plan_of(choice) != nullptr;
  const bool running_now = choice && (choice->live ? job_.running() && !took_ : run_.strategy() == choice);
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
  const bool known = took_ || !job_.running();
  if (!known || !show_wish_or_best()) emit view_changed();
}

void Planning::show(Choice choice) {
  shown_ = choice;
  fresh_ = true;
  view_ = view_of(choice);
  emit view_changed();
}

std::optional<Footprints> Planning::footprints() const {
  if (!took_ || revision_ != document_->revision() || results_.uncounted().any()) return std::nullopt;
  if (chosen_) {
    const auto plan = *chosen_ ? results_.plan_of(*chosen_) : nullptr;
    return plan ? std::optional(Footprints{*chosen_, plan->footprint, plan->footprint}) : std::nullopt;
  }
  if (!live_) return std::nullopt;
  Footprints out{.live = *live_};
  const auto automatic = settled_ ? results_.plan_of(find_layout_strategy("auto")) : nullptr;
  if (settled_) out.settled = automatic ? std::min(out.live, automatic->footprint) : out.live;
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

void Planning::run(const LayoutStrategy& strategy) {
  if (!results_.is_grounded()) return emit refused(&strategy);
  if (run_.strategy() && !asked_) cancelled_ = true;
  run_.cancel();
  chosen_before_run_ = chosen_;
  chosen_ = &strategy;
  start_run(strategy, true);
}

void Planning::start_run(const LayoutStrategy& strategy, bool asked) {
  asked_ = asked;
  if (kept_ == &strategy) kept_ = nullptr;
  run_begin_ = std::chrono::steady_clock::now();
  run_.start(strategy, results_.ground(), document_->alignment(), results_.best_plan());
}

bool Planning::shows_run() const {
  return shown_ && *shown_ && !(*shown_)->live && results_.plan_of(*shown_);
}

std::optional<double> Planning::run_took() const {
  if (!shows_run() || *shown_ == kept_) return std::nullopt;
  return results_.rows()[static_cast<std::size_t>(results_.row_of(*shown_))].milliseconds;
}

bool Planning::cancel_run() {
  if (run_.strategy() && !asked_) cancelled_ = true;
  if (run_.finish()) return true;
  run_.cancel();
  return false;
}

/// After all that is live and the bounds, so that it keeps no core from them: the next edit waits for those only.
bool Planning::start_automatic() {
  if (job_.running() || !took_ || !std::exchange(automatic_due_, false)) return false;
  const LayoutStrategy& automatic = *find_layout_strategy("auto");
  const auto so_far = results_.best_plan();
  const bool met = so_far && so_far->footprint <= results_.lower_bound().value_or(Bytes{});
  if (!cancelled_ && met) settled_ = true;
  if (cancelled_ || run_.strategy() || settled_) return false;
  start_run(automatic, false);
  return true;
}

/// Of the plans of two runs of the same strategy, the better stays.
void Planning::take_run(const StrategyOutcome& outcome) {
  const std::shared_ptr<const Plan> best = results_.best_plan();
  if (const auto wrong = best ? false_claim(*outcome.plan, best->footprint) : std::nullopt) {
    results_.set_failed(*outcome.strategy, *wrong);
    return emit run_failed(outcome.strategy, *wrong);
  }
  if (outcome.strategy->id == "auto") {
    automatic_due_ = false;
    settled_ = settled_ || !cancelled_;
  }
  raise_bound(outcome.plan->lower_bound);
  const std::shared_ptr<const Plan> before = results_.plan_of(outcome.strategy);
  if (!before || outcome.plan->footprint < before->footprint) {
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - run_begin_;
    results_.set_result(*outcome.strategy, outcome.plan, took.count());
    emit plans_changed();
  } else {
    kept_ = outcome.strategy;
    emit run_kept(outcome.strategy);
  }
  if (!asked_)
    show_wish_or_best();
  else if (wanted() == std::optional<Choice>(outcome.strategy))
    show(outcome.strategy);
}

/// What ended without a plan is no longer waited for.
void Planning::take_run_change() {
  if (!run_.strategy() && chosen_ && *chosen_ && !(*chosen_)->live && !results_.plan_of(*chosen_))
    chosen_ = chosen_before_run_;
  results_.set_running(run_.strategy());
  emit plans_changed();
  emit run_changed();
  take_end();
}

/// They are not made anew with the rest, and so are neither shown nor waited for.
void Planning::forget_runs() {
  const auto is_run = [](const std::optional<Choice>& choice) { return choice && *choice && !(*choice)->live; };
  if (is_run(chosen_)) chosen_.reset();
  if (is_run(shown_)) shown_.reset();
}

/// What one strategy has proved holds for the plans of all.
void Planning::raise_bound(Bytes proved) {
  if (!results_.prove(proved)) return;
  const auto now = shown_ ? results_.plan_of(*shown_) : nullptr;
  const bool other = now && !view_.stale && now != view_.plan;
  if (other) view_.plan = now;
  emit plans_changed();
  if (other) emit view_changed();
}

}  // namespace stowage
