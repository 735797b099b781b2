// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies that are not live: what is run because the user asked, or of itself, and what that proves of all plans.
#include <algorithm>
#include <utility>

#include "app/session/document.h"
#include "app/session/planning.h"

namespace stowage {

void Planning::run(const LayoutStrategy& strategy) {
  if (!prepared_) return emit refused(&strategy);
  run_.cancel();
  chosen_before_run_ = chosen_;
  chosen_ = &strategy;
  start_run(strategy, true);
}

void Planning::start_run(const LayoutStrategy& strategy, bool asked) {
  asked_ = asked;
  run_.start(strategy, document_->graph(), *groundwork_, document_->alignment());
}

std::optional<double> Planning::run_took() const {
  const auto at = shown_ ? run_times_.find(*shown_) : run_times_.end();
  return at == run_times_.end() ? std::nullopt : std::optional(at->second);
}

bool Planning::cancel_run() {
  if (run_.finish()) return true;
  run_.cancel();
  return false;
}

/// After all that is live and the bounds, so that it keeps no core from them: the next edit waits for those only.
bool Planning::start_automatic() {
  if (job_.running() || !took_ || !std::exchange(automatic_due_, false)) return false;
  const LayoutStrategy& automatic = *find_layout_strategy("auto");
  const Choice so_far = best();
  const bool met = so_far && plan_of(so_far)->footprint <= std::max(proved_, groundwork_->bounds->best());
  if (cancelled_ || run_.strategy() || plan_of(&automatic) || met) return false;
  start_run(automatic, false);
  return true;
}

/// Of the plans of two runs of the same strategy, the better stays.
void Planning::take_run(const StrategyOutcome& outcome) {
  raise_bound(outcome.plan->lower_bound);
  const std::shared_ptr<const Plan> before = plan_of(outcome.strategy);
  if (!before || outcome.plan->footprint < before->footprint) {
    views_[outcome.strategy] = view_with(outcome.plan);
    run_times_[outcome.strategy] = outcome.milliseconds;
    emit strategies_ended({outcome});
    emit plans_changed();
  } else {
    emit run_kept(outcome.strategy);
  }
  if (!asked_)
    show_wish_or_best();
  else if (wanted() == std::optional<Choice>(outcome.strategy))
    show(outcome.strategy);
}

/// What ended without a plan is no longer waited for.
void Planning::take_run_change() {
  if (!run_.strategy() && chosen_ && *chosen_ && !(*chosen_)->live && !plan_of(*chosen_)) chosen_ = chosen_before_run_;
  emit run_changed();
  take_end();
}

/// They are not made anew with the rest, and so are neither shown nor waited for.
void Planning::forget_runs() {
  run_.cancel();
  run_times_.clear();
  const auto is_run = [](const std::optional<Choice>& choice) { return choice && *choice && !(*choice)->live; };
  std::erase_if(views_, [&](const auto& entry) { return is_run(entry.first); });
  if (is_run(chosen_)) chosen_.reset();
  if (is_run(shown_)) shown_.reset();
}

/// What one strategy has proved holds for the plans of all.
void Planning::raise_bound(Bytes proved) {
  if (proved <= std::max(proved_, groundwork_->bounds->best())) return;
  proved_ = proved;
  for (auto& [choice, view] : views_)
    if (!view.stale) view.plan = with_proved(view.plan);
  emit bound_proved(proved_);
  const auto now = shown_ ? plan_of(*shown_) : nullptr;
  if (now && !view_.stale && now != view_.plan) {
    view_.plan = now;
    emit view_changed();
  }
  emit plans_changed();
}

/// The plan with that bound, where it is one of its alignment.
std::shared_ptr<const Plan> Planning::with_proved(std::shared_ptr<const Plan> plan) const {
  if (!plan || plan->lower_bound >= proved_ || plan->alignment != document_->alignment() || plan->serial_streams)
    return plan;
  auto other = std::make_shared<Plan>(*plan);
  other->lower_bound = proved_;
  other->proved_optimal = other->footprint == proved_;
  return other;
}

}  // namespace stowage
