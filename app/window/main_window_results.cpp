// SPDX-License-Identifier: GPL-3.0-or-later
// How results reach the window's views, and what the views ask for reaches the document and the planning.
#include <algorithm>
#include <optional>

#include <QAction>
#include <QStatusBar>

#include "app/window/comparison.h"
#include "app/window/docks.h"
#include "app/window/lessons.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "widgets/base/pane.h"
#include "widgets/painters/style/facts.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/find/find_bar.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/loops/loops_pane.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {
namespace {

constexpr int kOrderNote = 10'000;  // milliseconds

}  // namespace

void MainWindow::connect_results() {
  StrategyTableModel* model = &strategies_->model();
  connect(&document_, &OpenDocument::replaced, this, [this, model] {
    model->clear();
    show_imported();
  });
  connect_orders();
  const auto show_order = [this] { orders_->set_imported_order(document_.imported_order()); };
  connect(&document_, &OpenDocument::replaced, this, show_order);
  connect(&document_, &OpenDocument::imported_order_changed, this, show_order);
  connect(&document_, &OpenDocument::imported_plan_changed, this, &MainWindow::show_imported);
  connect(&document_, &OpenDocument::renumbered, this, [this](const auto& now) { state_.renumber(now); });
  const auto show_graph = [this] {
    for (Pane* pane : docks_->panes()) pane->set_graph(document_.graph());
  };
  connect(&document_, &OpenDocument::replaced, this, show_graph);
  connect(&document_, &OpenDocument::revised, this, show_graph);
  connect(&document_, &OpenDocument::revised, this, [this] { message_->resolve(MessageBar::Topic::editing); });
  connect(&document_, &OpenDocument::edit_refused, this, [this](const Error& error) {
    message_->show_message(MessageBar::Topic::editing, MessageBar::Kind::fault,
                           tr("Not done: %1.").arg(QString::fromStdString(error.text())));
  });
  connect(&saver_, &GraphSaver::ended, this, &MainWindow::take_saved);
  connect(&planning_, &Planning::imported_checked, this, &MainWindow::show_imported);
  connect(&planning_, &Planning::baseline_changed, this, &MainWindow::show_baseline);
  connect(strategies_, &StrategyPanel::pin_requested, &planning_, &Planning::pin_baseline);
  connect(strategies_, &StrategyPanel::unpin_requested, &planning_, &Planning::unpin_baseline);
  connect(&planning_, &Planning::started, model, &StrategyTableModel::begin);
  connect(&planning_, &Planning::strategies_ended, model, [model](const std::vector<StrategyOutcome>& outcomes) {
    std::vector<StrategyFigures> figures;
    for (const StrategyOutcome& each : outcomes) {
      const auto footprint = each.plan ? std::optional(each.plan->footprint) : std::nullopt;
      figures.push_back({each.strategy, footprint, each.milliseconds});
    }
    model->set_results(figures);
  });
  connect(&planning_, &Planning::prepared, model,
          [this, model] { model->set_refused(planning_.groundwork()->refused); });
  connect_runs();
  // Of a graph of which no size is known the bound is 0, which proves nothing of any plan.
  connect(&planning_, &Planning::bounds_changed, model, [this, model](const std::shared_ptr<const Bounds>& bounds) {
    const bool sizes_known = unknown_sizes(*document_.graph()) == 0;
    const bool nothing = bounds && bounds->best() == Bytes{} && !sizes_known;
    model->set_bounds(nothing ? nullptr : bounds, sizes_known);
  });
  connect(&planning_, &Planning::bound_proved, model, &StrategyTableModel::set_proved);
  connect(&planning_, &Planning::ended, model, &StrategyTableModel::end);
  connect(&planning_, &Planning::view_changed, this, &MainWindow::show_results);
  connect(&planning_, &Planning::failed, this, [this](const Error& error) {
    message_->show_message(MessageBar::Topic::planning, MessageBar::Kind::fault,
                           tr("No plan: %1").arg(QString::fromStdString(error.text())));
  });
  connect(heap_map_, &HeapMapWidget::coloring_changed, legend_, &LegendWidget::set_coloring);
  connect(compare_, &CompareView::difference_coloring_changed, legend_, &LegendWidget::set_difference);
  comparison_->follow_plans();
  lessons_->follow_document();
  connect(lessons_, &Lessons::file_wanted, this, &MainWindow::open_file);
  connect(lessons_, &Lessons::changed, this, &MainWindow::show_results);
  connect(lessons_, &Lessons::changed, this, &MainWindow::show_status);
  connect(findChild<LoopsPane*>(), &LoopsPane::sample_requested, this,
          [this] { open_file(QStringLiteral(":/samples/loop_convolution.stowage.json")); });
  for (Pane* pane : docks_->panes())
    connect(pane, &Pane::pair_picked, this, [this] {
      if (!lessons_->is_open()) docks_->bring_forward("inspector");  // why they may share memory, or not
    });
  connect(&document_, &OpenDocument::saved, this, [this] { notes_.move_to(document_.path()); });
  connect(&notes_, &NotesKeeper::failed, this, [this](const QString& text) {
    message_->show_message(MessageBar::Topic::notes, MessageBar::Kind::fault, text);
  });
  connect(strategies_, &StrategyPanel::strategy_chosen, this, [this](const LayoutStrategy* strategy) {
    planning_.choose(strategy);
    strategies_->set_follows_best(planning_.follows_best());  // also where its plan is still to come
  });
  connect(strategies_, &StrategyPanel::best_requested, &planning_, &Planning::follow_best);
  // Later, since the table still handles the click that is refused.
  connect(&planning_, &Planning::refused, this, &MainWindow::show_refusal, Qt::QueuedConnection);
  connect(&planning_, &Planning::stage_changed, this, &MainWindow::show_stage);
  connect(&planning_, &Planning::started, this, [this] { message_->resolve(MessageBar::Topic::planning); });
}

