// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/plan_presenter.h"

#include <optional>
#include <vector>

#include <QStatusBar>

#include "app/controllers/comparison.h"
#include "app/controllers/imports.h"
#include "app/controllers/lessons.h"
#include "core/graph/claims.h"
#include "core/graph/laid_out.h"
#include "core/papers/tables.h"
#include "widgets/base/pane.h"
#include "widgets/controls/headline.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {
namespace {

/// "14.2 MiB", or "14.2 MiB, −3.4% against the baseline".
QString footprint_text(const PlanView& view) {
  const Bytes now = view.plan->needed();
  if (!view.baseline || view.baseline->plan->needed().count == 0 || !is_measured(view) || !is_measured(*view.baseline))
    return footprint_words(*view.graph, now);
  const Bytes then = view.baseline->plan->needed();
  const double share = static_cast<double>(now.count - then.count) / static_cast<double>(then.count);
  return PlanPresenter::tr("%1, %2 (%3) against the baseline")
      .arg(human_bytes(now), signed_bytes(now - then), signed_percent(share));
}

std::optional<Makespan> baseline_makespan(const Planning& planning) {
  const auto& baseline = planning.results().baseline();
  return baseline ? baseline->makespan : std::nullopt;
}

/// "3.10 ms", or "3.10 ms, +312 µs against the baseline".
QString makespan_words(const Makespan& now, const std::optional<Makespan>& then) {
  const QString text = PlanPresenter::tr("makespan %1").arg(makespan_text(now));
  if (!then) return text;
  const QString by = signed_duration(now.nanoseconds - then->nanoseconds);
  return PlanPresenter::tr("%1, %2 against the baseline").arg(text, by);
}

/// "last edit: −1.20 MiB, +312 µs", "undone: +1.20 MiB"; the time only where operators have durations. Empty until the
/// graph is planned as far as it was before.
QString effect_text(const OpenDocument& document, const Planning& planning) {
  const auto effect = planning.footprints() ? document.last_effect() : std::nullopt;
  const auto memory = effect ? change_of(effect->before.footprints, effect->after.footprints) : std::nullopt;
  if (!memory) return {};
  const auto &before = effect->before.makespan, &after = effect->after.makespan;
  QString change = signed_bytes(memory->after - memory->before);
  if (before && after) change = PlanPresenter::tr("%1, %2").arg(change, makespan_change(*before, *after));
  return effect->undone ? PlanPresenter::tr("undone: %1").arg(change) : PlanPresenter::tr("last edit: %1").arg(change);
}

/// What is said of a run that was ended before it had a plan.
QString cancelled_text(const Planning& planning, const LayoutStrategy& strategy) {
  const QString name = strategy_name(strategy);
  if (planning.view_of(&strategy).plan) return PlanPresenter::tr("%1 was cancelled. Previous plan kept.").arg(name);
  return PlanPresenter::tr("%1 was cancelled; it has no plan.").arg(name);
}

}  // namespace

