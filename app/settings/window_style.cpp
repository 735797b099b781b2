// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QComboBox>
#include <QDialog>
#include <QEvent>
#include <QFocusFrame>
#include <QKeyEvent>
#include <QMainWindow>
#include <QObject>
#include <QPainter>
#include <QPointer>
#include <QProxyStyle>
#include <QPushButton>
#include <QStyleOptionButton>
#include <QStyleOptionTab>
#include <QTabBar>
#include <QToolButton>

#include "app/settings/application.h"

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

/// The desktop's style, but: of tabs, the one in front has a line in the colour of what is chosen, which is seen also
/// where the shades of a style hardly differ; the tabs of docks are named whole, and close together, since there are
/// many, and Tab stops only at those that are seen; the ring around what has the keyboard (FocusRing) is of that
/// colour, too; boxes to tick have an outline that is seen on any background; and the buttons of dialogs have no icons:
/// Qt's own are black on any background.
class TabStyle final : public QProxyStyle {
 public:
  using QProxyStyle::polish;
  /// A window makes the bars of its docks itself, and cuts their names.
  void polish(QWidget* widget) override {
    QProxyStyle::polish(widget);
    if (!is_of_docks(widget)) return;
    qobject_cast<QTabBar*>(widget)->setElideMode(Qt::ElideNone);
    widget->installEventFilter(this);
  }

  /// The window keeps a bar of no size for a dock that is alone in its place, and for one that was in another place.
  /// Tab would stop there unseen.
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
      if (auto* bar = qobject_cast<QTabBar*>(watched))
        bar->setFocusPolicy(bar->size().isEmpty() || bar->count() < 2 ? Qt::NoFocus : Qt::TabFocus);
    return QProxyStyle::eventFilter(watched, event);
  }

  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
    const int styled = QProxyStyle::pixelMetric(metric, option, widget);
    return metric == PM_TabBarTabHSpace && is_of_docks(widget) ? std::min(styled, kBesideNames) : styled;
  }

  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* back) const override {
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
    return QProxyStyle::styleHint(hint, option, widget, back);
  }

  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override {
    if (element == CE_FocusFrame) return painter->fillRect(option->rect, option->palette.color(QPalette::Highlight));
    QProxyStyle::drawControl(element, option, painter, widget);
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
    if (element == CE_TabBarTabShape && tab && (tab->state & State_Selected))
      painter->fillRect(outer_edge(*tab), tab->palette.color(QPalette::Highlight));
  }

  /// Styles take the outline from the colour of the window, only darker.
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    const auto* box = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (!box || (element != PE_IndicatorCheckBox && element != PE_IndicatorRadioButton))
      return QProxyStyle::drawPrimitive(element, option, painter, widget);
    QStyleOptionButton outlined(*box);
    outlined.palette.setColor(QPalette::Window, box->palette.color(QPalette::PlaceholderText));
    QProxyStyle::drawPrimitive(element, &outlined, painter, widget);
  }
};

/// A ring in the colour of what is chosen around the control that has the keyboard, once keys were used to get there:
/// styles show that of buttons and lists hardly or not at all. Views that paint themselves have a frame of their own.
/// TabStyle draws it. Outside of dialogs, Enter presses that control if it is a plain button, as Space does.
class FocusRing final : public QObject {
 public:
  explicit FocusRing(QObject* parent) : QObject(parent) {
    // Whether a key led there is known only when all have heard of it.
    connect(
        qApp, &QApplication::focusChanged, this, [this] { follow(QApplication::focusWidget()); }, Qt::QueuedConnection);
  }

  ~FocusRing() override { delete ring_; }

 private:
  bool eventFilter(QObject* watched, QEvent* event) override {
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

  void follow(QWidget* focus) {
    if (button_) button_->removeEventFilter(this);
    button_ = focus && is_plain_button(focus) ? focus : nullptr;
    if (button_) button_->installEventFilter(this);
    const bool wanted = focus && focus->window()->testAttribute(Qt::WA_KeyboardFocusChange) && needs_ring(focus);
    if (wanted && !ring_) ring_ = new QFocusFrame;
    if (ring_) ring_->setWidget(wanted ? focus : nullptr);
  }

  QPointer<QFocusFrame> ring_;  // goes with the window that it is in
  QPointer<QWidget> button_;    // that has the keyboard
};

}  // namespace

void apply_window_style() {
  QApplication::setStyle(new TabStyle);
  new FocusRing(qApp);
}

}  // namespace stowage
