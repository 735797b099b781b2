// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/docks.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include <QApplication>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QPointer>
#include <QResizeEvent>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QStyle>

#include "app/frame/side_strip.h"
#include "widgets/base/pane.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/compare/moved_pane.h"
#include "widgets/views/concurrency/concurrency_pane.h"
#include "widgets/views/conflicts/conflicts_pane.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/inspector/inspector.h"
#include "widgets/views/learn/learn_pane.h"
#include "widgets/views/loops/loops_pane.h"
#include "widgets/views/modules/modules_pane.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/peak/peak_pane.h"
#include "widgets/views/recorded/frames_pane.h"
#include "widgets/views/recorded/heap_pane.h"
#include "widgets/views/runs/runs_pane.h"
#include "widgets/views/savings/savings_pane.h"
#include "widgets/views/spaces/spaces_pane.h"
#include "widgets/views/steps/steps_pane.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/structure/structure_pane.h"
#include "widgets/views/tradeoff/trade_off_pane.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

constexpr int kLayoutVersion = 16;  // count up when docks change, so that an older layout is not half-restored
constexpr QSize kFirstSize{1280, 800};
constexpr QSize kRoomForAll{1280, 720};  // a screen on which no view needs to be smaller than its parts would like
constexpr QSize kLeastContent{150, 80};  // of a dock that scrolls, elsewhere
constexpr double kScreenShare = 0.85;    // of a screen with room for more, at first
constexpr int kGraphWidth = 290, kStrategiesWidth = 352;       // at least, at first
constexpr double kGraphShare = 0.22, kStrategiesShare = 0.24;  // of the window's width
constexpr int kLegendWidth = 270, kBottomHeight = 230;
constexpr int kLeastCentre = 610;  // at first, where there is room: the heap map is what people come for
constexpr int kMostTabs = 4;       // in one place

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
  bool beside = false;    // with the legend
  bool at_times = false;  // only for some documents (OfferedDocks): its key comes after those of all others
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
      {"conflicts", QT_TRANSLATE_NOOP("stowage::MainWindow", "Conflicts"), Qt::BottomDockWidgetArea,
       make_pane<ConflictsPane>},
      {"peak", QT_TRANSLATE_NOOP("stowage::MainWindow", "Peak"), Qt::BottomDockWidgetArea, make_pane<PeakPane>},
      {"runs", QT_TRANSLATE_NOOP("stowage::MainWindow", "Runs"), Qt::BottomDockWidgetArea, make_pane<RunsPane>},
      {"structure", QT_TRANSLATE_NOOP("stowage::MainWindow", "Structure"), Qt::LeftDockWidgetArea,
       make_pane<StructurePane>},
      {"moved", QT_TRANSLATE_NOOP("stowage::MainWindow", "Moved"), Qt::BottomDockWidgetArea, make_pane<MovedPane>},
      {"concurrency", QT_TRANSLATE_NOOP("stowage::MainWindow", "Concurrency"), Qt::RightDockWidgetArea,
       make_pane<ConcurrencyPane>},
      {"learn", QT_TRANSLATE_NOOP("stowage::MainWindow", "Learn"), Qt::RightDockWidgetArea, make_pane<LearnPane>},
      {"steps", QT_TRANSLATE_NOOP("stowage::MainWindow", "Steps"), Qt::BottomDockWidgetArea, make_pane<StepsPane>},
      {"orders", QT_TRANSLATE_NOOP("stowage::MainWindow", "Orders"), Qt::BottomDockWidgetArea, make_pane<OrdersPane>},
      {"sizes", QT_TRANSLATE_NOOP("stowage::MainWindow", "Sizes"), Qt::BottomDockWidgetArea, make_sizes},
      {"tradeoff", QT_TRANSLATE_NOOP("stowage::MainWindow", "Trade-off"), Qt::LeftDockWidgetArea,
       make_pane<TradeOffPane>},
      {"loops", QT_TRANSLATE_NOOP("stowage::MainWindow", "Loops"), Qt::BottomDockWidgetArea, make_pane<LoopsPane>},
      {"savings", QT_TRANSLATE_NOOP("stowage::MainWindow", "Savings"), Qt::RightDockWidgetArea, make_pane<SavingsPane>},
      {"heap", QT_TRANSLATE_NOOP("stowage::MainWindow", "Heap"), Qt::BottomDockWidgetArea, make_pane<HeapPane>, false,
       true},
      {"frames", QT_TRANSLATE_NOOP("stowage::MainWindow", "Frames"), Qt::BottomDockWidgetArea, make_pane<FramesPane>,
       true, true},
      {"spaces", QT_TRANSLATE_NOOP("stowage::MainWindow", "Spaces"), Qt::BottomDockWidgetArea, make_pane<SpacesPane>,
       false, true},
      {"modules", QT_TRANSLATE_NOOP("stowage::MainWindow", "Modules"), Qt::LeftDockWidgetArea, make_pane<ModulesPane>,
       false, true},
  };
  return kTable;
}

