// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/canvas.h"

#include <cmath>

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QPalette>
#include <QToolTip>
#include <QWheelEvent>
#include <QWidget>

#include "widgets/base/pane.h"

namespace stowage {

bool is_dark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < 128;
}

const Theme& theme_of(const QWidget& widget) {
  return Theme::of(is_dark(widget.palette()));
}

void CachedPicture::draw(QPainter& painter, const QWidget& widget, const std::function<void(QPainter&)>& paint) {
  const double scale = widget.devicePixelRatioF();
  const QSize size = (QSizeF(widget.size()) * scale).toSize();
  const qint64 palette = widget.palette().cacheKey();
  if (stale_ || picture_.size() != size || picture_.devicePixelRatio() != scale || palette_ != palette ||
      font_ != widget.font()) {
    stale_ = false;
    if (picture_.size() != size) picture_ = QPixmap(size);
    picture_.setDevicePixelRatio(scale);
    picture_.fill(widget.testAttribute(Qt::WA_OpaquePaintEvent) ? theme_of(widget).background
                                                                : QColor(Qt::transparent));
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

std::optional<QPoint> arrow_of(const QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_Left:
      return QPoint(-1, 0);
    case Qt::Key_Right:
      return QPoint(1, 0);
    case Qt::Key_Up:
      return QPoint(0, -1);
    case Qt::Key_Down:
      return QPoint(0, 1);
    default:
      return std::nullopt;
  }
}

int steps_along(const QKeyEvent& event) {
  constexpr int kPage = 10, kAll = 1 << 30;
  switch (event.key()) {
    case Qt::Key_Left:
      return -1;
    case Qt::Key_Right:
      return 1;
    case Qt::Key_PageUp:
      return -kPage;
    case Qt::Key_PageDown:
      return kPage;
    case Qt::Key_Home:
      return -kAll;
    case Qt::Key_End:
      return kAll;
    default:
      return 0;
  }
}

bool is_fit_key(const QKeyEvent& event) {
  return event.key() == Qt::Key_0 || event.key() == Qt::Key_Home;
}

// ---- gestures

template <class Base>
bool CanvasOf<Base>::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return Base::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), tip_at(help->pos()), this);  // an empty text hides it
  return true;
}

template <class Base>
void CanvasOf<Base>::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) restyle();
  Base::changeEvent(event);
}

template <class Base>
void CanvasOf<Base>::paintEvent(QPaintEvent* event) {
  exposed_ = event->rect();
  QPainter painter(this);
  painter.save();
  paint(painter);
  painter.restore();
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (drag_ == Drag::band) {
    QColor veil = theme().text;
    veil.setAlphaF(0.12F);
    painter.setPen(QPen(theme().text, 1, Qt::DashLine));
    painter.setBrush(veil);
    painter.drawRect(QRectF(pressed_, mouse_).normalized() & drawn_area());
  }
  const QRectF frame = focus_area();
  if (frame.isEmpty() || !this->hasFocus()) return;
  painter.setPen(QPen(this->palette().color(QPalette::Highlight), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(frame.adjusted(0.5, 0.5, -0.5, -0.5));
}

template <class Base>
void CanvasOf<Base>::shape_cursor() {
  if (drag_ == Drag::pan)
    this->setCursor(Qt::ClosedHandCursor);
  else if (space_held_)
    this->setCursor(Qt::OpenHandCursor);
  else
    this->unsetCursor();
}

template <class Base>
void CanvasOf<Base>::cancel_drag() {
  if (drag_ == Drag::none) return;
  drag_ = Drag::none;
  cancelled();
  shape_cursor();
  this->update();
}

template <class Base>
void CanvasOf<Base>::mousePressEvent(QMouseEvent* event) {
  pressed_ = mouse_ = event->position();
  pressed_with_ = event->modifiers();
  unhover();
  const bool left = event->button() == Qt::LeftButton;
  if (!left && event->button() != Qt::MiddleButton) return event->ignore();
  if (zooms() && (!left || space_held_))
    drag_ = Drag::pan;
  else if (left)
    drag_ = press_at(pressed_);
  if (drag_ != Drag::none) shape_cursor();
}

template <class Base>
void CanvasOf<Base>::mouseMoveEvent(QMouseEvent* event) {
  const QPointF before = std::exchange(mouse_, event->position());
  switch (drag_) {
    case Drag::none:
      hover_at(mouse_);
      if (space_held_) shape_cursor();
      return;
    case Drag::press:
      if ((mouse_ - pressed_).manhattanLength() < QApplication::startDragDistance()) return;
      drag_ = drag_from();
      shape_cursor();
      this->update();
      if (drag_ == Drag::pan) pan(mouse_ - pressed_);
      if (drag_ == Drag::own) drag_to(mouse_);
      return;
    case Drag::pan:
      return pan(mouse_ - before);
    case Drag::band:
      return this->update();
    case Drag::own:
      return drag_to(mouse_);
  }
}

template <class Base>
void CanvasOf<Base>::mouseReleaseEvent(QMouseEvent* event) {
  const Drag was = std::exchange(drag_, Drag::none);
  mouse_ = event->position();
  if (was == Drag::press) click(pressed_, event->modifiers());
  if (was == Drag::band) take_band(QRectF(pressed_, mouse_).normalized() & drawn_area());
  if (was == Drag::own) drop(mouse_);
  shape_cursor();
  this->update();
  released(was);
}

template <class Base>
void CanvasOf<Base>::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !double_click(event->position())) mousePressEvent(event);
}

