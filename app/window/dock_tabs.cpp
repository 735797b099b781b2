// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dock_tabs.h"

#include <QMainWindow>
#include <QPainter>
#include <QStyleOptionTab>
#include <QTabBar>

namespace stowage {
namespace {

constexpr int kLine = 3;  // pixels

/// Along the edge of a tab that is away from what it shows.
QRect outer_edge(const QStyleOptionTab& tab) {
  const QRect all = tab.rect;
  switch (tab.shape) {
    case QTabBar::RoundedSouth:
    case QTabBar::TriangularSouth:
      return {all.left(), all.bottom() + 1 - kLine, all.width(), kLine};
    case QTabBar::RoundedWest:
    case QTabBar::TriangularWest:
      return {all.left(), all.top(), kLine, all.height()};
    case QTabBar::RoundedEast:
    case QTabBar::TriangularEast:
      return {all.right() + 1 - kLine, all.top(), kLine, all.height()};
    default:
      return {all.left(), all.top(), all.width(), kLine};
  }
}

}  // namespace

/// A window makes the bars of its docks itself, and cuts their names.
void TabStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  auto* bar = qobject_cast<QTabBar*>(widget);
  if (bar && qobject_cast<QMainWindow*>(bar->parentWidget())) bar->setElideMode(Qt::ElideNone);
}

int TabStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                        QStyleHintReturn* back) const {
  if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
  return QProxyStyle::styleHint(hint, option, widget, back);
}

void TabStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                           const QWidget* widget) const {
  QProxyStyle::drawControl(element, option, painter, widget);
  const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
  if (element == CE_TabBarTabShape && tab && (tab->state & State_Selected))
    painter->fillRect(outer_edge(*tab), tab->palette.color(QPalette::Highlight));
}

}  // namespace stowage