/// Titles are texts of the window, for translators.
constexpr const char* kGraph = QT_TRANSLATE_NOOP("stowage::MainWindow", "Graph");
constexpr const char* kStrategies = QT_TRANSLATE_NOOP("stowage::MainWindow", "Strategies");
constexpr const char* kTensors = QT_TRANSLATE_NOOP("stowage::MainWindow", "Tensors");
constexpr const char* kLegend = QT_TRANSLATE_NOOP("stowage::MainWindow", "Legend");
constexpr const char* kHistory = QT_TRANSLATE_NOOP("stowage::MainWindow", "History");

QString title_of(const char* title) {
  return QCoreApplication::translate("stowage::MainWindow", title);
}

}  // namespace

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

QDockWidget* Docks::make_dock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, &window_);
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
  window_.addDockWidget(area, dock);
  docks_.append(dock);
  dock->installEventFilter(this);
  return dock;
}

void Docks::make_panes(ViewState& state, QDockWidget* legend, QDockWidget* tensors) {
  const std::map<Qt::DockWidgetArea, QDockWidget*> firsts{{Qt::LeftDockWidgetArea, dock("graph")},
                                                          {Qt::RightDockWidgetArea, dock("strategies")},
                                                          {Qt::BottomDockWidgetArea, tensors}};
  for (const PaneRow& row : pane_rows()) {
    Pane* pane = row.make(state);
    panes_.append(pane);
    QDockWidget* dock = make_dock(row.name, title_of(row.title), pane, row.area);
    window_.tabifyDockWidget(row.beside ? legend : firsts.at(row.area), dock);
  }
  for (const auto& [area, first] : firsts) first->raise();
}

