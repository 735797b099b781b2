// SPDX-License-Identifier: GPL-3.0-or-later
// How the window's views are arranged, and how results reach them.
#include <algorithm>
#include <utility>

#include <QDockWidget>
#include <QLabel>
#include <QProgressBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/start_page.h"
#include "widgets/graph/graph_widget.h"
#include "widgets/heap_map/heap_map_widget.h"
#include "widgets/heap_map/legend_widget.h"
#include "widgets/painters/numbers.h"
#include "widgets/strategies/strategy_panel.h"
#include "widgets/strategies/strategy_table_model.h"
#include "widgets/tables/tensor_table.h"

namespace stowage {
namespace {

constexpr int kLayoutVersion = 1;  // count up when docks change, so that an older layout is not half-restored
constexpr QSize kFirstSize{1280, 800};

int as_int(std::uint64_t count) {
  return static_cast<int>(std::min<std::uint64_t>(count, 2'000'000'000));
}

QString grouped(std::uint64_t count) {
  return QLocale().toString(static_cast<qulonglong>(count));
}

}  // namespace

void MainWindow::make_views() {
  pages_->addWidget(start_page_);
  pages_->addWidget(heap_map_);
  auto* centre = new QWidget;
  auto* rows = new QVBoxLayout(centre);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(message_);
  rows->addWidget(pages_, 1);
  setCentralWidget(centre);
}

QDockWidget* MainWindow::make_dock(const QString& name, const QString& title, QWidget* content,
                                   Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);
  dock->setWidget(content);
  dock->setAccessibleName(title);
  addDockWidget(area, dock);
  docks_.append(dock);
  return dock;
}

void MainWindow::make_docks() {
  setDockNestingEnabled(true);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);  // sixteen strategies need the height
  QDockWidget* graph = make_dock("graph", tr("Graph"), graph_, Qt::LeftDockWidgetArea);
  QDockWidget* strategies = make_dock("strategies", tr("Strategies"), strategies_, Qt::RightDockWidgetArea);
  QDockWidget* tensors = make_dock("tensors", tr("Tensors"), tensors_, Qt::BottomDockWidgetArea);
  QDockWidget* legend = make_dock("legend", tr("Legend"), legend_, Qt::BottomDockWidgetArea);
  splitDockWidget(legend, tensors, Qt::Horizontal);
  resize(kFirstSize);
  resizeDocks({graph, strategies}, {290, 340}, Qt::Horizontal);
  resizeDocks({legend, tensors}, {290, 640}, Qt::Horizontal);
  resizeDocks({legend, tensors}, {170, 170}, Qt::Vertical);
  first_layout_ = saveState(kLayoutVersion);
}

void MainWindow::restore_layout() {
  restoreGeometry(settings_.value("window/geometry").toByteArray());
  restoreState(settings_.value("window/layout").toByteArray(), kLayoutVersion);
}

void MainWindow::save_layout() {
  settings_.setValue("window/geometry", saveGeometry());
  settings_.setValue("window/layout", views_hidden() ? hidden_layout_ : saveState(kLayoutVersion));
}

void MainWindow::reset_layout() {
  if (views_hidden())
    hidden_layout_ = first_layout_;
  else
    restoreState(first_layout_, kLayoutVersion);
}

/// Without a graph the docks have nothing to show: the start page has the window to itself.
void MainWindow::show_views(bool shown) {
  if (shown == !views_hidden()) return;
  if (shown) {
    restoreState(std::exchange(hidden_layout_, {}), kLayoutVersion);
  } else {
    hidden_layout_ = saveState(kLayoutVersion);
    for (QDockWidget* dock : docks_) dock->hide();
  }
}

void MainWindow::make_status_bar() {
  status_ = new QLabel;
  status_->setObjectName("status_text");
  progress_ = new QProgressBar;
  progress_->setRange(0, 1000);
  progress_->setMaximumWidth(180);
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress"));
  cancel_ = new QToolButton;
  cancel_->setText(tr("Cancel"));
  cancel_->setObjectName("cancel_work");
  cancel_->setToolTip(tr("Stop what runs in the background (Esc)"));
  connect(cancel_, &QToolButton::clicked, this, &MainWindow::cancel_work);
  statusBar()->addWidget(status_, 1);
  statusBar()->addPermanentWidget(progress_);
  statusBar()->addPermanentWidget(cancel_);
  progress_->hide();
  cancel_->hide();
}

void MainWindow::connect_results() {
  StrategyTableModel* model = &strategies_->model();
  connect(&document_, &OpenDocument::replaced, this, [this, model] {
    model->clear();
    if (document_.imported_plan()) model->set_imported(document_.imported_plan()->footprint);
  });
  connect(&document_, &OpenDocument::imported_plan_changed, this,
          [this, model] { model->set_imported(document_.imported_plan()->footprint); });
  connect(&planning_, &Planning::started, model, &StrategyTableModel::begin);
  connect(&planning_, &Planning::strategy_done, model, [model](const StrategyOutcome& outcome) {
    const auto footprint = outcome.plan ? std::optional(outcome.plan->footprint) : std::nullopt;
    model->set_result(*outcome.strategy, footprint, outcome.milliseconds);
  });
  connect(&planning_, &Planning::bounds_changed, model, &StrategyTableModel::set_bounds);
  connect(&planning_, &Planning::ended, model, &StrategyTableModel::end);
  connect(&planning_, &Planning::view_changed, this, &MainWindow::show_results);
  connect(&planning_, &Planning::prepared, this, &MainWindow::show_status);
  connect(&planning_, &Planning::failed, this, [this](const Error& error) {
    message_->show_message(MessageBar::Kind::fault, tr("No plan. %1").arg(QString::fromStdString(error.text())));
  });
  connect(heap_map_, &HeapMapWidget::coloring_changed, legend_, &LegendWidget::set_coloring);
  connect(strategies_, &StrategyPanel::strategy_chosen, &planning_, &Planning::choose);
  connect(&loader_, &LoaderJob::progress, this, &MainWindow::show_progress);
  connect(&planning_, &Planning::progress, this, &MainWindow::show_progress);
  connect(&planning_, &Planning::started, this, [this] { show_progress(0); });
  connect(&planning_, &Planning::ended, this, &MainWindow::after_work);
  connect(&loader_, &LoaderJob::running_changed, this, [this] { loader_.running() ? show_progress(0) : after_work(); });
  connect(&writer_, &Worker::running_changed, this, [this] { writer_.running() ? show_progress(0) : after_work(); });
}

void MainWindow::show_results() {
  const PlanView& view = planning_.view();
  heap_map_->set_view(view);
  graph_->set_view(view);
  tensors_->set_view(view);
  if (planning_.shown())
    strategies_->set_shown(*planning_.shown());
  else
    strategies_->set_nothing_shown();
}

void MainWindow::show_status() {
  if (!document_.is_open()) return status_->setText(tr("Nothing is open"));
  const Graph& graph = *document_.graph();
  QStringList parts{tr("%Ln tensor(s)", nullptr, as_int(graph.tensor_count())),
                    tr("%Ln stream(s)", nullptr, as_int(graph.stream_count()))};
  if (const auto& known = planning_.groundwork())
    parts += tr("%1 unsafe pair(s)", nullptr, as_int(known->unsafe_pairs)).arg(grouped(known->unsafe_pairs));
  if (planning_.took()) parts += tr("planned in %1").arg(human_duration(*planning_.took()));
  status_->setText(parts.join(QStringLiteral(" · ")));
}

void MainWindow::show_progress(double fraction) {
  progress_->setValue(static_cast<int>(fraction * 1000));
  progress_->show();
  cancel_->show();
  cancel_action_->setEnabled(true);
  if (loader_.running()) status_->setText(tr("Reading %1…").arg(loader_.path()));
}

void MainWindow::after_work() {
  show_status();
  if (busy()) return;
  progress_->hide();
  cancel_->hide();
  cancel_action_->setEnabled(false);
  emit settled();
}

}  // namespace stowage
