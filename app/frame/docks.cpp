// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/docks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <QAction>
#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QPointer>
#include <QResizeEvent>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QStyle>

#include "app/dialogs/manual.h"
#include "app/frame/dock_table.h"
#include "app/frame/side_strip.h"
#include "app/session/document.h"
#include "widgets/base/pane.h"
#include "widgets/views/strategies/strategy_panel.h"

namespace stowage {
namespace {

constexpr int kLayoutVersion = 16;  // of kept layouts: those of another version are not restored
constexpr QSize kFirstSize{1280, 800};
constexpr QSize kLeastContent{150, 80};  // of a view: below that it scrolls, so that a window may be narrow
constexpr double kScreenShare = 0.85;    // of a screen with room for more, at first
constexpr int kGraphWidth = 290, kStrategiesWidth = 352;       // at least, at first
constexpr double kGraphShare = 0.22, kStrategiesShare = 0.24;  // of the window's width
constexpr int kLegendWidth = 270, kBottomHeight = 230;
constexpr int kLeastCentre = 610;        // at first, where there is room: the heap map is what people come for
constexpr int kAroundDocks = 120;        // pixels of a window's height: menus, tools, tabs below, status
constexpr int kLeastBelow = 220;         // at first, below the strategies
constexpr int kLeastOther = 80;          // of what shares the column with the strategies
constexpr int kAlmost = 10;              // pixels that are not seen to be missing
constexpr std::ptrdiff_t kMostTabs = 4;  // in one place

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

/// Where a place is, and the dock that the others of it are put beside.
struct PlaceRow {
  Qt::DockWidgetArea area;
  const char* first;
};

/// In the order of DockPlace.
constexpr std::array<PlaceRow, 4> kPlaces{{{Qt::LeftDockWidgetArea, "graph"},
                                           {Qt::BottomDockWidgetArea, "legend"},
                                           {Qt::BottomDockWidgetArea, "tensors"},
                                           {Qt::RightDockWidgetArea, "strategies"}}};

bool lists(std::initializer_list<const char*> names, std::string_view dock) {
  return std::ranges::find(names, dock) != names.end();
}

/// The name of a dock, as QMainWindow::saveState() writes it.
QByteArray written(const QString& name) {
  QByteArray out;
  QDataStream stream(&out, QIODevice::WriteOnly);
  stream << name;
  return out;
}

/// Layouts kept by earlier releases have three docks where there is one now: it takes the place of the first that was
/// open.
QByteArray with_improve(QByteArray layout) {
  const QByteArray improve = written(QStringLiteral("improve"));
  if (layout.contains(improve)) return layout;
  constexpr char kVisible = 1;  // a bit of what follows the name
  QByteArray place;
  for (const char* name : {"savings", "tradeoff", "concurrency"}) {
    const QByteArray old = written(QString::fromLatin1(name));
    const qsizetype at = layout.indexOf(old);
    if (at < 0 || at + old.size() >= layout.size()) continue;
    const bool open = (layout[at + old.size()] & kVisible) != 0;
    if (place.isEmpty() || open) place = old;
    if (open) break;
  }
  return place.isEmpty() ? layout : layout.replace(place, improve);
}

bool is_in_sight(const QDockWidget* dock) {
  return dock->isVisible() && !dock->visibleRegion().isEmpty();
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

Docks::Docks(QMainWindow& window, QSettings& settings, ViewState& state, OpenDocument& document, Pane& lanes)
    : QObject(&window), window_(window), settings_(settings) {
  window.setDockNestingEnabled(true);
  window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);  // sixteen strategies need the height
  for (const DockRow& row : dock_rows()) {
    QWidget* view = row.make(state, document);
    if (auto* pane = qobject_cast<Pane*>(view)) panes_.append(pane);
    docks_.append(make_dock(row, view));
    states_.push_back({&row});
    states_.back().offered = row.offered == nullptr || row.offered(document);
  }
  panes_.insert(1, &lanes);
  follow_strategies();
  place_first();
  const QSize screen = room_on_screen().size();
  QSize size = kFirstSize.expandedTo(screen * kScreenShare);
  size.setHeight(std::min(size.height(), screen.height()));  // higher, the status bar would be out of sight
  window.resize(size);
  make_strips();
  first_layout_ = hidden_layout_ = window.saveState(kLayoutVersion);
  apply();
  window.installEventFilter(this);
}

QDockWidget* Docks::make_dock(const DockRow& row, QWidget* content) {
  const QString title = title_of(row);
  auto* dock = new QDockWidget(title, &window_);
  dock->setObjectName(row.name);
  dock->setProperty(kManualPage, row.page);
  dock->setWidget(new ScrolledContent(content));
  dock->setAccessibleName(title);
  if (content->accessibleName().isEmpty()) content->setAccessibleName(title);  // while empty it has the keyboard itself
  // Qt only moves the docks behind a tab out of sight: to its content they look visible, and would keep working.
  QSizePolicy policy = content->sizePolicy();
  policy.setRetainSizeWhenHidden(true);  // the place is as large as the largest of its tabs, whichever is in front
  content->setSizePolicy(policy);
  connect(dock, &QDockWidget::visibilityChanged, content, &QWidget::setVisible);
  dock->installEventFilter(this);
  return dock;
}

/// The first of each place, then the others as its tabs.
void Docks::place_first() {
  for (const auto& [area, first] : kPlaces) window_.addDockWidget(area, dock(first));
  window_.splitDockWidget(dock("legend"), dock("tensors"), Qt::Horizontal);  // before there are tabs: they do not split
  for (qsizetype k = 0; k < docks_.size(); ++k) place_as_tab(k);
  for (const auto& [area, first] : kPlaces) dock(first)->raise();
}

/// Of its first place, unless it is what the others are put beside.
void Docks::place_as_tab(qsizetype dock) {
  const auto& [area, first] = kPlaces[static_cast<std::size_t>(state_of(dock).row->place)];
  QDockWidget* beside = this->dock(first);
  if (beside == docks_[dock]) return;
  window_.addDockWidget(area, docks_[dock]);
  if (!beside->isFloating()) window_.tabifyDockWidget(beside, docks_[dock]);
}

void Docks::make_strips() {
  for (const auto& [side, bar, title] :
       {std::tuple{Qt::LeftDockWidgetArea, Qt::LeftToolBarArea, tr("Folded views, left")},
        {Qt::RightDockWidgetArea, Qt::RightToolBarArea, tr("Folded views, right")}}) {
    strips_[side] = new SideStrip(window_, bar, title);
    folded_[side] = false;
    connect(strips_[side], &SideStrip::chosen, this, [this](const QString& name) {
      QDockWidget* wanted = dock(qPrintable(name));
      show_at(docks_.indexOf(wanted));
      focus_into(content_of(wanted));
    });
  }
}

bool Docks::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &window_ && event->type() == QEvent::Resize) {
    follow_width();
    keep_strategies(strategy_rows_, static_cast<QResizeEvent*>(event)->oldSize().height());
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

/// What the user closed or opened since docks were last shown or hidden here. What is out of sight for another reason
/// is as wanted as it was.
void Docks::take_down() {
  if (!before_maximised_.isEmpty()) return;
  for (qsizetype k = 0; k < docks_.size(); ++k)
    if (may_be_seen(k)) state_of(k).wanted = !docks_[k]->isHidden();
}

bool Docks::may_be_seen(qsizetype dock) const {
  QDockWidget* each = docks_[dock];
  const bool in_folded = !each->isFloating() && is_folded(window_.dockWidgetArea(each));
  return !away_ && state_of(dock).offered && !in_folded;
}

void Docks::apply() {
  if (!before_maximised_.isEmpty()) return;  // until all come back
  for (qsizetype k = 0; k < docks_.size(); ++k) docks_[k]->setVisible(state_of(k).wanted && may_be_seen(k));
  for (const auto& [side, strip] : strips_) {
    QList<std::pair<QString, QString>> titles;
    if (is_folded(side) && !away_)
      for (const QString& name : folded_at(side)) titles.emplace_back(name, dock(qPrintable(name))->windowTitle());
    strip->set_docks(titles);
  }
}

/// Names of the docks that are there once that side is unfolded.
QStringList Docks::folded_at(Qt::DockWidgetArea side) const {
  QStringList out;
  for (qsizetype k = 0; k < docks_.size(); ++k) {
    const State& state = state_of(k);
    if (state.wanted && state.offered && !docks_[k]->isFloating() && window_.dockWidgetArea(docks_[k]) == side)
      out << docks_[k]->objectName();
  }
  return out;
}

bool Docks::is_folded(Qt::DockWidgetArea side) const {
  const auto found = folded_.find(side);
  return found != folded_.end() && (found->second || (side == Qt::LeftDockWidgetArea && narrow_ && !open_));
}

void Docks::fold(Qt::DockWidgetArea side, bool folded) {
  if (away_ || !before_maximised_.isEmpty() || folded == is_folded(side)) return;
  take_down();
  if (folded && folded_at(side).isEmpty()) return;
  const QWidget* focus = QApplication::focusWidget();
  const bool had_focus = std::ranges::any_of(docks_, [&](QDockWidget* each) {
    return !each->isFloating() && window_.dockWidgetArea(each) == side && each->isAncestorOf(focus);
  });
  const bool by_itself = side == Qt::LeftDockWidgetArea && narrow_;
  if (by_itself) open_ = !folded;
  if (!by_itself || !folded) folded_[side] = folded;
  apply();
  if (folded && had_focus) emit keyboard_free();
}

/// In a window that is wide enough the left column comes back, unless the user folded it; in one that is narrow the
/// user may open it.
void Docks::follow_width() {
  const bool narrow = workspace_ && window_.width() < workspace_->width_for_all;
  if (narrow == narrow_) return;
  take_down();
  narrow_ = narrow;
  open_ = false;
  apply();
}

void Docks::toggle(QDockWidget* dock, bool by_key) {
  const bool used = dock->isAncestorOf(QApplication::focusWidget());
  if (is_in_sight(dock) && (used || !by_key)) {
    dock->hide();
    if (used) emit keyboard_free();
    return;
  }
  show_at(docks_.indexOf(dock));
  focus_into(content_of(dock));
}

QWidget* Docks::content_of(const QDockWidget* dock) {
  return static_cast<const QScrollArea*>(dock->widget())->widget();
}

QDockWidget* Docks::dock(const char* name) const {
  return *std::ranges::find_if(docks_, [&](const QDockWidget* dock) { return dock->objectName() == name; });
}

/// While nothing is open, or the document does not have what it shows, it comes later.
void Docks::show_at(qsizetype dock) {
  QDockWidget* shown = docks_[dock];
  if (!shown->isFloating()) fold(window_.dockWidgetArea(shown), false);
  state_of(dock).wanted = true;
  if (away_) return;
  shown->show();
  shown->raise();
}

void Docks::show(const char* name) {
  show_at(docks_.indexOf(dock(name)));
}

void Docks::show_and_focus(const char* name) {
  show(name);
  content_of(dock(name))->setFocus(Qt::ShortcutFocusReason);
}

void Docks::show_around(const QWidget* view) {
  for (qsizetype k = 0; k < docks_.size(); ++k)
    if (docks_[k]->isAncestorOf(view)) show_at(k);
}

void Docks::bring_forward(const char* name) const {
  QDockWidget* answer = dock(name);
  if (!away_ && !answer->isHidden()) answer->raise();
}

bool Docks::are_tabs_of_one_place(const char* one, const char* other) const {
  return window_.tabifiedDockWidgets(dock(one)).contains(dock(other));
}

void Docks::show_strategies_beside_learn(bool wanted) {
  if (wanted == !aside_.state.isEmpty()) return;
  if (!wanted) {
    set_layout(std::exchange(aside_, {}));
    return;
  }
  if (!are_tabs_of_one_place("learn", "strategies")) return;
  aside_ = layout();
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
  apply();                                             // the window may have another width
  if (focus && focus->isVisible()) focus->setFocus();  // a dock that comes to another place loses the keyboard
  return true;
}

void Docks::hide_around_centre() {
  if (!away_ && before_maximised_.isEmpty()) hide_around(nullptr);
}

void Docks::hide_around(const QDockWidget* maximised) {
  take_down();
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

void Docks::show_document(const OpenDocument& document) {
  take_down();
  if (document.is_open() != away_) return offer(document);
  restore_maximised();
  if (away_)
    window_.restoreState(hidden_layout_, kLayoutVersion);
  else
    hidden_layout_ = window_.saveState(kLayoutVersion);
  away_ = !away_;
  offer(document);
}

/// While nothing is open, docks are offered as they were.
void Docks::offer(const OpenDocument& document) {
  QList<QDockWidget*> come;
  for (qsizetype k = 0; k < docks_.size(); ++k) {
    State& state = state_of(k);
    if (state.row->offered == nullptr) continue;
    const bool before = state.offered;
    if (!away_) state.offered = state.row->offered(document);
    if (state.offered && !before && state.wanted) come << docks_[k];
    const bool listed = state.offered || state.row->always_listed;
    docks_[k]->toggleViewAction()->setVisible(listed);
    const QString name = docks_[k]->objectName();
    for (const char* command : {"show_", "export_"})
      if (auto* action = window_.findChild<QAction*>(QLatin1String(command) + name)) action->setVisible(listed);
  }
  apply();
  for (QDockWidget* each : come)
    if (!stands_behind(each->objectName().toStdString())) each->raise();
}

/// In the workspace, another one of its place.
bool Docks::stands_behind(std::string_view dock) const {
  if (workspace_ == nullptr) return false;
  return std::ranges::any_of(workspace_->places(),
                             [&](const auto& names) { return lists(names, dock) && *names.begin() != dock; });
}

void Docks::set_workspace(const WorkspaceDocks& docks, bool left_open) {
  workspace_ = &docks;
  narrow_ = window_.width() < docks.width_for_all;
  open_ = left_open;
}

/// Memory spaces concern every task: where there are some, they take the place of the last tab.
void Docks::want_those_of_workspace() {
  const auto& bottom = workspace_->bottom;
  const bool full = std::ssize(bottom) >= kMostTabs && state_of(docks_.indexOf(dock("spaces"))).offered;
  for (State& state : states_) {
    const std::string_view name = state.row->name;
    const bool listed =
        std::ranges::any_of(workspace_->places(), [&](const auto& names) { return lists(names, name); });
    const bool yields = full && name == *std::prev(bottom.end());
    state.wanted = (listed && !yields) || name == "spaces";
  }
}

void Docks::arrange() {
  end_maximised();
  aside_ = {};
  window_.restoreState(first_layout_, kLayoutVersion);
  put_beside(*workspace_->right.begin(), workspace_->right);
  if (workspace_->low_right.size() > 0) {
    const char* low = *workspace_->low_right.begin();
    window_.addDockWidget(Qt::RightDockWidgetArea, dock(low), Qt::Vertical);
    put_beside(low, workspace_->low_right);
  }
  share_room();
  put_beside("graph", workspace_->left);
  put_beside("legend", workspace_->low_left);
  put_beside("tensors", workspace_->bottom);
  want_those_of_workspace();
  // With columns that fold afterwards, so that they have their room once they unfold.
  for (qsizetype k = 0; k < docks_.size(); ++k) docks_[k]->setVisible(state_of(k).wanted && state_of(k).offered);
  share_right_column();
  for (const auto& names : workspace_->places())
    if (names.size() > 0 && !dock(*names.begin())->isHidden()) dock(*names.begin())->raise();
  if (away_) hidden_layout_ = window_.saveState(kLayoutVersion);
  apply();
}

/// As tabs of one place.
void Docks::put_beside(const char* first, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (std::string_view(name) != first && !are_tabs_of_one_place(first, name))
      window_.tabifyDockWidget(dock(first), dock(name));
}

/// A wide window gives the docks at its sides their share.
void Docks::share_room() {
  const auto share = [](double part, int of, int least) { return std::max(least, static_cast<int>(part * of)); };
  QDockWidget *graph = dock("graph"), *strategies = dock("strategies");
  QDockWidget *legend = dock("legend"), *tensors = dock("tensors");
  const int right = share(kStrategiesShare, window_.width(), kStrategiesWidth);
  const int room = window_.height() - kAroundDocks - kLeastCentre;
  const int wanted = static_cast<int>(workspace_->bottom_share * window_.height());
  const int bottom = std::max(kBottomHeight, std::min(wanted, room));
  const int left = share(kGraphShare, window_.width(), kGraphWidth);
  window_.resizeDocks({graph, strategies}, {left, right}, Qt::Horizontal);
  // In a small window both make one column; in a wide one the table has more use for the room.
  const bool below_graph = workspace_->left.size() > 0 && workspace_->low_left_share == 0 && left == kGraphWidth;
  const int low_left = below_graph ? left : share(workspace_->low_left_share, window_.width(), kLegendWidth);
  window_.resizeDocks({legend, tensors}, {low_left, window_.width() - right - low_left}, Qt::Horizontal);
  window_.resizeDocks({legend, tensors}, {bottom, bottom}, Qt::Vertical);
}

/// The strategies end with their rows, and what is below them has the rest.
void Docks::share_right_column() {
  if (workspace_->low_right.size() == 0) return;
  const int high = height_for_strategies(strategy_rows_, window_.height());
  const int low = std::max(kLeastBelow, window_.height() - kAroundDocks - high);
  window_.resizeDocks({dock("strategies"), dock(*workspace_->low_right.begin())}, {high, low}, Qt::Vertical);
}

/// Of their dock, with so many pixels of rows: what is beside it in its column keeps some room.
int Docks::height_for_strategies(int rows, int window_height) const {
  const QDockWidget* strategies = dock("strategies");
  const int title = strategies->style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, strategies) + 4;
  const int around = strategies->isVisible() ? strategies->height() - strategies->widget()->height() : title;
  return std::min(rows + around, window_height - kAroundDocks - kLeastBelow);
}

void Docks::follow_strategies() {
  auto& strategies = view<StrategyPanel>();
  strategy_rows_ = strategies.wanted_height();
  connect(&strategies, &StrategyPanel::wanted_height_changed, this, [this, &strategies] {
    keep_strategies(std::exchange(strategy_rows_, strategies.wanted_height()), window_.height());
  });
}

/// Rows come or go, or the window has another height: where the strategies had room for all of their rows they have it
/// again. Later, since the window is being laid out.
void Docks::keep_strategies(int rows_before, int window_height_before) {
  QDockWidget* strategies = dock("strategies");
  if (away_ || !before_maximised_.isEmpty() || !strategies->isVisible() || strategies->isFloating()) return;
  if (window_.dockWidgetArea(strategies) == Qt::BottomDockWidgetArea) return;
  const int most = height_for_strategies(std::numeric_limits<int>::max() / 2, window_height_before);
  const bool had_room =
      view<StrategyPanel>().height() + kAlmost >= rows_before || strategies->height() + kAlmost >= most;
  if (had_room) QMetaObject::invokeMethod(this, &Docks::fit_strategies, Qt::QueuedConnection);
}

/// The others of their column share what they leave as they shared it before.
void Docks::fit_strategies() {
  QDockWidget* strategies = dock("strategies");
  if (!strategies->isVisible() || strategies->isFloating()) return;
  if (std::ranges::any_of(window_.tabifiedDockWidgets(strategies),
                          [](const QDockWidget* each) { return !each->isHidden(); }))
    return;
  QList<QDockWidget*> column{strategies};
  int others = 0;
  for (QDockWidget* each : docks_) {
    if (each == strategies || each->isFloating() || !is_in_sight(each)) continue;
    if (window_.dockWidgetArea(each) != window_.dockWidgetArea(strategies)) continue;
    column << each;
    others += each->height();
  }
  if (others == 0) return;
  strategies->layout()->activate();  // it may be higher now
  const int wanted = height_for_strategies(strategy_rows_, window_.height());
  const int left = std::max(0, strategies->height() + others - wanted);
  QList<int> heights{wanted};
  for (const QDockWidget* each : column.mid(1)) heights << std::max(kLeastOther, each->height() * left / others);
  window_.resizeDocks(column, heights, Qt::Vertical);
}

DockLayout Docks::layout() {
  if (!aside_.state.isEmpty()) return aside_;
  take_down();
  DockLayout out{.state = {}, .missing = {}, .left_open = narrow_ && open_};
  if (away_)
    out.state = hidden_layout_;
  else
    out.state = before_maximised_.isEmpty() ? window_.saveState(kLayoutVersion) : before_maximised_;
  for (qsizetype k = 0; k < docks_.size(); ++k)
    if (state_of(k).wanted && !may_be_seen(k)) out.missing << docks_[k]->objectName();
  return out;
}

bool Docks::set_layout(const DockLayout& layout) {
  end_maximised();
  aside_ = {};
  const QByteArray state = with_improve(layout.state);
  if (!window_.restoreState(state, kLayoutVersion)) return false;
  if (away_) hidden_layout_ = state;
  for (qsizetype k = 0; k < docks_.size(); ++k) {
    const QString name = docks_[k]->objectName();
    const bool known = state.contains(written(name));
    if (!known) place_as_tab(k);
    state_of(k).wanted = known && (!docks_[k]->isHidden() || layout.missing.contains(name));
  }
  apply();
  return true;
}

}  // namespace stowage
