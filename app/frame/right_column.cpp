// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/right_column.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QStyle>

#include "app/frame/dock_table.h"
#include "widgets/views/strategies/strategy_panel.h"

namespace stowage {
namespace {

constexpr int kHeightForTwo = 700;      // of a window that has two groups
constexpr int kHeightForThree = 1000;   // or three
constexpr double kSavingsShare = 0.22;  // of the window's height
constexpr int kSavingsHeight = 240;     // at least, below the inspector
constexpr int kLeastBelow = 220;        // at first, below the strategies or above them
constexpr int kLeastOther = 80;         // of what shares the column with the strategies
constexpr int kAlmost = 10;             // pixels that are not seen to be missing

QStringList names_of(std::initializer_list<const char*> names) {
  QStringList out;
  for (const char* name : names) out << QLatin1String(name);
  return out;
}

bool in_front(const QDockWidget* dock) {
  return dock->isVisible() && !dock->visibleRegion().isEmpty();
}

}  // namespace

void RightColumn::follow(const StrategyPanel& strategies) {
  strategies_ = &strategies;
  rows_ = strategies.wanted_height();
  connect(&strategies, &StrategyPanel::wanted_height_changed, this,
          [this] { follow_strategies(std::exchange(rows_, strategies_->wanted_height()), window_.height()); });
}

QDockWidget* RightColumn::dock(const QString& name) const {
  return *std::ranges::find_if(docks_, [&](const QDockWidget* dock) { return dock->objectName() == name; });
}

/// From the top: tabs of one place each. Where there is much room, what is asked about stands above what there is to
/// do, and all plans stand below.
std::vector<QStringList> RightColumn::groups_for(int window_height) const {
  const QStringList high = names_of(wanted_->right), low = names_of(wanted_->low_right);
  if (low.isEmpty()) return {high};
  if (window_height < (wanted_->right_is_text ? kHeightForThree : kHeightForTwo)) return {high + low};
  if (window_height < kHeightForThree || wanted_->right_is_text) return {high, low};
  QStringList others = low;
  if (!others.removeOne(QStringLiteral("savings"))) return {low, high};
  return {others, {QStringLiteral("savings")}, high};
}

void RightColumn::place() {
  const auto groups = groups_for(window_.height());
  QDockWidget* top = dock(groups.front().front());
  const auto put_beside = [this](QDockWidget* first, const QString& name) {
    QDockWidget* each = dock(name);
    if (each != first && !window_.tabifiedDockWidgets(first).contains(each)) window_.tabifyDockWidget(first, each);
  };
  for (const QStringList& group : groups)
    for (const QString& name : group) put_beside(top, name);
  for (std::size_t k = 1; k < groups.size(); ++k) {
    QDockWidget* first = dock(groups[k].front());
    window_.addDockWidget(Qt::RightDockWidgetArea, first, Qt::Vertical);
    for (const QString& name : groups[k]) put_beside(first, name);
  }
}

/// The strategies end with their rows; savings have a share, and the rest is the inspector's.
void RightColumn::share() {
  const auto groups = groups_for(window_.height());
  QList<QDockWidget*> firsts;
  QList<int> heights;
  int room = window_.height() - kAroundDocks;
  for (const QStringList& group : groups) {
    const QString& name = group.front();
    firsts << dock(name);
    heights << 0;
    if (group.contains(QStringLiteral("strategies")) && groups.size() > 1 && !group.contains(QStringLiteral("learn")))
      heights.back() = height_for_strategies(rows_, window_.height());
    else if (groups.size() > 2 && name == QStringLiteral("savings"))
      heights.back() = std::max(kSavingsHeight, static_cast<int>(kSavingsShare * window_.height()));
    room -= heights.back();
  }
  const auto open = heights.count(0);
  for (int& height : heights)
    if (height == 0) height = std::max(kLeastBelow, room / static_cast<int>(open));
  if (firsts.size() > 1) window_.resizeDocks(firsts, heights, Qt::Vertical);
}

void RightColumn::raise() {
  for (const QStringList& group : groups_for(window_.height())) dock(group.front())->raise();
}

/// Nothing floats, is elsewhere, or is among them: the user changed none of it.
bool RightColumn::are_placed(const std::vector<QStringList>& groups) const {
  QStringList shown;
  for (QDockWidget* each : docks_)
    if (!each->isHidden() && !each->isFloating() && window_.dockWidgetArea(each) == Qt::RightDockWidgetArea)
      shown << each->objectName();
  if (shown.isEmpty()) return false;  // folded
  for (const QStringList& group : groups) {
    QStringList here;
    for (const QString& name : group)
      if (shown.removeOne(name))
        here << name;
      else if (!dock(name)->isHidden())
        return false;
    if (here.isEmpty()) continue;
    QStringList beside;
    for (const QDockWidget* each : window_.tabifiedDockWidgets(dock(here.front())))
      if (!each->isHidden()) beside << each->objectName();
    here.removeFirst();
    here.sort();
    beside.sort();
    if (here != beside) return false;
  }
  return shown.isEmpty();
}

/// What was in front stays there, unless two have to share a place now.
void RightColumn::place_again() {
  QStringList fronts;
  for (const QDockWidget* each : docks_)
    if (in_front(each)) fronts << each->objectName();
  place();
  share();
  for (const QStringList& group : groups_for(window_.height())) {
    QStringList here = group;
    here.removeIf([&](const QString& name) { return !fronts.contains(name); });
    dock(here.size() == 1 ? here.front() : group.front())->raise();
  }
}

void RightColumn::follow_height(int before) {
  if (wanted_ == nullptr) return;
  const auto groups = groups_for(before);
  if (groups == groups_for(window_.height()) || !are_placed(groups)) return follow_strategies(rows_, before);
  const auto later = [this, of = wanted_] {
    if (wanted_ == of) place_again();
  };
  QMetaObject::invokeMethod(this, later, Qt::QueuedConnection);  // the window is being laid out
}

/// Of their dock, with so many pixels of rows: what is beside it in its column keeps some room.
int RightColumn::height_for_strategies(int rows, int window_height) const {
  const QDockWidget* strategies = dock(QStringLiteral("strategies"));
  const int title = strategies->style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, strategies) + 4;
  const int around = strategies->isVisible() ? strategies->height() - strategies->widget()->height() : title;
  return std::min(rows + around, window_height - kAroundDocks - kLeastBelow);
}

