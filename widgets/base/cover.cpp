// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/cover.h"

#include <QEvent>

namespace stowage {

Cover::Cover(QWidget& widget) : QLabel(&widget) {
  setObjectName("pane_cover");
  setAlignment(Qt::AlignCenter);
  setWordWrap(true);
  setMargin(16);
  setAutoFillBackground(true);
  setForegroundRole(QPalette::PlaceholderText);
  widget.installEventFilter(this);
}

void Cover::set(QWidget& widget, const QString& sentence) {
  auto* cover = widget.findChild<Cover*>(QString(), Qt::FindDirectChildrenOnly);
  if (cover == nullptr) {
    if (sentence.isEmpty()) return;
    cover = new Cover(widget);
  }
  widget.setEnabled(sentence.isEmpty());
  cover->setText(sentence);
  cover->setGeometry(widget.rect());
  cover->raise();
  cover->setVisible(!sentence.isEmpty());
}

bool Cover::is_on(const QWidget& widget) {
  const auto* cover = widget.findChild<Cover*>(QString(), Qt::FindDirectChildrenOnly);
  return cover != nullptr && !cover->isHidden();
}

bool Cover::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
  return QLabel::eventFilter(watched, event);
}

}  // namespace stowage
