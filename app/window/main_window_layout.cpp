// SPDX-License-Identifier: GPL-3.0-or-later
// How the window's views are arranged.
#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include <QApplication>
#include <QDockWidget>
#include <QLayout>
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStyle>
#include <QTimer>
#include <QVBoxLayout>

#include "app/window/heap_docks.h"
#include "app/window/history_view.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/start_page.h"
#include "widgets/base/pane.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/compare/moved_pane.h"
#include "widgets/views/concurrency/concurrency_pane.h"
#include "widgets/views/conflicts/conflicts_pane.h"
#include "widgets/views/find/find_bar.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/inspector/inspector.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/learn/learn_pane.h"
#include "widgets/views/loops/loops_pane.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/peak/peak_pane.h"
#include "widgets/views/recorded/frames_pane.h"
#include "widgets/views/recorded/heap_pane.h"
#include "widgets/views/runs/runs_pane.h"
#include "widgets/views/sizes/sizes_pane.h"
#include "widgets/views/steps/steps_pane.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/structure/structure_pane.h"

namespace stowage {
namespace {

constexpr int kLayoutVersion = 11;  // count up when docks change, so that an older layout is not half-restored
constexpr QSize kFirstSize{1280, 800};
constexpr QSize kRoomForAll{1280, 720};  // a screen on which no view needs to be smaller than its parts would like
constexpr QSize kLeastContent{150, 80};  // of a dock that scrolls, elsewhere
constexpr double kScreenShare = 0.85;    // of a screen with room for more, at first
constexpr int kGraphWidth = 290, kStrategiesWidth = 340;       // at least, at first
constexpr double kGraphShare = 0.22, kStrategiesShare = 0.24;  // of the window's width
constexpr int kLegendWidth = 230, kBottomHeight = 230;
constexpr double kBottomShare = 0.32, kInspectorShare = 0.42;  // of the window's height
constexpr int kHeightForBoth = 1000;  // of a window that shows all strategies and the inspector below them
constexpr auto kRoom = "room";        // of a dock: the share of the height that it is given when it is first seen

/// A view whose parts need more room than its dock may have: then it scrolls.
class ScrolledContent final : public QScrollArea {
 public:
  explicit ScrolledContent(QWidget* content) {
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
  }
  [[nodiscard]] QSize sizeHint() const override { return widget()->sizeHint(); }
  [[nodiscard]] QSize minimumSizeHint() const override { return widget()->minimumSizeHint().boundedTo(kLeastContent); }
};

/// One view in a dock of its own. Docks of the same area are tabs of one place, or of the legend's, beside that.
struct PaneRow {
  const char* name;   // of the dock, for the kept layout
  const char* title;  // untranslated
  Qt::DockWidgetArea area;
  Pane* (*make)(ViewState& state);
  double room = 0;      // of the window's height, at least, when it is first seen; 0: what the others have
  bool beside = false;  // with the legend; then the room is of the width
};

template <class AnyPane>
Pane* make_pane(ViewState& state) {
  return new AnyPane(state);
}

/// The table of panes, in the order of their tabs and keys: what is used most comes first.
std::span<const PaneRow> pane_rows() {
  static constexpr PaneRow kTable[] = {
      {"inspector", QT_TRANSLATE_NOOP("stowage::MainWindow", "Inspector"), Qt::RightDockWidgetArea,
       make_pane<Inspector>},
      {"lanes", QT_TRANSLATE_NOOP("stowage::MainWindow", "Lanes"), Qt::BottomDockWidgetArea, make_pane<LanesPane>},
      {"conflicts", QT_TRANSLATE_NOOP("stowage::MainWindow", "Conflicts"), Qt::BottomDockWidgetArea,
       make_pane<ConflictsPane>, 0.45},
      {"peak", QT_TRANSLATE_NOOP("stowage::MainWindow", "Peak"), Qt::BottomDockWidgetArea, make_pane<PeakPane>},
      {"runs", QT_TRANSLATE_NOOP("stowage::MainWindow", "Runs"), Qt::BottomDockWidgetArea, make_pane<RunsPane>},
      {"structure", QT_TRANSLATE_NOOP("stowage::MainWindow", "Structure"), Qt::LeftDockWidgetArea,
       make_pane<StructurePane>},
      {"moved", QT_TRANSLATE_NOOP("stowage::MainWindow", "Moved"), Qt::BottomDockWidgetArea, make_pane<MovedPane>},
      {"concurrency", QT_TRANSLATE_NOOP("stowage::MainWindow", "Concurrency"), Qt::RightDockWidgetArea,
       make_pane<ConcurrencyPane>},
      {"learn", QT_TRANSLATE_NOOP("stowage::MainWindow", "Learn"), Qt::RightDockWidgetArea, make_pane<LearnPane>},
      {"steps", QT_TRANSLATE_NOOP("stowage::MainWindow", "Steps"), Qt::BottomDockWidgetArea, make_pane<StepsPane>,
       0.55},
      {"orders", QT_TRANSLATE_NOOP("stowage::MainWindow", "Orders"), Qt::BottomDockWidgetArea, make_pane<OrdersPane>,
       0.4},
      {"sizes", QT_TRANSLATE_NOOP("stowage::MainWindow", "Sizes"), Qt::BottomDockWidgetArea, make_pane<SizesPane>},
      {"loops", QT_TRANSLATE_NOOP("stowage::MainWindow", "Loops"), Qt::BottomDockWidgetArea, make_pane<LoopsPane>,
       0.45},
      {"heap", QT_TRANSLATE_NOOP("stowage::MainWindow", "Heap"), Qt::BottomDockWidgetArea, make_pane<HeapPane>, 0.5},
      {"frames", QT_TRANSLATE_NOOP("stowage::MainWindow", "Frames"), Qt::BottomDockWidgetArea, make_pane<FramesPane>,
       0.28, true},
  };
  return kTable;
}

/// To the view, or to the first of its parts that takes keys.
void focus_into(QWidget* view) {
  const auto takes_keys = [view](const QWidget* w) {
    return (w == view || view->isAncestorOf(w)) && (w->focusPolicy() & Qt::TabFocus) && w->isVisibleTo(view) &&
           w->isEnabled();
  };
  QWidget* to = view;
  if (!view->focusProxy() && !takes_keys(view)) do
      to = to->nextInFocusChain();
    while (to != view && !takes_keys(to));
  to->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace

void MainWindow::make_views() {
  pages_->addWidget(start_page_);
  pages_->addWidget(compare_);
  auto* centre = new QWidget;
  auto* rows = new QVBoxLayout(centre);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(message_);
  rows->addWidget(pages_, 1);
  rows->addWidget(find_bar_);
  setCentralWidget(centre);
}

QDockWidget* MainWindow::make_dock(const QString& name, const QString& title, QWidget* content,
                                   Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);
  // Together they ask for more than a small screen has, or one of twice the scale.
  const QSize room = room_on_screen().size();
  const bool tight = room.width() < kRoomForAll.width() || room.height() < kRoomForAll.height();
  dock->setWidget(tight ? new ScrolledContent(content) : content);
  dock->setAccessibleName(title);
  if (content->accessibleName().isEmpty()) content->setAccessibleName(title);  // while empty it has the keyboard itself
  // Qt only moves the docks behind a tab out of sight: to its content they look visible, and would keep working.
  QSizePolicy policy = content->sizePolicy();
  policy.setRetainSizeWhenHidden(true);  // the place is as large as the largest of its tabs, whichever is in front
  content->setSizePolicy(policy);
  connect(dock, &QDockWidget::visibilityChanged, content, &QWidget::setVisible);
  dock->installEventFilter(this);
  addDockWidget(area, dock);
  docks_.append(dock);
  return dock;
}

void MainWindow::make_docks() {
  setDockNestingEnabled(true);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);  // sixteen strategies need the height
  graph_dock_ = make_dock("graph", tr("Graph"), graph_, Qt::LeftDockWidgetArea);
  strategies_dock_ = make_dock("strategies", tr("Strategies"), strategies_, Qt::RightDockWidgetArea);
  QDockWidget* tensors = make_dock("tensors", tr("Tensors"), tensors_, Qt::BottomDockWidgetArea);
  QDockWidget* legend = make_dock("legend", tr("Legend"), legend_, Qt::BottomDockWidgetArea);
  splitDockWidget(legend, tensors, Qt::Horizontal);  // before there are tabs, which cannot be split
  const std::map<Qt::DockWidgetArea, QDockWidget*> firsts{{Qt::LeftDockWidgetArea, graph_dock_},
                                                          {Qt::RightDockWidgetArea, strategies_dock_},
                                                          {Qt::BottomDockWidgetArea, tensors}};
  panes_.append(graph_);
  for (const PaneRow& row : pane_rows()) {
    Pane* pane = row.make(state_);
    panes_.append(pane);
    QDockWidget* dock = make_dock(row.name, tr(row.title), pane, row.area);
    tabifyDockWidget(row.beside ? legend : firsts.at(row.area), dock);
    if (row.room > 0) give_room(dock, row.room, row.beside ? Qt::Horizontal : Qt::Vertical);
  }
  learn_ = findChild<LearnPane*>();
  orders_ = findChild<OrdersPane*>();
  QWidget* history = make_history_view(document_.undo_group());
  tabifyDockWidget(graph_dock_, make_dock("history", tr("History"), history, Qt::LeftDockWidgetArea));
  docks_.append(docks_.takeAt(docks_.indexOf(legend)));  // of those that every document has, its key is the last
  for (const char* name : HeapDocks::kNames) docks_.append(docks_.takeAt(docks_.indexOf(dock(name))));
  for (Pane* pane : panes_) connect(pane, &Pane::edit_requested, &document_, &OpenDocument::edit);
  for (const auto& [area, first] : firsts) first->raise();
  legend->raise();
  const QSize screen = room_on_screen().size();
  QSize size = kFirstSize.expandedTo(screen * kScreenShare);
  size.setHeight(std::min(size.height(), screen.height()));  // higher, the status bar would be out of sight
  resize(size);
  first_layout_ = saveState(kLayoutVersion);
}

/// Shows it, to the front of its tabs and with the keyboard; or hides it, if it is seen and, where its key was pressed,
/// if the keyboard is there already.
void MainWindow::toggle_dock(QDockWidget* dock, bool by_key) {
  const bool seen = dock->isVisible() && !dock->visibleRegion().isEmpty();
  const bool used = dock->isAncestorOf(QApplication::focusWidget());
  if (seen && (used || !by_key)) {
    dock->hide();
    if (used) focus_centre();
    return;
  }
  show_dock(dock);
  focus_into(content_of(dock));
}

/// The page in the centre has the keyboard: the map that is seen, or what a lesson shows in its place.
void MainWindow::focus_centre() {
  QWidget* page = pages_->currentWidget();
  focus_into(page == compare_ ? compare_->map_in_front() : page);
}

QWidget* MainWindow::content_of(const QDockWidget* dock) {
  const auto* area = dynamic_cast<const ScrolledContent*>(dock->widget());
  return area ? area->widget() : dock->widget();
}

void MainWindow::show_dock(QDockWidget* dock) {
  dock->show();
  dock->raise();
}

QDockWidget* MainWindow::dock(const char* name) const {
  return *std::ranges::find_if(docks_, [&](const QDockWidget* dock) { return dock->objectName() == name; });
}

/// Its view answers what the user just asked for: to the front of its tabs, unless the user closed it.
void MainWindow::bring_forward(const char* name) {
  QDockWidget* answer = dock(name);
  if (!views_hidden() && !answer->isHidden()) answer->raise();
}

/// Strategies that are a tab beside Learn are put below it while a page speaks of them; then all is as it was.
void MainWindow::show_strategies_beside(bool wanted) {
  if (wanted == !layout_aside_.isEmpty()) return;
  if (!wanted) {
    restoreState(std::exchange(layout_aside_, {}), kLayoutVersion);
  } else if (tabifiedDockWidgets(dock("learn")).contains(strategies_dock_)) {
    layout_aside_ = saveState(kLayoutVersion);
    addDockWidget(Qt::RightDockWidgetArea, strategies_dock_, Qt::Vertical);
    resizeDocks({dock("learn"), strategies_dock_}, {1, 1}, Qt::Vertical);
  }
}

/// In the first layout, which is the user's from then on.
void MainWindow::give_room(QDockWidget* dock, double share, Qt::Orientation way) {
  connect(dock, &QDockWidget::visibilityChanged, this, [this, dock, share, way](bool seen) {
    if (!seen || !dock->property(kRoom).toBool()) return;
    dock->setProperty(kRoom, false);
    // Later: it is still being laid out.
    QTimer::singleShot(0, dock, [this, dock, share, way] {
      const auto along = [way](const QWidget* of) { return way == Qt::Vertical ? of->height() : of->width(); };
      const int wanted = static_cast<int>(share * along(this));
      if (!dock->isFloating() && along(dock) < wanted) resizeDocks({dock}, {wanted}, way);
    });
  });
}

/// The first layout, fitted to the window: a wide one gives the docks at its sides their share, a high one has the
/// inspector below the strategies. The user's own layout is left alone.
void MainWindow::arrange_docks() {
  const auto share = [](double part, int of, int least) { return std::max(least, static_cast<int>(part * of)); };
  QDockWidget *inspector = dock("inspector"), *legend = dock("legend"), *tensors = dock("tensors");
  const int right = share(kStrategiesShare, width(), kStrategiesWidth);
  const int bottom = share(kBottomShare, height(), kBottomHeight);
  if (height() >= kHeightForBoth) {
    addDockWidget(Qt::RightDockWidgetArea, inspector, Qt::Vertical);
    const int low = static_cast<int>(kInspectorShare * height());
    resizeDocks({strategies_dock_, inspector}, {height() - low, low}, Qt::Vertical);
  }
  resizeDocks({graph_dock_, strategies_dock_}, {share(kGraphShare, width(), kGraphWidth), right}, Qt::Horizontal);
  resizeDocks({legend, tensors}, {kLegendWidth, width() - right - kLegendWidth}, Qt::Horizontal);
  resizeDocks({legend, tensors}, {bottom, bottom}, Qt::Vertical);
  for (QDockWidget* dock : docks_) dock->setProperty(kRoom, true);
}

void MainWindow::restore_layout() {
  restoreGeometry(settings_.value("window/geometry").toByteArray());
  first_time_ = !restoreState(settings_.value("window/layout").toByteArray(), kLayoutVersion);
}

/// What is left of the screen below a title bar.
QRect MainWindow::room_on_screen() const {
  return screen()->availableGeometry().adjusted(0, style()->pixelMetric(QStyle::PM_TitleBarHeight), 0, 0);
}

/// A window of another screen, or of another scale, may be larger than this screen.
void MainWindow::fit_to_screen() {
  const QRect screen = room_on_screen();
  if (width() <= screen.width() && height() <= screen.height()) return;
  layout()->activate();  // docks that are hidden by now ask for no room
  resize(size().boundedTo(screen.size()));
  move(this->screen()->availableGeometry().topLeft());  // of the frame, its title bar included
}

void MainWindow::save_layout() {
  settings_.setValue("window/geometry", saveGeometry());
  if (first_time_) return settings_.remove("window/layout");  // none was seen yet, or it was reset
  const QByteArray aside = layout_aside_.isEmpty() ? saveState(kLayoutVersion) : layout_aside_;
  settings_.setValue("window/layout", views_hidden() ? hidden_layout_ : aside);
}

void MainWindow::reset_layout() {
  layout_aside_.clear();
  first_time_ = views_hidden();
  if (first_time_) {
    hidden_layout_ = first_layout_;
  } else {
    restoreState(first_layout_, kLayoutVersion);
    arrange_docks();
  }
}

/// Without a graph the docks have nothing to show: the start page has the window to itself.
void MainWindow::show_views(bool shown) {
  if (shown == !views_hidden()) return;
  if (shown) {
    restoreState(std::exchange(hidden_layout_, {}), kLayoutVersion);
    if (std::exchange(first_time_, false)) arrange_docks();
  } else {
    hidden_layout_ = saveState(kLayoutVersion);
    for (QDockWidget* dock : docks_) dock->hide();
  }
}

}  // namespace stowage
