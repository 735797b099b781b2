// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says of the work in the background: counts, what runs and how far it is, and how it ended.
#include <algorithm>

#include <QFileInfo>
#include <QStatusBar>

#include "app/window/activity.h"
#include "app/window/lessons.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/strategies/gap_chart.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {
namespace {

constexpr int kNote = 6000;  // milliseconds

int as_int(std::uint64_t count) {
  return static_cast<int>(std::min<std::uint64_t>(count, 2'000'000'000));
}

QString grouped(std::uint64_t count) {
  return QLocale().toString(static_cast<qulonglong>(count));
}

/// "14.2 MiB", or "14.2 MiB, −3.4% against the baseline".
QString footprint_text(const PlanView& view) {
  const Bytes now = view.plan->footprint;
  if (!view.baseline || view.baseline->plan->footprint.count == 0) return human_bytes(now);
  const Bytes then = view.baseline->plan->footprint;
  const double share = static_cast<double>(now.count - then.count) / static_cast<double>(then.count);
  return MainWindow::tr("%1, %2 (%3) against the baseline")
      .arg(human_bytes(now), signed_bytes(now - then), signed_percent(share));
}

/// "no such program" as a sentence of its own.
QString as_sentence(QString text) {
  if (text.isEmpty()) return text;
  text.front() = text.front().toUpper();
  return text.endsWith('.') ? text : text + '.';
}

/// What is said of a run that was ended before it had a plan.
QString cancelled_text(const Planning& planning, const LayoutStrategy& strategy) {
  const QString name = text_of(strategy.id);
  if (planning.view_of(&strategy).plan)
    return MainWindow::tr("%1 was cancelled; its plan of the run before stays.").arg(name);
  return MainWindow::tr("%1 was cancelled; it has no plan.").arg(name);
}

}  // namespace

void MainWindow::make_status_bar() {
  connect(activity_, &Activity::idle, this, &MainWindow::show_status);
  connect(activity_, &Activity::settled, this, &MainWindow::settled);
  connect(&planning_, &Planning::view_changed, this, &MainWindow::show_status);
  // A message hides the counts: it goes as soon as they are others.
  connect(&document_, &OpenDocument::revised, statusBar(), &QStatusBar::clearMessage);
  connect(strategies_, &StrategyPanel::strategy_chosen, statusBar(), &QStatusBar::clearMessage);
}

/// Strategies that run when asked to.
void MainWindow::connect_runs() {
  StrategyTableModel* model = &strategies_->model();
  connect(strategies_, &StrategyPanel::run_requested, this,
          [this](const LayoutStrategy* strategy) { planning_.run(*strategy); });
  connect(strategies_, &StrategyPanel::run_cancelled, this, [this] {
    const LayoutStrategy* const run = planning_.run_strategy();
    const bool gives_plan = planning_.cancel_run();
    if (run && !gives_plan) statusBar()->showMessage(cancelled_text(planning_, *run), kNote);
  });
  connect(&planning_, &Planning::run_changed, this, [this, model] {
    model->set_running(planning_.run_strategy());
    mark_shown();
    if (!planning_.run_strategy()) return strategies_->gap_chart().end();
    if (!planning_.run_was_asked_for()) return;
    strategies_->gap_chart().begin();
    message_->resolve(MessageBar::Topic::planning);
  });
  connect(&planning_, &Planning::run_kept, this, [this](const LayoutStrategy* strategy) {
    statusBar()->showMessage(tr("%1 found no smaller plan; that of its run before stays.").arg(text_of(strategy->id)),
                             kNote);
  });
  connect(&planning_, &Planning::run_improved, &strategies_->gap_chart(), &GapChart::add);
  connect(&planning_, &Planning::started, &strategies_->gap_chart(), &GapChart::clear);
  connect(&planning_, &Planning::run_failed, this, [this, model](const LayoutStrategy* strategy, const Error& error) {
    if (error.kind == Error::Kind::cancelled)
      return statusBar()->showMessage(cancelled_text(planning_, *strategy), kNote);
    const QString reason = as_sentence(QString::fromStdString(error.text()));
    model->set_failed(*strategy, reason);
    message_->show_message(MessageBar::Topic::planning, MessageBar::Kind::fault,
                           tr("No plan by %1. %2").arg(text_of(strategy->id), reason));
  });
}

void MainWindow::show_status() {
  if (!document_.is_open()) return activity_->set_status(tr("Nothing is open"));
  const Graph& graph = *document_.graph();
  QStringList parts{tr("%Ln tensor(s)", nullptr, as_int(graph.tensor_count())),
                    tr("%Ln stream(s)", nullptr, as_int(graph.stream_count()))};
  // What a lesson asks for is not told beforehand.
  const bool pairs_asked = lessons_->will_ask({Fact::unsafe_pairs});
  const bool footprint_asked = lessons_->will_ask({Fact::offset, Fact::next, Fact::footprint, Fact::least_footprint});
  if (const auto& known = planning_.groundwork(); known && !pairs_asked)
    parts += tr("%1 unsafe pair(s)", nullptr, as_int(known->unsafe_pairs)).arg(grouped(known->unsafe_pairs));
  if (const PlanView& view = planning_.view(); view.plan && !view.stale && !footprint_asked)
    parts += footprint_text(view);
  if (const QString saving = saving_text(); !saving.isEmpty() && !footprint_asked) parts += saving;
  if (const auto run = planning_.run_took())
    parts += tr("planned by %1 in %2").arg(text_of((*planning_.shown())->id), human_duration(*run));
  else if (planning_.took())
    parts += tr("planned in %1").arg(human_duration(*planning_.took()));
  else if (planning_.cancelled())
    parts += tr("planning cancelled at %1").arg(strategies_done());
  activity_->set_status(parts.join(QStringLiteral(" · ")));
}

QString MainWindow::strategies_done() const {
  return tr("%1 of %2").arg(planning_.strategies_done()).arg(live_strategies().size());
}

QString MainWindow::planning_text() const {
  switch (planning_.stage()) {
    case Planning::Stage::relating:
      return tr("Finding unsafe pairs…");
    case Planning::Stage::planning:
      return tr("Planning: %1").arg(strategies_done());
    case Planning::Stage::bounding:
      return tr("Proving the bound…");
    case Planning::Stage::checking:
      return tr("Checking the imported plan…");
    case Planning::Stage::running:
      return tr("Running %1…").arg(text_of(planning_.run_strategy()->id));
    case Planning::Stage::idle:
      break;
  }
  return {};
}

/// What the session works at, as the user knows it. The views' own jobs and what is written join the list themselves.
void MainWindow::make_jobs() {
  jobs_.add(&loader_, {.running = [this] { return loader_.running(); },
                       .text = [this] { return loader_.activity(); },
                       .cancel =
                           [this] {
                             loader_.cancel();
                             plans_to_open_.clear();
                             return loader_.cancelled_text();
                           }});
  connect(&loader_, &LoaderJob::running_changed, this, [this] { jobs_.report(&loader_); });
  connect(&loader_, &LoaderJob::progress, this, [this](double fraction) { jobs_.report(&loader_, fraction); });
  jobs_.add(&document_, {.running = [this] { return document_.is_editing(); },
                         .text = [] { return tr("Editing…"); },
                         .cancel =
                             [this] {
                               document_.cancel_edit();
                               return tr("The edit was cancelled; nothing has changed.");
                             }});
  connect(&document_, &OpenDocument::editing_changed, this, [this] { jobs_.report(&document_); });
  jobs_.add(&planning_, {.running = [this] { return planning_.running(); },
                         .text = [this] { return planning_text(); },
                         .cancel = [this] { return cancel_planning(); }});
  connect(&planning_, &Planning::ended, this, &MainWindow::show_status);
  for (const auto begins_or_ends : {&Planning::started, &Planning::run_changed, &Planning::ended})
    connect(&planning_, begins_or_ends, this, [this] { jobs_.report(&planning_); });
  connect(&planning_, &Planning::progress, this, [this](double fraction) { jobs_.report(&planning_, fraction); });
  jobs_.add(orders_, {.running = [this] { return orders_->searching(); },
                      .text = [this] { return orders_->search_text(); },
                      .cancel =
                          [this] {
                            orders_->stop_search();
                            return tr("Stopping the search. The best order so far is kept.");
                          }});
  // Nobody knows how far a strategy is: the bar tells only that something runs.
  connect(orders_, &OrdersPane::searching_changed, this, [this] { jobs_.report(orders_, -1); });
  connect(&jobs_, &Jobs::failed, this, &MainWindow::tell_of_failure);
}

void MainWindow::tell_of_failure(const QString& reason) {
  message_->show_message(MessageBar::Topic::work, MessageBar::Kind::fault,
                         tr("A view could not be brought up to date: %1.").arg(reason));
}

void MainWindow::show_stage() {
  activity_->refresh();
  show_status();
}

/// All that works for the document that is open.
void MainWindow::stop_work() {
  loader_.cancel();
  planning_.cancel();
  plans_to_open_.clear();
}

QString MainWindow::cancel_planning() {
  const Planning::Stage stage = planning_.stage();
  const LayoutStrategy* const run = planning_.run_strategy();
  planning_.cancel();
  if (stage == Planning::Stage::bounding)
    message_->show_message(
        MessageBar::Topic::planning, MessageBar::Kind::remark,
        tr("The search for a better bound was cancelled; all %1 strategies are done.").arg(live_strategies().size()));
  else if (stage == Planning::Stage::relating || stage == Planning::Stage::planning)
    message_->show_message(
        MessageBar::Topic::planning, MessageBar::Kind::remark,
        tr("Planning was cancelled; %1 strategies are done. Plan again (F5) starts it anew.").arg(strategies_done()));
  else if (stage == Planning::Stage::checking)
    return tr("The check of the imported plan was cancelled.");
  else if (run && !planning_.run_strategy())
    return cancelled_text(planning_, *run);
  else if (run)
    return tr("Stopping %1; the best plan that it found is kept.").arg(text_of(run->id));
  return {};
}

void MainWindow::show_refusal(const LayoutStrategy* choice) {
  mark_shown();
  const QString name = choice ? QString::fromUtf8(choice->id.data(), static_cast<qsizetype>(choice->id.size()))
                              : tr("the imported plan");
  statusBar()->showMessage(tr("There is no plan by %1; Plan again (F5) makes all of them.").arg(name), kNote);
}

}  // namespace stowage