Docks::Docks(QMainWindow& window, QSettings& settings, ViewState& state, const Contents& contents)
    : QObject(&window),
      window_(window),
      settings_(settings),
      panes_({contents.graph, contents.lanes}),
      right_(window, docks_, *contents.strategies) {
  window.setDockNestingEnabled(true);
  window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);  // sixteen strategies need the height
  QDockWidget* graph = make_dock("graph", title_of(kGraph), contents.graph, Qt::LeftDockWidgetArea);
  QDockWidget* plans = make_dock("strategies", title_of(kStrategies), contents.strategies, Qt::RightDockWidgetArea);
  // A limit would hold for all tabs that are beside it, and for all that is below the centre.
  connect(plans, &QDockWidget::dockLocationChanged, contents.strategies,
          [panel = contents.strategies](Qt::DockWidgetArea area) {
            panel->end_with_rows(area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea);
          });
  QDockWidget* tensors = make_dock("tensors", title_of(kTensors), contents.tensors, Qt::BottomDockWidgetArea);
  QDockWidget* legend = make_dock("legend", title_of(kLegend), contents.legend, Qt::BottomDockWidgetArea);
  window.splitDockWidget(legend, tensors, Qt::Horizontal);  // before there are tabs, which cannot be split
  make_panes(state, legend, tensors);
  window.tabifyDockWidget(graph, make_dock("history", title_of(kHistory), contents.history, Qt::LeftDockWidgetArea));
  graph->raise();
  legend->raise();
  docks_.append(docks_.takeAt(docks_.indexOf(legend)));  // of those that every document has, its key is the last
  for (const PaneRow& row : pane_rows())
    if (row.at_times) docks_.append(docks_.takeAt(docks_.indexOf(dock(row.name))));
  const QSize screen = room_on_screen().size();
  QSize size = kFirstSize.expandedTo(screen * kScreenShare);
  size.setHeight(std::min(size.height(), screen.height()));  // higher, the status bar would be out of sight
  window.resize(size);
  for (const auto& [side, bar, title] :
       {std::tuple{Qt::LeftDockWidgetArea, Qt::LeftToolBarArea, tr("Folded views, left")},
        {Qt::RightDockWidgetArea, Qt::RightToolBarArea, tr("Folded views, right")}}) {
    strips_[side] = new SideStrip(window, bar, title);
    folded_[side] = {};
    connect(strips_[side], &SideStrip::chosen, this, [this, side = side](const QString& name) {
      fold(side, false);
      QDockWidget* wanted = dock(qPrintable(name));
      show(wanted);
      focus_into(content_of(wanted));
    });
  }
  first_layout_ = window.saveState(kLayoutVersion);
  window.installEventFilter(this);
}

bool Docks::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &window_ && event->type() == QEvent::Resize) {
    follow_width();
    if (!away() && before_maximised_.isEmpty())
      right_.follow_height(static_cast<QResizeEvent*>(event)->oldSize().height());
  }
  // Also when a drag ends, after which Qt lays the docks out once more.
  const auto moves = watched == &window_ ? QEvent::MouseButtonRelease : QEvent::Resize;
  if (event->type() == moves && !std::exchange(apart_soon_, true))
    QMetaObject::invokeMethod(this, &Docks::keep_apart, Qt::QueuedConnection);
  return QObject::eventFilter(watched, event);
}

/// The user may drag the right column wider than Qt has room for: it does not ask what the docks below the centre need,
/// and lets them lie over the column.
void Docks::keep_apart() {
  apart_soon_ = false;
  QDockWidget* column = nullptr;
  int reach = 0;
  for (QDockWidget* each : docks_) {
    if (!each->isVisible() || each->isFloating() || each->visibleRegion().isEmpty()) continue;
    const Qt::DockWidgetArea area = window_.dockWidgetArea(each);
    if (area == Qt::RightDockWidgetArea) column = each;
    if (area == Qt::BottomDockWidgetArea) reach = std::max(reach, each->geometry().right() + 1);
  }
  if (column && reach > column->x())
    window_.resizeDocks({column}, {column->width() - (reach - column->x())}, Qt::Horizontal);
}

void Docks::toggle(QDockWidget* dock, bool by_key) {
  const bool seen = dock->isVisible() && !dock->visibleRegion().isEmpty();
  const bool used = dock->isAncestorOf(QApplication::focusWidget());
  if (seen && (used || !by_key)) {
    dock->hide();
    if (used) emit keyboard_free();
    return;
  }
  show(dock);
  focus_into(content_of(dock));
}

QWidget* Docks::content_of(const QDockWidget* dock) {
  const auto* area = dynamic_cast<const ScrolledContent*>(dock->widget());
  return area ? area->widget() : dock->widget();
}

void Docks::show(QDockWidget* dock) {
  dock->show();
  dock->raise();
}

QDockWidget* Docks::dock(const char* name) const {
  return *std::ranges::find_if(docks_, [&](const QDockWidget* dock) { return dock->objectName() == name; });
}

