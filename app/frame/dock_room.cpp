// SPDX-License-Identifier: GPL-3.0-or-later
// The room that docks have: of a workspace at first, of the strategies as their rows come and go, and on the screen.
#include "app/frame/docks.h"

#include <algorithm>
#include <limits>

#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QScreen>
#include <QSettings>
#include <QStyle>

#include "app/frame/dock_table.h"
#include "widgets/views/strategies/strategy_panel.h"

namespace stowage {
namespace {

constexpr int kGraphWidth = 290, kStrategiesWidth = 352;       // at least, at first
constexpr double kGraphShare = 0.22, kStrategiesShare = 0.24;  // of the window's width
constexpr int kLegendWidth = 270, kBottomHeight = 230;
constexpr double kMostLegend = 0.4;  // of the width below the centre: tables and pictures have more use for it
constexpr int kLeastCentre = 610;    // at first, where there is room: the heap map is what people come for
constexpr int kSparedCentre = 420;   // a window that becomes narrower takes the rest from its columns
constexpr int kAroundDocks = 120;    // pixels of a window's height: menus, tools, tabs below, status
constexpr int kLeastBelow = 220;     // at first, below the strategies
constexpr int kLeastOther = 80;      // of docks that share the column with the strategies
constexpr int kAlmost = 10;          // pixels that are not seen to be missing

int share_of(double part, int of, int least) {
  return std::max(least, static_cast<int>(part * of));
}

}  // namespace

/// A wide window gives the docks at its sides their share.
void Docks::share_room() {
  QDockWidget *graph = dock("graph"), *strategies = dock("strategies");
  QDockWidget *legend = dock("legend"), *tensors = dock("tensors");
  const int right = share_of(kStrategiesShare, window_.width(), kStrategiesWidth);
  const int room = window_.height() - kAroundDocks - kLeastCentre;
  const int wanted = static_cast<int>(workspace_->bottom_share * window_.height());
  const int bottom = std::max(kBottomHeight, std::min(wanted, room));
  const int left = share_of(kGraphShare, window_.width(), kGraphWidth);
  window_.resizeDocks({graph, strategies}, {left, right}, Qt::Horizontal);
  // In a small window both make one column; in a wide one the table has more use for the room.
  const bool below_graph = workspace_->left.size() > 0 && workspace_->low_left_share == 0 && left == kGraphWidth;
  const int narrowest = below_graph ? left : share_of(workspace_->low_left_share, window_.width(), kLegendWidth);
  const int low_left = std::min(narrowest, static_cast<int>(kMostLegend * (window_.width() - right)));
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

/// How high their dock is with so many pixels of rows. What is beside it in its column keeps some room.
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
    strategy_rows_ = strategies.wanted_height();
    keep_strategies();
  });
}

/// Rows come or go, or the window has another height: where the strategies had room for all of their rows they have it
/// again. Later, since the window is being laid out. Qt has given them another height before it tells of the window's.
void Docks::keep_strategies() {
  if (rows_had_room_) QMetaObject::invokeMethod(this, &Docks::fit_strategies, Qt::QueuedConnection);
}

/// Whether the strategies have room for all of their rows, or as much as they may have. Docks are at rest.
void Docks::see_room() {
  QDockWidget* strategies = dock("strategies");
  if (away_ || !before_maximised_.isEmpty() || !strategies->isVisible() || strategies->isFloating()) return;
  const int most = height_for_strategies(std::numeric_limits<int>::max() / 2, window_.height());
  rows_had_room_ =
      window_.dockWidgetArea(strategies) != Qt::BottomDockWidgetArea &&
      (view<StrategyPanel>().height() + kAlmost >= strategy_rows_ || strategies->height() + kAlmost >= most);
}

/// The others of their column share what they leave as they shared it before.
void Docks::fit_strategies() {
  QDockWidget* strategies = dock("strategies");
  if (away_ || !before_maximised_.isEmpty() || !strategies->isVisible() || strategies->isFloating()) return;
  if (std::ranges::any_of(window_.tabifiedDockWidgets(strategies),
                          [](const QDockWidget* each) { return !each->isHidden(); }))
    return;
  QList<QDockWidget*> column{strategies};
  int others = 0;
  for (QDockWidget* each : all()) {
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

/// The user may drag the right column wider than Qt has room for: it does not ask what the docks below the centre need,
/// and lets them lie over the column.
void Docks::keep_apart() {
  apart_soon_ = false;
  see_room();
  QDockWidget* column = nullptr;
  int reach = 0;
  for (QDockWidget* each : all()) {
    if (!each->isVisible() || each->isFloating() || each->visibleRegion().isEmpty()) continue;
    const Qt::DockWidgetArea area = window_.dockWidgetArea(each);
    if (area == Qt::RightDockWidgetArea) column = each;
    if (area == Qt::BottomDockWidgetArea) reach = std::max(reach, each->geometry().right() + 1);
  }
  if (column && reach > column->x())
    window_.resizeDocks({column}, {column->width() - (reach - column->x())}, Qt::Horizontal);
}

/// Qt takes what a window loses from the centre alone. Columns have their share again where it is left too little.
void Docks::spare_centre() {
  if (away_ || !before_maximised_.isEmpty() || window_.centralWidget()->width() >= kSparedCentre) return;
  for (const auto& [area, width] :
       {std::pair(Qt::LeftDockWidgetArea, share_of(kGraphShare, window_.width(), kGraphWidth)),
        std::pair(Qt::RightDockWidgetArea, share_of(kStrategiesShare, window_.width(), kStrategiesWidth))})
    for (QDockWidget* each : all())
      if (is_in_sight(each) && !each->isFloating() && window_.dockWidgetArea(each) == area && each->width() > width) {
        window_.resizeDocks({each}, {width}, Qt::Horizontal);
        break;
      }
}

/// What is left of the screen below a title bar.
QRect Docks::room_on_screen() const {
  return window_.screen()->availableGeometry().adjusted(0, window_.style()->pixelMetric(QStyle::PM_TitleBarHeight), 0,
                                                        0);
}

void Docks::restore_geometry() {
  window_.restoreGeometry(settings_.value("window/geometry").toByteArray());
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

}  // namespace stowage
