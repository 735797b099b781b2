// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/window_style.h"

#include <algorithm>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QEvent>
#include <QKeyEvent>
#include <QMainWindow>
#include <QPainter>
#include <QPushButton>
#include <QStyleOptionButton>
#include <QStyleOptionTab>
#include <QTabBar>
#include <QToolButton>

namespace stowage {
namespace {

constexpr int kLine = 3;          // pixels
constexpr int kBesideNames = 12;  // pixels, half on each side

bool is_of_docks(const QWidget* widget) {
  const auto* bar = qobject_cast<const QTabBar*>(widget);
  return bar && qobject_cast<const QMainWindow*>(bar->parentWidget());
}

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

/// Lists show the row that has the keyboard, unless there is none.
bool needs_ring(const QWidget* widget) {
  if (const auto* list = qobject_cast<const QAbstractItemView*>(widget)) return !list->currentIndex().isValid();
  return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
         qobject_cast<const QAbstractSlider*>(widget) || qobject_cast<const QTabBar*>(widget);
}

/// Other kinds of buttons know what Enter does, and dialogs have a button for it.
bool is_plain_button(const QWidget* widget) {
  const QMetaObject* kind = widget->metaObject();
  return (kind == &QToolButton::staticMetaObject || kind == &QPushButton::staticMetaObject) &&
         !qobject_cast<const QDialog*>(widget->window());
}

}  // namespace

/// A window makes the bars of its docks itself, and cuts their names.
void TabStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (!is_of_docks(widget)) return;
  qobject_cast<QTabBar*>(widget)->setElideMode(Qt::ElideNone);
  widget->installEventFilter(this);
}

/// Of a dock that is alone in its place, and of one that was in another, the window keeps a bar of no size, where Tab
/// would stop unseen.
bool TabStyle::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
    if (auto* bar = qobject_cast<QTabBar*>(watched))
      bar->setFocusPolicy(bar->size().isEmpty() || bar->count() < 2 ? Qt::NoFocus : Qt::TabFocus);
  return QProxyStyle::eventFilter(watched, event);
}

int TabStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  const int styled = QProxyStyle::pixelMetric(metric, option, widget);
  return metric == PM_TabBarTabHSpace && is_of_docks(widget) ? std::min(styled, kBesideNames) : styled;
}

int TabStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                        QStyleHintReturn* back) const {
  if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
  return QProxyStyle::styleHint(hint, option, widget, back);
}

void TabStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                           const QWidget* widget) const {
  if (element == CE_FocusFrame) return painter->fillRect(option->rect, option->palette.color(QPalette::Highlight));
  QProxyStyle::drawControl(element, option, painter, widget);
  const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
  if (element == CE_TabBarTabShape && tab && (tab->state & State_Selected))
    painter->fillRect(outer_edge(*tab), tab->palette.color(QPalette::Highlight));
}

/// Styles take the outline from the colour of the window, only darker.
void TabStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
  const auto* box = qstyleoption_cast<const QStyleOptionButton*>(option);
  if (!box || (element != PE_IndicatorCheckBox && element != PE_IndicatorRadioButton))
    return QProxyStyle::drawPrimitive(element, option, painter, widget);
  QStyleOptionButton outlined(*box);
  outlined.palette.setColor(QPalette::Window, box->palette.color(QPalette::PlaceholderText));
  QProxyStyle::drawPrimitive(element, &outlined, painter, widget);
}

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
  // Whether a key led there is known only when all have heard of it.
  connect(
      qApp, &QApplication::focusChanged, this, [this] { follow(QApplication::focusWidget()); }, Qt::QueuedConnection);
}

FocusRing::~FocusRing() {
  delete ring_;
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress || watched != button_) return QObject::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
  if (!enter || (key->modifiers() & ~Qt::KeypadModifier)) return false;
  if (key->isAutoRepeat()) return true;
  for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
    QKeyEvent space(type, Qt::Key_Space, Qt::NoModifier, QStringLiteral(" "));
    if (button_) QCoreApplication::sendEvent(button_, &space);
  }
  return true;
}

void FocusRing::follow(QWidget* focus) {
  if (button_) button_->removeEventFilter(this);
  button_ = focus && is_plain_button(focus) ? focus : nullptr;
  if (button_) button_->installEventFilter(this);
  const bool wanted = focus && focus->window()->testAttribute(Qt::WA_KeyboardFocusChange) && needs_ring(focus);
  if (wanted && !ring_) ring_ = new QFocusFrame;
  if (ring_) ring_->setWidget(wanted ? focus : nullptr);
}

}  // namespace stowage
