// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/scrolled.h"

#include <algorithm>

#include <QEvent>
#include <QLayout>
#include <QResizeEvent>
#include <QScrollBar>

namespace stowage {

QSize least_size(const QWidget& widget, int width) {
  QSize out = widget.minimumSizeHint().expandedTo(widget.minimumSize());
  QLayout* const layout = widget.layout();
  if (layout && layout->sizeConstraint() != QLayout::SetNoConstraint && layout->hasHeightForWidth())
    out.setHeight(layout->totalMinimumHeightForWidth(std::max(width, out.width())));
  return out;
}

Scrolled::Scrolled(QWidget* content, QWidget* parent) : QScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setWidget(content);
  content->installEventFilter(this);
}

QSize Scrolled::sizeHint() const {
  return widget()->sizeHint();
}

bool Scrolled::eventFilter(QObject* watched, QEvent* event) {
  if (watched == widget() && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)) fit();
  return QScrollArea::eventFilter(watched, event);
}

/// A content without a layout asks its parent for other room.
bool Scrolled::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) fit();
  return QScrollArea::viewportEvent(event);
}

void Scrolled::resizeEvent(QResizeEvent* event) {
  fit();
  QScrollArea::resizeEvent(event);
}

/// A bar of one direction takes room in the other.
void Scrolled::fit() {
  QSize room = maximumViewportSize();
  QSize least = least_size(*widget(), room.width());
  if (least.height() > room.height()) {
    room.rwidth() -= verticalScrollBar()->sizeHint().width();
    least = least_size(*widget(), room.width());
  }
  if (least.width() > room.width()) room.rheight() -= horizontalScrollBar()->sizeHint().height();
  widget()->resize(room.expandedTo(least));
}

PageStack::PageStack(QWidget* parent) : QStackedWidget(parent) {
  connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry);
}

QSize PageStack::sizeHint() const {
  return currentWidget() ? currentWidget()->sizeHint() : QSize();
}

QSize PageStack::minimumSizeHint() const {
  return currentWidget() ? least_size(*currentWidget(), width()) : QSize();
}

/// Words wrap in another way.
void PageStack::resizeEvent(QResizeEvent* event) {
  QStackedWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) updateGeometry();
}

}  // namespace stowage