PlanPresenter::PlanPresenter(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {}

void PlanPresenter::follow() {
  connect(&parts_.activity, &Activity::idle, this, &PlanPresenter::show_status);
  connect(&parts_.planning, &Planning::view_changed, this, &PlanPresenter::show_status);
  connect(&parts_.planning, &Planning::running_changed, this, &PlanPresenter::show_status);
  connect(&parts_.document, &OpenDocument::steps_measured, this, &PlanPresenter::show_status);
  connect(&parts_.document, &OpenDocument::revised, this, &PlanPresenter::show_graph);
  // A message hides the counts: it goes as soon as they are others.
  connect(&parts_.document, &OpenDocument::revised, parts_.window.statusBar(), &QStatusBar::clearMessage);
  follow_planning();
  follow_runs();
  connect(&parts_.heap_map, &HeapMapWidget::coloring_changed, &parts_.docks.view<LegendWidget>(),
          &LegendWidget::set_coloring);
  connect(&parts_.compare, &CompareView::difference_coloring_changed, &parts_.docks.view<LegendWidget>(),
          &LegendWidget::set_difference);
  parts_.comparison->follow_plans();
  connect(parts_.lessons, &Lessons::changed, this, &PlanPresenter::show_results);
  connect(parts_.lessons, &Lessons::changed, this, &PlanPresenter::show_status);
}

void PlanPresenter::follow_planning() {
  connect(&parts_.planning, &Planning::plans_changed, this, [this] {
    parts_.strategies.model().set_results(parts_.planning.results());
    mark_shown();
  });
  connect(&parts_.planning, &Planning::baseline_changed, this, &PlanPresenter::show_status);
  connect(&parts_.strategies, &StrategyPanel::pin_requested, &parts_.planning, &Planning::pin_baseline);
  connect(&parts_.strategies, &StrategyPanel::unpin_requested, &parts_.planning, &Planning::unpin_baseline);
  connect(&parts_.planning, &Planning::view_changed, this, &PlanPresenter::show_results);
  connect(&parts_.planning, &Planning::failed, this, [this](const Error& error) {
    parts_.message.show_fault(MessageBar::Topic::planning, tr("No plan: %1").arg(QString::fromStdString(error.text())));
  });
  connect(&parts_.strategies, &StrategyPanel::strategy_chosen, this, [this](const LayoutStrategy* strategy) {
    parts_.planning.choose(strategy);
    parts_.strategies.set_follows_best(parts_.planning.follows_best());  // also where its plan is still to come
  });
  connect(&parts_.strategies, &StrategyPanel::strategy_chosen, parts_.window.statusBar(), &QStatusBar::clearMessage);
  connect(&parts_.strategies, &StrategyPanel::best_requested, &parts_.planning, &Planning::follow_best);
  // Later, since the table still handles the click that is refused.
  connect(&parts_.planning, &Planning::refused, this, &PlanPresenter::show_refusal, Qt::QueuedConnection);
  connect(&parts_.planning, &Planning::stage_changed, this, [this] {
    parts_.activity.refresh();
    show_status();
  });
  connect(&parts_.planning, &Planning::started, this, [this] { parts_.message.resolve(MessageBar::Topic::planning); });
  connect(&parts_.orders, &OrdersPane::order_used, &parts_.planning, &Planning::announce_order);
  connect(&parts_.planning, &Planning::order_planned, this, &PlanPresenter::show_order_change);
}

/// Strategies that run when asked to.
void PlanPresenter::follow_runs() {
  connect(&parts_.strategies, &StrategyPanel::run_requested, this,
          [this](const LayoutStrategy* strategy) { parts_.planning.run(*strategy); });
  connect(&parts_.strategies, &StrategyPanel::run_cancelled, this, [this] {
    const LayoutStrategy* const run = parts_.planning.run_strategy();
    const bool gives_plan = parts_.planning.cancel_run();
    if (run && !gives_plan) note(parts_.window, cancelled_text(parts_.planning, *run));
  });
  connect(&parts_.planning, &Planning::run_changed, this, [this] {
    mark_shown();
    if (!parts_.planning.run_strategy() || !parts_.planning.run_was_asked_for()) return;
    parts_.strategies.set_found(std::nullopt);
    parts_.message.resolve(MessageBar::Topic::planning);
  });
  connect(&parts_.planning, &Planning::run_kept, this, [this](const LayoutStrategy* strategy) {
    note(parts_.window, tr("%1 found no smaller plan. Previous plan kept.").arg(strategy_name(*strategy)));
  });
  connect(&parts_.planning, &Planning::run_improved, &parts_.strategies, &StrategyPanel::set_found);
  connect(&parts_.planning, &Planning::started, &parts_.strategies,
          [this] { parts_.strategies.set_found(std::nullopt); });
  connect(&parts_.planning, &Planning::run_failed, this, [this](const LayoutStrategy* strategy, const Error& error) {
    if (error.kind == Error::Kind::cancelled) return note(parts_.window, cancelled_text(parts_.planning, *strategy));
    parts_.message.show_fault(MessageBar::Topic::planning,
                              tr("No plan by %1. %2").arg(strategy_name(*strategy), sentence_of(error)));
  });
}

void PlanPresenter::show_document() {
  for (Pane* pane : parts_.docks.panes()) pane->set_graph(nullptr);
  show_graph();
}

void PlanPresenter::show_graph() {
  for (Pane* pane : parts_.docks.panes()) pane->set_graph(parts_.document.graph());
}

void PlanPresenter::show_results() {
  const PlanView view = parts_.lessons->without_answers(parts_.planning.view());
  parts_.heap_map.set_view(view);
  PlanView placed = view;
  if (const auto so_far = parts_.lessons->plan_so_far(); so_far && view.graph == parts_.document.graph())
    placed.plan = so_far;
  parts_.tensors.set_view(placed);
  parts_.find_bar.set_view(view);
  for (Pane* pane : parts_.docks.panes()) pane->set_view(view);
  mark_shown();
}

void PlanPresenter::mark_shown() {
  if (parts_.planning.shown())
    parts_.strategies.set_shown(*parts_.planning.shown());
  else
    parts_.strategies.set_nothing_shown();
  parts_.strategies.set_follows_best(parts_.planning.follows_best());
}

void PlanPresenter::show_status() {
  if (!parts_.document.is_open()) {
    parts_.centre.headline().set_figures({});
    return parts_.activity.set_status(tr("Nothing is open"));
  }
  const Graph& graph = *parts_.document.graph();
  QStringList parts{tensors_text(graph), tr("%Ln stream(s)", nullptr, as_int(graph.stream_count()))};
  // What a lesson asks for is not said before it is answered.
  const bool pairs_asked = parts_.lessons->will_ask({Fact::unsafe_pairs}) ||
                           (graph.stream_count() == 1 && parts_.lessons->will_ask({Fact::pairs_together}));
  const bool footprint_asked = parts_.lessons->footprint_asked();
  parts_.strategy_box.set_figures_hidden(footprint_asked);
  show_headline(footprint_asked);
  if (const auto pairs = parts_.planning.unsafe_pairs(); pairs && !pairs_asked)
    parts += (graph.laid_out() != nullptr ? tr("%1 unsafe pair(s) of places", nullptr, as_int(*pairs))
                                          : tr("%1 unsafe pair(s)", nullptr, as_int(*pairs)))
                 .arg(grouped(*pairs));
  const QString saving = parts_.imports->saving_text();
  const PlanView& view = parts_.planning.view();
  const bool said = view.plan && view.plan->reserved_peak && !saving.isEmpty();  // by the saving
  if (view.plan && !view.stale && !said && !footprint_asked) parts += footprint_text(view);
  if (!saving.isEmpty() && !footprint_asked) parts += saving;
  if (const auto& makespan = parts_.document.makespan(); makespan && !parts_.lessons->will_ask({Fact::makespan})) {
    parts += makespan_words(*makespan, baseline_makespan(parts_.planning));
    if (makespan->missing > 0)
      parts += tr("%1 of %Ln operator(s) without a duration", nullptr, as_int(operators_in_file(graph)))
                   .arg(grouped(makespan->missing));
  }
  const QString effect = effect_text(parts_.document, parts_.planning);
  if (!effect.isEmpty() && !footprint_asked) parts += effect;
  if (const auto run = parts_.planning.run_took())
    parts += tr("planned by %1 in %2").arg(strategy_name(**parts_.planning.shown()), human_duration(*run));
  else if (parts_.planning.took() && !parts_.planning.shows_run())
    parts += tr("planned in %1").arg(human_duration(*parts_.planning.took()));
  else if (parts_.planning.cancelled())
    parts += tr("planning cancelled at %1").arg(strategies_done());
  parts_.activity.set_status(parts.join(QStringLiteral(" · ")));
}

/// Leaves out what a lesson asks for.
void PlanPresenter::show_headline(bool figures_asked) {
  std::vector<Headline::Figure> out;
  const PlanSet& plans = parts_.planning.results();
  const PlanView& view = parts_.planning.view();
  // The row in the planning: the panel may still show another plan.
  const int at = parts_.planning.shown() ? plans.row_of(*parts_.planning.shown()) : -1;
  const StrategyRow* row = at < 0 ? nullptr : &plans.rows()[static_cast<std::size_t>(at)];
  if (row && row->footprint && view.plan && !figures_asked) {
    const Bytes needed = view.plan->needed();
    const std::size_t unknown = plans.uncounted().unknown_sizes;
    out.push_back(
        {.name = view.plan->reserved_peak ? tr("Reserved")
                 : view.plan->assumed     ? tr("Assumed")
                                          : tr("Footprint"),
         .value = footprint_words(plans.uncounted(), needed),
         .tip = unknown > 0
                    ? tr("%1; the sizes of %Ln tensor(s) are unknown", nullptr, as_int(unknown)).arg(full_bytes(needed))
                    : full_bytes(needed)});
    if (const auto bound = plans.bound_of(*row))
      out.push_back({.name = tr("Lower bound"), .value = human_bytes(*bound), .tip = full_bytes(*bound)});
    if (row->faulty())
      out.push_back({.name = tr("Plan"), .value = tr("not safe"), .tone = Headline::Tone::bad});
    else if (plans.proved_optimal(*row))
      out.push_back({.name = tr("Gap"),
                     .value = tr("optimal"),
                     .tip = tr("No plan is smaller for this order and these streams"),
                     .tone = Headline::Tone::good});
    else if (const auto gap = plans.gap_of(*row))
      out.push_back({.name = tr("Gap"),
                     .value = signed_percent(*gap),
                     .tip = tr("How far the footprint is above the lower bound")});
    if (view.graph->has_bodies())
      out.push_back({.name = tr("Loops and branches"),
                     .value = tr("not counted"),
                     .tip = tr("Could not lay out the bodies"),
                     .tone = Headline::Tone::bad});
  }
  const auto& makespan = parts_.document.makespan();
  if (makespan && !parts_.lessons->will_ask({Fact::makespan}))
    out.push_back({.name = tr("Makespan"), .value = makespan_text(*makespan)});
  if (view.plan && view.baseline && !view.stale && !figures_asked) {
    const bool known = is_measured(view) && is_measured(*view.baseline);
    const Bytes change = known ? view.plan->needed() - view.baseline->plan->needed() : Bytes{0};
    QStringList changes;
    if (known) changes += signed_bytes(change);
    if (makespan && view.baseline->makespan)
      changes += signed_duration(makespan->nanoseconds - view.baseline->makespan->nanoseconds);
    out.push_back({.name = tr("Since baseline"),
                   .value = changes.isEmpty() ? tr("unknown") : changes.join(QStringLiteral(", ")),
                   .tone = change.count < 0   ? Headline::Tone::good
                           : change.count > 0 ? Headline::Tone::bad
                                              : Headline::Tone::plain});
  }
  parts_.centre.headline().set_figures(std::move(out));
}

QString PlanPresenter::strategies_done() const {
  return tr("%1 of %2").arg(parts_.planning.strategies_done()).arg(live_strategies().size());
}

QString PlanPresenter::activity_text() const {
  switch (parts_.planning.stage()) {
    case Planning::Stage::relating:
      return tr("Finding unsafe pairs…");
    case Planning::Stage::planning:
      return tr("Planning: %1").arg(strategies_done());
    case Planning::Stage::bounding:
      return tr("Proving the bound…");
    case Planning::Stage::checking:
      return tr("Checking the imported plan…");
    case Planning::Stage::running:
      return tr("Running %1…").arg(strategy_name(*parts_.planning.run_strategy()));
    case Planning::Stage::idle:
      break;
  }
  return {};
}

QString PlanPresenter::cancel() {
  const Planning::Stage stage = parts_.planning.stage();
  const LayoutStrategy* const run = parts_.planning.run_strategy();
  parts_.planning.cancel();
  if (stage == Planning::Stage::bounding)
    parts_.message.show_remark(
        MessageBar::Topic::planning,
        tr("The search for a better bound was cancelled; all %1 strategies are done.").arg(live_strategies().size()));
  else if (stage == Planning::Stage::relating || stage == Planning::Stage::planning)
    parts_.message.show_remark(
        MessageBar::Topic::planning,
        tr("Planning stopped after %1 strategies. Press F5 to plan again.").arg(strategies_done()));
  else if (stage == Planning::Stage::checking)
    return tr("The check of the imported plan was cancelled.");
  else if (run && !parts_.planning.run_strategy())
    return cancelled_text(parts_.planning, *run);
  else if (run)
    return tr("Stopping %1. Its best plan so far is kept.").arg(strategy_name(*run));
  return {};
}

void PlanPresenter::show_refusal(const LayoutStrategy* choice) {
  mark_shown();
  const QString name = choice ? strategy_name(*choice) : tr("the imported plan");
  note(parts_.window, tr("%1 has no plan yet. Press F5 to plan again.").arg(name));
}

/// A smaller peak need not be a smaller plan, on several streams least of all: then there is a way back.
void PlanPresenter::show_order_change(const QString& order, const FootprintChange& change) {
  const QString now = human_bytes(change.after), before = human_bytes(change.before);
  if (change.after == change.before)
    return note(parts_.window, tr("The order by %1 leaves the footprint at %2.").arg(order, now));
  if (change.after < change.before)
    return note(parts_.window, tr("The order by %1 makes the plan %2 smaller: %3 instead of %4.")
                                   .arg(order, human_bytes(change.before - change.after), now, before));
  if (parts_.lessons->is_open()) return;  // it may be what the lesson asks for
  parts_.message.show_remark(MessageBar::Topic::planning,
                             tr("The order by %1 makes the plan %2 larger: %3 instead of %4.")
                                 .arg(order, human_bytes(change.after - change.before), now, before),
                             {{tr("Undo"), "undo_order", [this] { parts_.document.undo_stack().undo(); }}});
}

}  // namespace stowage
