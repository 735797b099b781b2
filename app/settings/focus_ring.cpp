// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QKeyEvent>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

namespace stowage {
namespace {

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