void Docks::show_and_focus(const char* name) const {
  QDockWidget* shown = dock(name);
  show(shown);
  content_of(shown)->setFocus(Qt::ShortcutFocusReason);
}

void Docks::show_around(const QWidget* view) {
  for (QDockWidget* dock : docks_) {
    if (!dock->isAncestorOf(view)) continue;
    for (const auto& [side, names] : folded_)
      if (names.contains(dock->objectName())) {
        fold(side, false);  // which empties its names
        break;
      }
    show(dock);
  }
}

void Docks::bring_in(const char* name) const {
  if (!away()) show(dock(name));
}

void Docks::bring_forward(const char* name) const {
  QDockWidget* answer = dock(name);
  if (!away() && !answer->isHidden()) answer->raise();
}

bool Docks::are_tabs_of_one_place(const char* one, const char* other) const {
  return window_.tabifiedDockWidgets(dock(one)).contains(dock(other));
}

void Docks::show_strategies_beside_learn(bool wanted) {
  if (wanted == !layout_aside_.isEmpty()) return;
  if (!wanted) {
    window_.restoreState(std::exchange(layout_aside_, {}), kLayoutVersion);
  } else if (are_tabs_of_one_place("learn", "strategies")) {
    layout_aside_ = window_.saveState(kLayoutVersion);
    // In front of the tables: the page keeps its column, and figures have the width.
    QDockWidget *strategies = dock("strategies"), *tensors = dock("tensors");
    if (tensors->isFloating() || window_.dockWidgetArea(tensors) != Qt::BottomDockWidgetArea)
      window_.addDockWidget(Qt::BottomDockWidgetArea, strategies);
    else
      window_.tabifyDockWidget(tensors, strategies);
    const auto beside = window_.tabifiedDockWidgets(strategies);
    if (std::ranges::count_if(beside, [](const QDockWidget* each) { return !each->isHidden(); }) >= kMostTabs)
      dock("steps")->hide();
    strategies->raise();
  }
}

/// The first layout, fitted to the window: a wide one gives the docks at its sides their share. The user's own layout
/// is left alone.
void Docks::arrange(const WorkspaceDocks& wanted) {
  const auto share = [](double part, int of, int least) { return std::max(least, static_cast<int>(part * of)); };
  QDockWidget *graph = dock("graph"), *strategies = dock("strategies");
  QDockWidget *legend = dock("legend"), *tensors = dock("tensors");
  const int right = share(kStrategiesShare, window_.width(), kStrategiesWidth);
  const int room = window_.height() - kAroundDocks - kLeastCentre;
  const int bottom = std::max(kBottomHeight, std::min(static_cast<int>(wanted.bottom_share * window_.height()), room));
  const int left = share(kGraphShare, window_.width(), kGraphWidth);
  window_.resizeDocks({graph, strategies}, {left, right}, Qt::Horizontal);
  // In a small window both make one column; in a wide one the table has more use for the room.
  const bool below_graph = wanted.left.size() > 0 && wanted.low_left_share == 0 && left == kGraphWidth;
  const int low_left = below_graph ? left : share(wanted.low_left_share, window_.width(), kLegendWidth);
  window_.resizeDocks({legend, tensors}, {low_left, window_.width() - right - low_left}, Qt::Horizontal);
  window_.resizeDocks({legend, tensors}, {bottom, bottom}, Qt::Vertical);
}

void Docks::restore_geometry() {
  window_.restoreGeometry(settings_.value("window/geometry").toByteArray());
}

/// What is left of the screen below a title bar.
QRect Docks::room_on_screen() const {
  return window_.screen()->availableGeometry().adjusted(0, window_.style()->pixelMetric(QStyle::PM_TitleBarHeight), 0,
                                                        0);
}

void Docks::fit_to_screen() {
  const QRect screen = room_on_screen();
  if (window_.width() <= screen.width() && window_.height() <= screen.height()) return;
  window_.layout()->activate();  // docks that are hidden by now ask for no room
  window_.resize(window_.size().boundedTo(screen.size()));
  window_.move(window_.screen()->availableGeometry().topLeft());  // of the frame, its title bar included
}

