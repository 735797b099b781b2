// SPDX-License-Identifier: GPL-3.0-or-later
// The window's files: what is opened, saved and exported, and what is said when that fails.
#include <memory>
#include <utility>

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QStatusBar>

#include "app/window/file_names.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/recent_files.h"
#include "core/io/file.h"
#include "widgets/compare/compare_view.h"
#include "widgets/conflicts/conflicts_pane.h"
#include "widgets/graph/graph_widget.h"
#include "widgets/heap_map/heap_map_widget.h"
#include "widgets/lanes/lanes_pane.h"
#include "widgets/painters/export.h"
#include "widgets/painters/heap_map_page.h"
#include "widgets/peak/peak_pane.h"
#include "widgets/learn/steps_pane.h"
#include "widgets/runs/runs_pane.h"
#include "widgets/strategies/strategy_chart.h"
#include "widgets/strategies/strategy_panel.h"
#include "widgets/tables/tensor_table.h"

namespace stowage {
namespace {

constexpr auto kLastFolder = "files/folder";
constexpr QSize kSmallestImage{960, 600};
constexpr int kLongestSide = 16'384;        // of a page, in logical pixels
constexpr qint64 kMostPixels = 64'000'000;  // of an image: 256 MB
constexpr int kSavedNote = 6000;            // milliseconds

QString lines_of(const std::vector<Diagnostic>& findings) {
  QStringList lines;
  for (const Diagnostic& each : findings) lines += QString::fromStdString(each.text());
  return lines.join('\n');
}

/// What the dialog says that asks where to, and how the file's name ends.
struct ImageName {
  QString title, ending;
};

ImageName image_name(MainWindow::View view, CompareView::Mode mode) {
  using View = MainWindow::View;
  switch (view) {
    case View::heap_map:
      if (mode == CompareView::Mode::side_by_side) return {MainWindow::tr("Export image of A and B"), "-a-b"};
      if (mode == CompareView::Mode::difference)
        return {MainWindow::tr("Export image of the difference"), "-difference"};
      return {MainWindow::tr("Export image of the heap map"), "-heap-map"};
    case View::graph:
      return {MainWindow::tr("Export image of the graph"), "-graph"};
    case View::chart:
      return {MainWindow::tr("Export image of the strategy chart"), "-strategies"};
    case View::lanes:
      return {MainWindow::tr("Export image of the lanes"), "-lanes"};
    case View::conflicts:
      return {MainWindow::tr("Export image of the conflicts"), "-conflicts"};
    case View::peak:
      return {MainWindow::tr("Export image of the peak"), "-peak"};
    case View::runs:
      return {MainWindow::tr("Export image of the runs"), "-runs"};
    case View::steps:
      return {MainWindow::tr("Export image of the step"), "-step"};
  }
  return {};
}

}  // namespace

void MainWindow::choose_file() {
  const QString folder = settings_.value(kLastFolder).toString();
  const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open"), folder, open_filters());
  if (paths.isEmpty()) return;
  open_files(paths);
}

/// Of what was read or written; a folder where that failed is not to be offered again.
void MainWindow::remember_folder(const QString& path) {
  settings_.setValue(kLastFolder, QFileInfo(path).absolutePath());
}

void MainWindow::open_file(const QString& path) {
  open_files({path});
}

void MainWindow::open_files(const QStringList& paths) {
  if (paths.isEmpty()) return;
  MainWindow* window = this;
  QStringList mine{paths.first()};  // a file, and the plans that follow it
  const auto open_mine = [&] {
    window->plans_to_open_ = mine.mid(1);
    window->message_->resolve(MessageBar::Topic::opening);
    window->loader_.load(mine.first(), {}, window->document_.graph());
  };
  for (const QString& path : paths.mid(1)) {
    if (is_plan_file(path)) {
      mine += path;
      continue;
    }
    open_mine();
    window = new MainWindow(settings_);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    mine = {path};
  }
  open_mine();
}

void MainWindow::read_again(const ReadOptions& options) {
  message_->resolve(MessageBar::Topic::opening);
  loader_.load(document_.path(), options);
}

void MainWindow::take_graph(const QString& path, const Document& document, const ReadOptions& options) {
  if (!may_go()) return plans_to_open_.clear();
  message_->hide();  // it was about what was open before
  document_.open(path, document, options, loader_.stamp());
  if (!path.startsWith(":/")) {
    recent_->add(path);
    remember_folder(path);
  }
  if (!document.warnings.empty())
    message_->show_message(
        MessageBar::Topic::content, MessageBar::Kind::remark,
        tr("%1: %2").arg(document_.title(), QString::fromStdString(document.warnings.front().reason)),
        document.warnings.size() > 1 ? lines_of(document.warnings) : QString());
  if (!plans_to_open_.isEmpty()) loader_.load(plans_to_open_.takeFirst(), {}, document_.graph());
}

void MainWindow::take_plan(const QString& path, const Plan& plan, const Validation& validation) {
  document_.set_imported_plan(plan);
  message_->resolve(MessageBar::Topic::opening);
  remember_folder(path);
  if (validation.valid()) {
    statusBar()->showMessage(tr("%1 is a valid plan for this graph.").arg(QFileInfo(path).fileName()), kSavedNote);
  } else {
    QStringList lines;
    for (const Violation& each : validation.violations) lines += QString::fromStdString(each.text);
    const int count = static_cast<int>(std::min<std::uint64_t>(validation.count, 1'000'000'000));
    message_->show_message(
        MessageBar::Topic::opening, MessageBar::Kind::fault,
        tr("%1 is not a safe plan for this graph: %Ln violation(s).", nullptr, count).arg(QFileInfo(path).fileName()),
        lines.join('\n'));
  }
  if (!plans_to_open_.isEmpty()) loader_.load(plans_to_open_.takeFirst(), {}, document_.graph());
}

void MainWindow::show_failure(const QString& /*path*/, const Error& error) {
  plans_to_open_.clear();
  if (error.kind == Error::Kind::cancelled) return;
  const QString first = QString::fromStdString(error.faults.front().text());
  const int more = static_cast<int>(error.faults.size()) - 1;
  QString text = tr("Not opened. %1").arg(first);
  if (more > 0) text += ' ' + tr("(and %Ln more fault(s))", nullptr, more);
  message_->show_message(MessageBar::Topic::opening, MessageBar::Kind::fault, text, lines_of(error.faults));
}

void MainWindow::close_document() {
  if (!may_go()) return;
  stop_work();
  document_.close();
  message_->hide();
}

bool MainWindow::choose_target(const QString& title, const QString& suggestion, const QString& filters,
                               const std::function<void(const QString&)>& save) {
  const QDir folder(settings_.value(kLastFolder, QDir::homePath()).toString());
  QString filter;
  const QString named = QFileDialog::getSaveFileName(this, title, folder.filePath(suggestion), filters, &filter);
  if (named.isEmpty()) return false;
  const QString path = with_suffix(named, suffix_of(filter.isEmpty() ? filters : filter));
  // The dialog has asked for the name as it was typed only.
  const bool unasked = path != named && QFileInfo::exists(path);
  if (unasked && QMessageBox::question(this, title, tr("%1 exists already. Replace it?").arg(path)) != QMessageBox::Yes)
    return false;
  save(path);
  return true;
}

void MainWindow::write_in_background(const QString& path, std::function<Result<std::string>()> make_bytes) {
  writer_.start([this, path, make_bytes = std::move(make_bytes)](const Worker::Run& run) {
    QString reason;
    const Result<std::string> bytes = make_bytes();
    if (!bytes)
      reason = QString::fromStdString(bytes.error().text());
    else if (const auto done = write_file_atomically(QFile::encodeName(path).toStdString(), *bytes); !done)
      reason = QString::fromStdString(done.error().text());
    run.post([this, path, reason] { show_written(path, reason); });
  });
}

void MainWindow::show_written(const QString& path, const QString& reason) {
  if (reason.isEmpty()) {
    message_->resolve(MessageBar::Topic::saving);
    remember_folder(path);
    statusBar()->showMessage(tr("Saved %1").arg(path), kSavedNote);
  } else {
    message_->show_message(MessageBar::Topic::saving, MessageBar::Kind::fault, tr("Not saved. %1").arg(reason));
  }
  emit written(path, reason);
}

void MainWindow::save_plan(const QString& name) {
  const QString path = with_suffix(name, suffix_of(plan_filters()));
  std::shared_ptr<const Plan> plan = planning_.proved_plan();
  if (!plan) return;
  write_in_background(
      path, [graph = planning_.view().graph, plan] { return Result<std::string>(write_plan(*graph, *plan)); });
}

void MainWindow::save_table(const QString& name) {
  write_in_background(with_suffix(name, ".csv"),
                      [text = tensors_->to_csv().toStdString()] { return Result<std::string>(text); });
}

/// Null for the map and the chart, which are no panes.
const Pane* MainWindow::pane_of(View view) const {
  switch (view) {
    case View::heap_map:
    case View::chart:
      return nullptr;
    case View::graph:
      return graph_;
    case View::lanes:
      return findChild<LanesPane*>();
    case View::conflicts:
      return findChild<ConflictsPane*>();
    case View::peak:
      return findChild<PeakPane*>();
    case View::runs:
      return findChild<RunsPane*>();
    case View::steps:
      return findChild<StepsPane*>();
  }
  return nullptr;
}

Drawing MainWindow::drawing_of(View view) const {
  if (view == View::chart) return strategies_->chart().drawing(document_.title());
  const Pane* pane = pane_of(view);
  return pane ? pane->drawing() : compare_->drawing();
}

ExportOptions MainWindow::page_for(View view, const Drawing& drawing) const {
  const Pane* pane = pane_of(view);
  const QWidget* seen = pane ? static_cast<const QWidget*>(pane) : compare_;
  const auto area = [](QSize size) { return qint64{size.width()} * size.height(); };
  const QSize wanted = drawing.natural_size;
  const bool sensible = !wanted.isEmpty() && wanted.width() <= kLongestSide && wanted.height() <= kLongestSide &&
                        area(wanted) <= kMostPixels;
  const QSize size = sensible ? wanted : seen->size().expandedTo(kSmallestImage);
  return {.size = size, .scale = 4 * area(size) <= kMostPixels ? 2.0 : 1.0};
}

void MainWindow::export_image(View view, const QString& name) {
  const QString path = with_suffix(name, ".png");
  const Drawing drawing = drawing_of(view);
  const ExportOptions options = page_for(view, drawing);
  if (!drawing.paint)  // an empty view says why
    return show_written(path, drawing.subtitle.isEmpty() ? tr("There is nothing to draw yet.") : drawing.subtitle);
  writer_.start([this, path, drawing, options](const Worker::Run& run) {
    const Result<void> done = stowage::export_image(path.toStdString(), drawing, options);
    const QString reason = done ? QString() : QString::fromStdString(done.error().text());
    run.post([this, path, reason] { show_written(path, reason); });
  });
}

/// What is not seen is not up to date: it comes forward while the user says where to.
void MainWindow::choose_image(View view) {
  for (QDockWidget* dock : docks_)
    if (dock->widget() == pane_of(view)) show_dock(dock);
  const ImageName name = image_name(view, compare_->mode());
  choose_target(name.title, base_name(document_.title()) + name.ending + ".png", image_filters(),
                [this, view](const QString& path) { export_image(view, path); });
}

void MainWindow::choose_table_target() {
  show_dock(dock("tensors"));
  choose_target(tr("Export table"), base_name(document_.title()) + "-tensors.csv", tr("CSV (*.csv)"),
                [this](const QString& path) { save_table(path); });
}

void MainWindow::export_page(const QString& name) {
  const QString path = with_suffix(name, ".html");
  const auto scene = heap_map_->scene();
  if (!scene || !heap_map_->coloring()) return show_written(path, tr("There is nothing to draw yet."));
  write_in_background(
      path,
      [content = HeapMapContent{.scene = scene, .coloring = heap_map_->coloring(), .hidden = state_.hidden_classes()}] {
        return heap_map_page(content);
      });
}

void MainWindow::choose_page_target() {
  choose_target(tr("Export web page"), base_name(document_.title()) + ".html", tr("Web page (*.html)"),
                [this](const QString& path) { export_page(path); });
}

MainWindow::View MainWindow::focused_view() const {
  const QWidget* focus = QApplication::focusWidget();
  if (focus && strategies_->isAncestorOf(focus)) return View::chart;
  for (const View view : {View::graph, View::lanes, View::conflicts, View::peak, View::runs, View::steps})
    if (focus && (focus == pane_of(view) || pane_of(view)->isAncestorOf(focus))) return view;
  return View::heap_map;
}

void MainWindow::fit_views() {
  compare_->fit();
  graph_->fit();
}

}  // namespace stowage
