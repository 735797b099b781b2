// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QList>
#include <QObject>
#include <QStringList>

class QDockWidget;
class QMainWindow;

namespace stowage {

class StrategyPanel;
struct WorkspaceDocks;

inline constexpr int kAroundDocks = 120;  ///< pixels of a window's height: menus, tools, tabs below, status

/// The column at the right of the window: tabs of one place, or two or three places above each other, as many as the
/// window's height has room for.
/// ```
///  under 700 px      from 700 px                from 1000 px
///  ┌────────────┐    ┌─────────────────────┐    ┌────────────┐
///  │ all        │    │ Strategies          │    │ Inspector  │
///  └────────────┘    ├─────────────────────┤    ├────────────┤
///                    │ Savings │ Inspector │    │ Savings    │
///                    └─────────────────────┘    ├────────────┤
///                                               │ Strategies │
///                                               └────────────┘
/// ```
/// The strategies end with their rows. What the user moved stays where it is.
class RightColumn final : public QObject {
  Q_OBJECT

 public:
  /// `docks` are all docks of the window, by object name; they grow until the window is complete. All must outlive it.
  RightColumn(QMainWindow& window, const QList<QDockWidget*>& docks) : window_(window), docks_(docks) {}
  /// Once the docks are there; it must outlive this.
  void follow(const StrategyPanel& strategies);

  /// Whose docks are asked for from now on; they must outlive it.
  void set_workspace(const WorkspaceDocks& docks) { wanted_ = &docks; }
  /// Groups the docks for the window's height.
  void place();
  /// Gives each group its height.
  void share();
  /// Brings the first tab of each group to the front.
  void raise();

  /// The window had another height: docks that are grouped as that height asked for are grouped for the new one.
  void follow_height(int before);

 private:
  [[nodiscard]] QDockWidget* dock(const QString& name) const;
  [[nodiscard]] std::vector<QStringList> groups_for(int window_height) const;
  [[nodiscard]] bool are_placed(const std::vector<QStringList>& groups) const;
  void place_again();
  [[nodiscard]] int height_for_strategies(int rows, int window_height) const;
  void follow_strategies(int rows_before, int window_height_before);
  void fit_strategies();

  QMainWindow& window_;
  const QList<QDockWidget*>& docks_;
  const StrategyPanel* strategies_ = nullptr;
  const WorkspaceDocks* wanted_ = nullptr;
  int rows_ = 0;  // of the strategies, in pixels
};

}  // namespace stowage
