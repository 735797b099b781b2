// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the window: images, tables, pages for a browser.
#include <optional>
#include <utility>

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMenu>
#include <QStatusBar>

#include "app/dialogs/print_preview.h"
#include "app/settings/file_names.h"
#include "app/window/docks.h"
#include "app/window/ink_icon.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "widgets/painters/heap_map/heap_map_page.h"
#include "widgets/painters/page/export.h"
#include "widgets/tables/table_actions.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/conflicts/conflicts_pane.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/loops/loops_pane.h"
#include "widgets/views/peak/peak_pane.h"
#include "widgets/views/recorded/frames_pane.h"
#include "widgets/views/recorded/heap_pane.h"
#include "widgets/views/runs/runs_pane.h"
#include "widgets/views/sizes/sizes_pane.h"
#include "widgets/views/steps/steps_pane.h"
#include "widgets/views/strategies/strategy_chart.h"
#include "widgets/views/strategies/strategy_panel.h"

namespace stowage {
namespace {

constexpr int kNote = 4000;  // milliseconds
constexpr QSize kSmallestImage{960, 600};
constexpr int kLongestSide = 16'384;        // of a page, in logical pixels
constexpr qint64 kMostPixels = 64'000'000;  // of an image: 256 MB

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
    case View::sizes:
      return {MainWindow::tr("Export image of the sizes"), "-sizes"};
    case View::loops:
      return {MainWindow::tr("Export image of the loop"), "-loop"};
    case View::heap:
      return {MainWindow::tr("Export image of the recorded heap"), "-heap"};
    case View::frames:
      return {MainWindow::tr("Export image of the frames"), "-frames"};
  }
  return {};
}

}  // namespace

void MainWindow::make_export_menu(QMenu* file) {
  QAction* focused =
      add_action(file, tr("&Export image…"), QKeySequence("Ctrl+E"), [this] { choose_image(focused_view()); });
  focused->setObjectName("export_image");
  focused->setIcon(ink_icon("export"));
  focused->setStatusTip(tr("The view that has the keyboard, as PNG, SVG or PDF"));
  for_graph(focused);
  QMenu* menu = file->addMenu(tr("Export i&mage of"));
  add_action(menu, tr("&Heap map, A | B or difference…"), {}, [this] { choose_image(View::heap_map); });
  add_action(menu, tr("&Graph…"), {}, [this] { choose_image(View::graph); });
  add_action(menu, tr("&Strategy chart…"), {}, [this] { choose_image(View::chart); });
  add_action(menu, tr("&Lanes…"), {}, [this] { choose_image(View::lanes); });
  add_action(menu, tr("&Conflicts…"), {}, [this] { choose_image(View::conflicts); });
  add_action(menu, tr("&Peak…"), {}, [this] { choose_image(View::peak); });
  add_action(menu, tr("&Runs…"), {}, [this] { choose_image(View::runs); });
  add_action(menu, tr("S&teps…"), {}, [this] { choose_image(View::steps); });
  add_action(menu, tr("Si&zes…"), {}, [this] { choose_image(View::sizes); });
  add_action(menu, tr("L&oop…"), {}, [this] { choose_image(View::loops); });
  const auto of_recorded = [&](const QString& text, View view, const char* object) {
    QAction* action = add_action(menu, text, {}, [this, view] { choose_image(view); });
    action->setObjectName(object);
    connect(const_cast<Pane*>(pane_of(view)), &Pane::image_requested, action, &QAction::trigger);
  };
  of_recorded(tr("Recorded he&ap…"), View::heap, "export_heap");
  of_recorded(tr("&Frames…"), View::frames, "export_frames");
  for_graph(menu->menuAction());
  QAction* steps = for_graph(add_action(file, tr("E&xport steps…"), {}, [this] { choose_steps_target(); }));
  steps->setStatusTip(tr("How a planner places block by block: one PDF, or numbered pictures, for slides"));
  QAction* page =
      for_graph(add_action(file, tr("Export heap map as &web page…"), {}, [this] { choose_page_target(); }));
  page->setStatusTip(tr("One HTML file that pans, zooms and answers in any browser, without a network"));
}

void MainWindow::make_table_menu(QMenu* file) {
  QAction* focused = for_graph(add_action(file, tr("Export &table…"), QKeySequence("Ctrl+Shift+E"),
                                          [this] { choose_table_target(focused_table()); }));
  focused->setStatusTip(tr("The table that has the keyboard, else that of the tensors, as CSV with exact numbers"));
  QMenu* menu = file->addMenu(tr("Export ta&ble of"));
  menu->setObjectName("export_table_of");
  for_graph(menu->menuAction());
  connect(menu, &QMenu::aboutToShow, this, [this, menu] {
    menu->clear();
    for (TableActions* table : findChildren<TableActions*>())
      add_action(menu, tr("%1…").arg(table->name()), {}, [this, table] {
        choose_table_target(table);
      })->setEnabled(!table->empty());
  });
}

