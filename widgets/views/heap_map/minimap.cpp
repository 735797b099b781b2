// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/heap_map/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "widgets/base/canvas.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

Minimap::Minimap(QWidget* map) : QWidget(map) {
  setAccessibleName(tr("Overview of the heap map"));
  setToolTip(tr("Overview. Drag the frame or click to move. M hides this."));
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_OpaquePaintEvent);
  hide();
}

void Minimap::set_image(const QImage& image) {
  image_ = image;
  update();
}

void Minimap::set_view(const MapView& view, const MapView& all) {
  view_ = view;
  all_ = all;
  update();
}

QRectF Minimap::frame() const {
  const double across = width() / all_.width(), up = height() / all_.height();
  return QRectF(QPointF((view_.x0 - all_.x0) * across, height() - (view_.y1 - all_.y0) * up),
                QPointF((view_.x1 - all_.x0) * across, height() - (view_.y0 - all_.y0) * up));
}

void Minimap::paintEvent(QPaintEvent*) {
  const Theme& theme = theme_of(*this);
  QPainter painter(this);
  painter.fillRect(rect(), theme.surface);
  if (!image_.isNull()) painter.drawImage(rect(), image_);
  QRectF seen = frame();
  const double wider = std::max(0.0, 6 - seen.width()) / 2, higher = std::max(0.0, 6 - seen.height()) / 2;
  seen.adjust(-wider, -higher, wider, higher);
  QColor veil = theme.background;
  veil.setAlphaF(0.6f);
  QRegion outside(rect());
  outside -= seen.toAlignedRect();
  for (const QRect& part : outside) painter.fillRect(part, veil);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.selection, 1.5));
  painter.drawRect(seen.intersected(QRectF(rect()).adjusted(1, 1, -1, -1)));
  painter.setPen(QPen(theme.muted_text, 1));
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void Minimap::ask_for(QPointF middle) {
  emit moved_to(
      {all_.x0 + middle.x() / width() * all_.width(), all_.y0 + (height() - middle.y()) / height() * all_.height()});
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  dragging_ = true;
  grip_ = frame().contains(event->position()) ? event->position() - frame().center() : QPointF();
  if (grip_.isNull()) ask_for(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if (dragging_) ask_for(event->position() - grip_);
}

void Minimap::mouseReleaseEvent(QMouseEvent*) {
  dragging_ = false;
}

void Minimap::mouseDoubleClickEvent(QMouseEvent* event) {
  mousePressEvent(event);  // the map below would show all
}

void Minimap::wheelEvent(QWheelEvent* event) {
  event->accept();  // nor does it zoom around a point that the mouse is not on
}

}  // namespace stowage
