// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

#include <QList>
#include <QObject>

#include "core/layout/strategy.h"

class QAction;
class QActionGroup;
class QWidget;

namespace stowage {

/// The strategies named OBJECT.SORT.FIT as three rows of choices; the actions serve menus, toolbars and buttons alike.
class StrategyToggles final : public QObject {
  Q_OBJECT

 public:
  enum Part { kObject, kSort, kFit };
  static constexpr std::size_t kParts = 3;

  explicit StrategyToggles(QObject* parent = nullptr);

  [[nodiscard]] QList<QAction*> actions(Part part) const;
  [[nodiscard]] static QString title(Part part);
  /// Checks the actions that name this strategy; none where it is not one of the family, or null.
  void show(const LayoutStrategy* strategy);

 signals:
  void chosen(const stowage::LayoutStrategy* strategy);

 private:
  void choose();

  std::array<QActionGroup*, kParts> groups_{};
};

/// Buttons of equal weight without space between them, one an action.
[[nodiscard]] QWidget* make_segments(const QList<QAction*>& actions, const QString& accessible_name);

}  // namespace stowage