void Docks::save_geometry() const {
  settings_.setValue("window/geometry", window_.saveGeometry());
}

void Docks::fold(Qt::DockWidgetArea side, bool folded) {
  QStringList& names = folded_.at(side);
  bare_.removeAll(side);
  if (folded == !names.isEmpty() || away()) return;
  if (!folded) {
    for (const QString& name : std::exchange(names, {})) dock(qPrintable(name))->show();
    return strips_.at(side)->set_docks({});
  }
  QList<std::pair<QString, QString>> titles;
  const QWidget* focus = QApplication::focusWidget();
  bool had_focus = false;
  for (QDockWidget* each : docks_) {
    if (each->isHidden() || each->isFloating() || window_.dockWidgetArea(each) != side) continue;
    had_focus = had_focus || each->isAncestorOf(focus);
    names << each->objectName();
    titles.emplace_back(each->objectName(), each->windowTitle());
    each->hide();
  }
  strips_.at(side)->set_docks(titles);
  if (had_focus) emit keyboard_free();
}

void Docks::follow_width() {
  const bool before = std::exchange(narrow_, window_.width() < width_for_all_);
  if (before != narrow_) fold_by_itself(narrow_);
}

/// What the user folded stays folded.
void Docks::fold_by_itself(bool folded) {
  if (!folded && !by_itself_) return;
  const bool before = is_folded(Qt::LeftDockWidgetArea);
  fold(Qt::LeftDockWidgetArea, folded);
  by_itself_ = !before && is_folded(Qt::LeftDockWidgetArea);
}

bool Docks::is_open_while_narrow() const {
  if (away()) return open_;
  return narrow_ && !is_folded(Qt::LeftDockWidgetArea) && (by_itself_ || open_);
}

void Docks::set_workspace(const WorkspaceDocks& docks) {
  right_.set_workspace(docks);
  width_for_all_ = docks.width_for_all;
  const bool before = std::exchange(narrow_, window_.width() < width_for_all_);
  if (before && !narrow_) fold_by_itself(false);
}

void Docks::fold_where_narrow(bool open) {
  open_ = open;
  if (!narrow_) return;
  if (open)
    fold_by_itself(false);
  else if (!is_folded(Qt::LeftDockWidgetArea))
    fold_by_itself(true);
}

QList<Qt::DockWidgetArea> Docks::unfold_all() {
  QList<Qt::DockWidgetArea> out = bare_;
  for (const auto& [side, names] : folded_)
    if (!names.isEmpty()) out << side;
  for (const Qt::DockWidgetArea side : out) fold(side, false);
  return out;
}

void Docks::fold_again(const QList<Qt::DockWidgetArea>& sides) {
  for (const Qt::DockWidgetArea side : sides) {
    fold(side, true);
    if (!is_folded(side)) bare_ << side;
  }
}

bool Docks::toggle_maximised() {
  if (restore_maximised()) return true;
  const QWidget* focus = QApplication::focusWidget();
  const auto found = std::ranges::find_if(docks_, [&](const QDockWidget* each) { return each->isAncestorOf(focus); });
  if (focus == nullptr || found == docks_.end() || (*found)->isFloating()) return false;
  hide_around(*found);
  window_.centralWidget()->hide();
  return true;
}

bool Docks::restore_maximised() {
  if (before_maximised_.isEmpty()) return false;
  const QPointer<QWidget> focus = QApplication::focusWidget();
  window_.centralWidget()->show();  // first: the layout shares the room with it
  window_.restoreState(std::exchange(before_maximised_, {}), kLayoutVersion);
  if (focus && focus->isVisible()) focus->setFocus();  // a dock that comes to another place loses the keyboard
  return true;
}

void Docks::hide_around_centre() {
  if (!away() && before_maximised_.isEmpty()) hide_around(nullptr);
}