/// All of its rows, once they have been read.
void MainWindow::save_table(TableActions* table, const QString& name) {
  table->read_all([this, path = with_suffix(name, ".csv")](const QString& csv) {
    write_bytes(path, [csv] { return Result<std::string>(csv.toStdString()); });
  });
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
    case View::sizes:
      return findChild<SizesPane*>();
    case View::loops:
      return findChild<LoopsPane*>();
    case View::heap:
      return findChild<HeapPane*>();
    case View::frames:
      return findChild<FramesPane*>();
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
  if (refuse_open_file(path)) return;
  const Drawing drawing = drawing_of(view);
  const ExportOptions options = page_for(view, drawing);
  if (!drawing.paint)  // an empty view says why
    return show_written(path, drawing.subtitle.isEmpty() ? tr("There is nothing to draw yet.") : drawing.subtitle,
                        failed_writes_.told());
  write_in_background(path,
                      [path, drawing, options] { return stowage::export_image(path.toStdString(), drawing, options); });
}

/// What is not seen is not up to date: it comes forward while the user says where to.
/// Before a name is asked for that would be of no use.
bool MainWindow::refuse_empty(const Drawing& drawing) {
  if (drawing.paint) return false;
  const QString reason = drawing.subtitle.isEmpty() ? tr("There is nothing to draw yet.") : drawing.subtitle;
  message_->show_message(MessageBar::Topic::saving, MessageBar::Kind::fault,
                         tr("Could not save the file: %1").arg(reason));
  return true;
}

/// What comes forward only now may have something to draw by the time it is named, unless it says that it has not.
void MainWindow::choose_image(View view) {
  const Pane* pane = pane_of(view);
  const bool seen = !pane || pane->isVisible();
  if (pane) docks_->show_around(pane);
  if (const Drawing drawing = drawing_of(view); (seen || !drawing.subtitle.isEmpty()) && refuse_empty(drawing)) return;
  const ImageName name = image_name(view, compare_->mode());
  choose_target(name.title, base_name(document_.title()) + name.ending + ".png", image_filters(),
                [this, view](const QString& path) { export_image(view, path); });
}

void MainWindow::choose_table_target(TableActions* table) {
  docks_->show_around(table->view());
  const QString name = table->name().toLower().replace(' ', '-');
  choose_target(tr("Export table"), base_name(document_.title()) + '-' + name + ".csv", tr("CSV (*.csv)"),
                [this, table](const QString& path) { save_table(table, path); });
}

/// The one that has the keyboard, else that of the tensors.
TableActions* MainWindow::focused_table() const {
  const auto* view = qobject_cast<const QAbstractItemView*>(QApplication::focusWidget());
  TableActions* table = view ? TableActions::of(view) : nullptr;
  return table ? table : tensors_->findChild<TableActions*>();
}

void MainWindow::export_page(const QString& name) {
  const QString path = with_suffix(name, ".html");
  const auto scene = heap_map_->scene();
  if (!scene || !heap_map_->coloring())
    return show_written(path, tr("There is nothing to draw yet."), failed_writes_.told());
  const auto content_of = [this](const HeapMapWidget& map) {
    return HeapMapContent{.scene = map.scene(), .coloring = map.coloring(), .hidden = state_.hidden_classes()};
  };
  std::optional<HeapMapContent> other;  // plan B, while it is shown beside A
  const HeapMapWidget* b = compare_->mode() == CompareView::Mode::side_by_side ? compare_->map_b() : nullptr;
  if (b && b->scene() && b->scene()->sentence().isEmpty() && b->coloring()) other = content_of(*b);
  write_bytes(path,
              [content = content_of(*heap_map_), other] { return heap_map_page(content, other ? &*other : nullptr); });
}

void MainWindow::choose_page_target() {
  if (refuse_empty(heap_map_->drawing())) return;
  choose_target(tr("Export web page"), base_name(document_.title()) + ".html", tr("Web page (*.html)"),
                [this](const QString& path) { export_page(path); });
}

MainWindow::View MainWindow::focused_view() const {
  const QWidget* focus = QApplication::focusWidget();
  if (focus && strategies_->isAncestorOf(focus)) return View::chart;
  for (const View view : {View::graph, View::lanes, View::conflicts, View::peak, View::runs, View::steps, View::sizes,
                          View::loops, View::heap, View::frames})
    if (focus && (focus == pane_of(view) || pane_of(view)->isAncestorOf(focus))) return view;
  return View::heap_map;
}

/// As it would be exported.
void MainWindow::copy_image() {
  const View view = focused_view();
  const Drawing drawing = drawing_of(view);
  if (!drawing.paint) return statusBar()->showMessage(tr("There is nothing to draw yet."), kNote);
  const auto say_too_large = [this] { statusBar()->showMessage(tr("The image is too large to be copied."), kNote); };
  writes_.add(
      {.text = tr("Copying…"),
       .work = [this, say_too_large, drawing, options = page_for(view, drawing)](const Task&) -> JobQueue::Delivery {
         const QImage image = render_image(drawing, options);
         if (image.isNull()) return say_too_large;
         return [this, image] {
           QApplication::clipboard()->setImage(image);
           statusBar()->showMessage(tr("Copied the image"), kNote);
         };
       },
       .failed = [say_too_large](const Error&) { say_too_large(); }});
}

void MainWindow::print_view() {
  const Drawing drawing = drawing_of(focused_view());
  if (!drawing.paint) return statusBar()->showMessage(tr("There is nothing to draw yet."), kNote);
  show_print_preview(drawing, document_.title(), this);
}

}  // namespace stowage
