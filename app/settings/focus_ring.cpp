// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QTabBar>

namespace stowage {
namespace {

/// Lists show the row that has the keyboard, unless there is none.
bool needs_ring(const QWidget* widget) {
  if (const auto* list = qobject_cast<const QAbstractItemView*>(widget)) return !list->currentIndex().isValid();
  return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
         qobject_cast<const QAbstractSlider*>(widget) || qobject_cast<const QTabBar*>(widget);
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

void FocusRing::follow(QWidget* focus) {
  const bool wanted = focus && focus->window()->testAttribute(Qt::WA_KeyboardFocusChange) && needs_ring(focus);
  if (wanted && !ring_) ring_ = new QFocusFrame;
  if (ring_) ring_->setWidget(wanted ? focus : nullptr);
}

}  // namespace stowage
