// SPDX-License-Identifier: GPL-3.0-or-later
// One strategy at a time: what the user asks for, and Automatic after all that is live.
#include "app/session/planning.h"

#include <QSignalBlocker>

#include "app/session/document.h"
#include "core/plan/plan.h"

namespace stowage {

void Planning::run(const LayoutStrategy& strategy) {
  if (!results_.is_grounded()) return emit refused(&strategy);
  if (run_strategy_ && !asked_) cancelled_ = true;
  run_.cancel();
  chosen_before_run_ = chosen_;
  chosen_ = &strategy;
  start_run(strategy, true);
}

/// After all that is live and the bounds, so that it keeps no core from them: the next edit waits for those only.
bool Planning::start_automatic() {
  if (live_.running() || !took_ || !std::exchange(automatic_due_, false)) return false;
  const auto so_far = results_.best_plan();
  const bool met = so_far && so_far->footprint <= results_.lower_bound().value_or(Bytes{});
  if (!cancelled_ && met) settled_ = true;
  if (cancelled_ || run_strategy_ || settled_) return false;
  start_run(automatic_strategy(), false);
  return true;
}

void Planning::start_run(const LayoutStrategy& strategy, bool asked) {
  asked_ = asked;
  run_has_plan_ = false;
  if (kept_ == &strategy) kept_ = nullptr;
  const RunWork work{&strategy, results_.ground(), document_->alignment(), results_.best_plan(), runs_++};
  run_.start([this, work](const Worker::Run& run) {
    const auto improved = [&](const Improvement& now) { run.post([this, now] { on_improved(now); }); };
    const Result<StrategyOutcome> outcome = run_one(work, run.task(), improved);
    run.post(
        [this, outcome, of = work.strategy] { outcome ? on_run_done(*outcome) : on_run_failed(*of, outcome.error()); });
  });
  set_run(&strategy);
}

/// A strategy that ended without a plan is not waited for any more.
void Planning::set_run(const LayoutStrategy* strategy) {
  if (std::exchange(run_strategy_, strategy) == strategy) return;
  if (!strategy && chosen_ && *chosen_ && !(*chosen_)->live && !results_.plan_of(*chosen_))
    chosen_ = chosen_before_run_;
  results_.set_running(strategy);
  emit plans_changed();
  emit run_changed();
  on_end();
}

bool Planning::cancel_run() {
  if (run_strategy_ && !asked_) cancelled_ = true;
  if (run_has_plan_ && run_strategy_ && run_.finish()) return true;
  run_.cancel();
  return false;
}

/// Nothing is announced of a run that is stopped so: it is of a revision that is gone.
void Planning::stop_run() {
  const QSignalBlocker quiet(run_);
  run_.cancel();
  run_strategy_ = nullptr;
  gathering_.stop();
  automatic_due_ = settled_ = false;
  kept_ = nullptr;
  took_.reset();
}

/// Stops showing and awaiting plans of runs: they are not made again with the rest.
void Planning::forget_runs() {
  const auto is_run = [](const std::optional<Choice>& choice) { return choice && *choice && !(*choice)->live; };
  if (is_run(chosen_)) chosen_.reset();
  if (is_run(shown_)) shown_.reset();
}

void Planning::on_improved(const Improvement& improvement) {
  run_has_plan_ = true;
  raise_bound(improvement.lower_bound);
  if (asked_) emit run_improved(improvement);
}

/// Keeps the better plan of two runs of the same strategy.
void Planning::on_run_done(const StrategyOutcome& outcome) {
  const std::shared_ptr<const Plan> best = results_.best_plan();
  if (const auto wrong = best ? false_claim(*outcome.plan, best->footprint) : std::nullopt) {
    results_.set_failed(*outcome.strategy, *wrong);
    return emit run_failed(outcome.strategy, *wrong);
  }
  if (outcome.strategy == &automatic_strategy()) {
    automatic_due_ = false;
    settled_ = settled_ || !cancelled_;
  }
  raise_bound(outcome.plan->lower_bound);
  const std::shared_ptr<const Plan> before = results_.plan_of(outcome.strategy);
  if (!before || outcome.plan->footprint < before->footprint) {
    results_.set_result(*outcome.strategy, outcome.plan, outcome.milliseconds);
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

void Planning::on_run_failed(const LayoutStrategy& strategy, const Error& error) {
  if (&strategy == &automatic_strategy() && error.kind != Error::Kind::cancelled) settled_ = true;
  if (!asked_) return;
  if (error.kind != Error::Kind::cancelled) results_.set_failed(strategy, error);
  emit run_failed(&strategy, error);
}

bool Planning::shows_run() const {
  return shown_ && *shown_ && !(*shown_)->live && results_.plan_of(*shown_);
}

std::optional<double> Planning::run_took() const {
  if (!shows_run() || *shown_ == kept_) return std::nullopt;
  return results_.rows()[static_cast<std::size_t>(results_.row_of(*shown_))].milliseconds;
}

}  // namespace stowage