/// Rows come or go, or the window has another height: where the strategies had room for all of their rows they have it
/// again.
void RightColumn::follow_strategies(int rows_before, int window_height_before) {
  QDockWidget* strategies = dock(QStringLiteral("strategies"));
  if (!strategies->isVisible() || strategies->isFloating()) return;
  if (window_.dockWidgetArea(strategies) == Qt::BottomDockWidgetArea) return;
  const int most = height_for_strategies(std::numeric_limits<int>::max() / 2, window_height_before);
  if (strategies_->height() + kAlmost < rows_before && strategies->height() + kAlmost < most) return;
  QMetaObject::invokeMethod(this, &RightColumn::fit_strategies, Qt::QueuedConnection);
}

/// The others of their column share what they leave as they shared it before.
void RightColumn::fit_strategies() {
  QDockWidget* strategies = dock(QStringLiteral("strategies"));
  if (!strategies->isVisible() || strategies->isFloating()) return;
  if (std::ranges::any_of(window_.tabifiedDockWidgets(strategies),
                          [](const QDockWidget* each) { return !each->isHidden(); }))
    return;
  QList<QDockWidget*> column{strategies};
  int others = 0;
  for (QDockWidget* each : docks_) {
    if (each == strategies || each->isFloating() || !in_front(each)) continue;
    if (window_.dockWidgetArea(each) != window_.dockWidgetArea(strategies)) continue;
    column << each;
    others += each->height();
  }
  if (others == 0) return;
  strategies->layout()->activate();  // it may be higher now
  const int wanted = height_for_strategies(rows_, window_.height());
  const int left = std::max(0, strategies->height() + others - wanted);
  QList<int> heights{wanted};
  for (const QDockWidget* each : column.mid(1)) heights << std::max(kLeastOther, each->height() * left / others);
  window_.resizeDocks(column, heights, Qt::Vertical);
}

}  // namespace stowage
