// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/canvas.h"

#include <cmath>

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPalette>
#include <QToolTip>
#include <QWheelEvent>
#include <QWidget>

namespace stowage {

bool is_dark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < 128;
}

const Theme& theme_of(const QWidget& widget) {
  return Theme::of(is_dark(widget.palette()));
}

void paint_focus_frame(QPainter& painter, const QWidget& widget, std::optional<QRectF> around) {
  if (!widget.hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(widget.palette().color(QPalette::Highlight), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(around.value_or(QRectF(widget.rect())).adjusted(0.5, 0.5, -0.5, -0.5));
}

void paint_rubber_band(QPainter& painter, const QWidget& widget, const QRectF& band) {
  const QColor ink = theme_of(widget).text;
  QColor veil = ink;
  veil.setAlphaF(0.12F);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(ink, 1, Qt::DashLine));
  painter.setBrush(veil);
  painter.drawRect(band);
}

bool answer_tip(QEvent* event, QWidget& widget, const std::function<QString(QPointF at)>& text) {
  if (event->type() != QEvent::ToolTip) return false;
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), text(help->pos()), &widget);  // an empty text hides it
  return true;
}

void CachedPicture::draw(QPainter& painter, const QWidget& widget, const std::function<void(QPainter&)>& paint) {
  const double scale = widget.devicePixelRatioF();
  const QSize size = (QSizeF(widget.size()) * scale).toSize();
  const qint64 palette = widget.palette().cacheKey();
  if (picture_.size() != size || picture_.devicePixelRatio() != scale || palette_ != palette ||
      font_ != widget.font()) {
    picture_ = QPixmap(size);
    picture_.setDevicePixelRatio(scale);
    picture_.fill(Qt::transparent);
    palette_ = palette;
    font_ = widget.font();
    QPainter into(&picture_);
    paint(into);
  }
  painter.drawPixmap(0, 0, picture_);
}

double wheel_notches(const QWheelEvent& event) {
  constexpr double kUnitsANotch = 120;
  const QPoint angle = event.angleDelta();
  return (angle.y() != 0 ? angle.y() : angle.x()) / kUnitsANotch;
}

double wheel_zoom(const QWheelEvent& event) {
  constexpr double kNotch = 1.25;
  return std::pow(kNotch, wheel_notches(event));
}

std::optional<double> key_zoom(const QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return kKeyZoom;
    case Qt::Key_Minus:
      return 1 / kKeyZoom;
    default:
      return std::nullopt;
  }
}

bool is_fit_key(const QKeyEvent& event) {
  return event.key() == Qt::Key_0 || event.key() == Qt::Key_Home;
}

bool is_drag(QPointF from, QPointF to) {
  return (to - from).manhattanLength() >= QApplication::startDragDistance();
}

}  // namespace stowage