template <class Base>
void CanvasOf<Base>::leaveEvent(QEvent*) {
  leave();
}

template <class Base>
void CanvasOf<Base>::wheelEvent(QWheelEvent* event) {
  if (!zooms()) return event->ignore();
  event->accept();
  constexpr double kNotch = 1.25;  // the factor of one
  zoom_at(event->position(), std::pow(kNotch, wheel_notches(*event)), event->modifiers());
  if (drag_ == Drag::none) hover_at(event->position());
}

template <class Base>
void CanvasOf<Base>::keyPressEvent(QKeyEvent* event) {
  unhover();  // it is of what is under the mouse, and keys act elsewhere
  if (event->key() == Qt::Key_Escape && drag_ != Drag::none) return cancel_drag();
  if (drag_ == Drag::own || key(*event) || (zooms() && common_key(*event))) return;
  if (event->key() == Qt::Key_Escape && give_up()) return;
  Base::keyPressEvent(event);
}

/// Zooms, pans, or shows all.
template <class Base>
bool CanvasOf<Base>::common_key(const QKeyEvent& event) {
  constexpr double kStep = 0.1, kZoom = 1.5;  // share of the drawn area; factor
  if (event.modifiers() & Qt::ControlModifier) {
    const QSizeF step = drawn_area().size() * kStep;
    const auto arrow = arrow_of(event);
    if (arrow) pan({-arrow->x() * step.width(), -arrow->y() * step.height()});
    return arrow.has_value();
  }
  if (event.modifiers() & Qt::AltModifier) return false;
  if (event.key() == Qt::Key_Plus || event.key() == Qt::Key_Equal) return zoom(kZoom), true;
  if (event.key() == Qt::Key_Minus) return zoom(1 / kZoom), true;
  if (is_fit_key(event)) return fit(), true;
  if (event.key() != Qt::Key_Space) return false;
  space_held_ = true;
  return shape_cursor(), true;
}

template <class Base>
void CanvasOf<Base>::keyReleaseEvent(QKeyEvent* event) {
  if (!space_held_ || event->key() != Qt::Key_Space || event->isAutoRepeat()) return Base::keyReleaseEvent(event);
  space_held_ = false;
  shape_cursor();
}

template <class Base>
void CanvasOf<Base>::focusOutEvent(QFocusEvent* event) {
  space_held_ = false;
  shape_cursor();
  unhover();
  Base::focusOutEvent(event);
}

template class CanvasOf<QWidget>;
template class CanvasOf<Pane>;

}  // namespace stowage