void MainWindow::connect_orders() {
  connect(orders_, &OrdersPane::order_used, &order_effect_, &OrderEffect::begin);
  connect(&order_effect_, &OrderEffect::smaller, this,
          [this](const QString& text) { statusBar()->showMessage(text, kOrderNote); });
  connect(&order_effect_, &OrderEffect::larger, this, [this](const QString& text) {
    if (lessons_->is_open()) return;  // it may be what the lesson asks for
    message_->show_message(MessageBar::Topic::planning, MessageBar::Kind::remark, text,
                           {{tr("Undo"), "undo_order", [this] { document_.undo_stack().undo(); }}});
  });
}

void MainWindow::show_results() {
  const PlanView view = lessons_->without_answers(planning_.view());
  heap_map_->set_view(view);
  PlanView placed = view;
  if (const auto so_far = lessons_->plan_so_far(); so_far && view.graph == document_.graph()) placed.plan = so_far;
  tensors_->set_view(placed);
  find_bar_->set_view(view);
  for (Pane* pane : docks_->panes()) pane->set_view(view);
  mark_shown();
}

/// The row of the imported plan, with what is wrong with it for the graph of now.
void MainWindow::show_imported() {
  const std::shared_ptr<const Plan> plan = document_.imported_plan();
  if (!plan) return strategies_->model().set_imported(std::nullopt);
  const auto& check = planning_.imported_check();
  const PlanView now = planning_.view_of(nullptr);
  const Bytes footprint = now.plan ? now.plan->footprint : plan->footprint;
  QString fault;
  if (check && !*check)
    fault = QString::fromStdString(check->error().faults.front().reason);
  else if (check && !(*check)->valid())
    fault = tr("%Ln violation(s)", nullptr, static_cast<int>(std::min<std::uint64_t>((*check)->count, 1'000'000)));
  strategies_->model().set_imported(footprint, !check, fault, name_of_imported(), !plan->serial_streams);
  mark_shown();
}

void MainWindow::show_baseline() {
  const std::shared_ptr<const PlanView>& baseline = planning_.baseline();
  StrategyTableModel& model = strategies_->model();
  if (baseline)
    model.set_baseline(BaselineFigures{QString::fromStdString(baseline->plan->strategy), baseline->plan->footprint});
  else
    model.set_baseline(std::nullopt);
  findChild<QAction*>("unpin")->setEnabled(baseline != nullptr);
  show_status();
}

void MainWindow::mark_shown() {
  if (planning_.shown())
    strategies_->set_shown(*planning_.shown());
  else
    strategies_->set_nothing_shown();
  strategies_->set_follows_best(planning_.follows_best());
}

}  // namespace stowage