void Docks::hide_around(const QDockWidget* maximised) {
  before_maximised_ = window_.saveState(kLayoutVersion);
  for (QDockWidget* each : docks_)
    if (each != maximised && !each->isFloating()) each->hide();
}

/// The layout that follows is another: nothing comes back.
void Docks::end_maximised() {
  if (before_maximised_.isEmpty()) return;
  before_maximised_.clear();
  window_.centralWidget()->show();
}

QByteArray Docks::layout() {
  if (away()) return hidden_layout_;
  if (!before_maximised_.isEmpty()) return before_maximised_;
  if (!layout_aside_.isEmpty()) return layout_aside_;
  const auto folded = unfold_all();
  const QByteArray out = window_.saveState(kLayoutVersion);
  fold_again(folded);
  return out;
}

bool Docks::set_layout(const QByteArray& layout) {
  end_maximised();
  layout_aside_.clear();
  if (away()) {
    hidden_layout_ = layout;
    return true;
  }
  const auto folded = unfold_all();
  const bool done = window_.restoreState(layout, kLayoutVersion);
  fold_again(folded);
  return done;
}

void Docks::arrange_for(const WorkspaceDocks& wanted) {
  if (away()) return;  // it is arranged when there is something to show
  end_maximised();
  layout_aside_.clear();
  const auto folded = unfold_all();
  window_.restoreState(first_layout_, kLayoutVersion);
  right_.place();
  arrange(wanted);
  for (const auto& [first, names] :
       {std::pair{"graph", wanted.left}, std::pair{"legend", wanted.low_left}, std::pair{"tensors", wanted.bottom}})
    for (const char* name : names)
      if (std::string_view(name) != first && !are_tabs_of_one_place(first, name))
        window_.tabifyDockWidget(dock(first), dock(name));
  const auto has = [](const auto& names, const QDockWidget* dock) {
    return std::ranges::any_of(names, [&](const char* name) { return dock->objectName() == QLatin1String(name); });
  };
  // Memory spaces concern every task: where there are some, they take the place of the last tab.
  const bool spaces = dock("spaces")->property(kOffered).toBool();
  for (QDockWidget* each : docks_) {
    const QVariant offered = each->property(kOffered);
    const bool yields =
        spaces && wanted.bottom.size() > 3 && each->objectName() == QLatin1String(*std::prev(wanted.bottom.end()));
    const bool there = std::ranges::any_of(wanted.places(), [&](const auto& names) { return has(names, each); });
    const bool extra = each == dock("spaces");
    each->setVisible(offered.isValid() ? offered.toBool() && (there || extra) : there && !yields);
  }
  right_.share();
  for (const auto& names : {wanted.left, wanted.low_left, wanted.bottom})
    if (names.size() > 0 && !dock(*names.begin())->isHidden()) dock(*names.begin())->raise();
  right_.raise();
  fold_again(folded);
}

QStringList Docks::missing(const WorkspaceDocks& wanted) const {
  QStringList out;
  for (const auto& names : wanted.places())
    for (const char* name : names)
      if (const QVariant offered = dock(name)->property(kOffered); offered.isValid() && !offered.toBool()) out << name;
  return out;
}

void Docks::bring_back(const QStringList& names) {
  const auto folded = unfold_all();
  for (QDockWidget* each : docks_)
    if (names.contains(each->objectName()) && each->property(kOffered).toBool()) each->show();
  fold_again(folded);
}

void Docks::set_shown(bool shown) {
  if (shown == !away()) return;
  end_maximised();
  open_ = is_open_while_narrow();
  unfold_all();
  if (shown) {
    window_.restoreState(std::exchange(hidden_layout_, {}), kLayoutVersion);
    if (narrow_ && !open_) fold_by_itself(true);
  } else {
    hidden_layout_ = window_.saveState(kLayoutVersion);
    for (QDockWidget* dock : docks_) dock->hide();
  }
}

}  // namespace stowage
