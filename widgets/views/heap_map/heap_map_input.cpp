// SPDX-License-Identifier: GPL-3.0-or-later
// What the user does to the heap map with mouse and keys.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/base/canvas.h"
#include "widgets/controls/hover_card.h"
#include "widgets/controls/time_axis.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage {
namespace {

constexpr double kKeyPan = 0.1;  // of the plot

}  // namespace

TensorId HeapMapWidget::tensor_at(QPointF at) const {
  if (!has_map() || !geometry_.plot().contains(at)) return {};
  const double place = geometry_.place_at(at.x()), offset = geometry_.offset_at(at.y());
  const TensorId alive = content_.scene->tensor_at(place, offset);
  if (alive.valid()) return alive;
  const TensorId held = content_.scene->holds().at(place, offset);
  return held.valid() || !content_.difference ? held : content_.difference->at(place, offset);
}

void HeapMapWidget::wheelEvent(QWheelEvent* event) {
  if (!has_map()) return;
  const double factor = wheel_zoom(*event);
  const Qt::KeyboardModifiers held = event->modifiers();
  const MapView before = geometry_.view();
  geometry_.zoom_at(event->position(), held & Qt::ShiftModifier ? 1 : factor, held & Qt::ControlModifier ? 1 : factor);
  change_view(before);
  hover_at(event->position());
  event->accept();
}

void HeapMapWidget::mousePressEvent(QMouseEvent* event) {
  drag_start_ = drag_now_ = event->position();
  hide_card();
  if (!has_map()) return;
  const bool pan = event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && space_held_);
  if (pan)
    drag_ = Drag::pan;
  else if (event->button() == Qt::LeftButton && geometry_.plot().contains(event->position()))
    drag_ = Drag::press;
  else if (event->button() == Qt::LeftButton &&
           (geometry_.curve().contains(event->position()) || fixed_end_beside(event->position())))
    press_curve(*event);
  update_cursor_shape();
}

void HeapMapWidget::mouseMoveEvent(QMouseEvent* event) {
  const QPointF before = std::exchange(drag_now_, event->position());
  switch (drag_) {
    case Drag::none:
      hover_at(event->position());
      return;
    case Drag::press:
      if (!is_drag(drag_start_, drag_now_)) return;
      drag_ = Drag::band;
      state_->clear_hover();
      update();
      return;
    case Drag::band:
      update();
      return;
    case Drag::pan:
      move_map(drag_now_.x() - before.x(), drag_now_.y() - before.y());
      return;
    case Drag::cursor:
      set_cursor_at(drag_now_.x());
      return;
    case Drag::range:
    case Drag::range_end:
      drag_range(drag_now_);
      return;
  }
}

void HeapMapWidget::mouseReleaseEvent(QMouseEvent* event) {
  const Drag was = std::exchange(drag_, Drag::none);
  drag_now_ = event->position();
  if (was == Drag::press) click(drag_start_, event->modifiers());
  if (was == Drag::band) {
    const QRectF band = QRectF(drag_start_, drag_now_).normalized();
    const MapView before = geometry_.view();
    if (band.width() >= 4 && band.height() >= 4) geometry_.zoom_to(band);
    change_view(before);
    update();
  }
  update_cursor_shape();
  hover_at(event->position());
}

void HeapMapWidget::click(QPointF at, Qt::KeyboardModifiers modifiers) {
  const TensorId t = tensor_at(at);
  if (modifiers & Qt::ControlModifier) {
    if (t.valid()) state_->toggle_tensor(t);
  } else if (t.valid()) {
    state_->select_tensors({t});
  } else {
    state_->clear_selection();
  }
}

void HeapMapWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !has_map()) return;
  if (geometry_.curve().contains(event->position())) {
    if (state_->time_range())
      state_->set_time_range(std::nullopt);
    else
      state_->set_time_cursor(std::nullopt);
    return;
  }
  const TensorId t = tensor_at(event->position());
  if (!t.valid()) {
    fit();
    return;
  }
  state_->select_tensors({t});
  const auto item = content_.scene->place(t);
  const double across = item->end - item->begin, up = static_cast<double>(item->high - item->low);
  const auto begin = static_cast<double>(item->begin), low = static_cast<double>(item->low);
  set_map_view({begin - across / 2, begin + across * 1.5, low - up / 2, low + up * 1.5});
  emit state_->reveal_requested(t);
}

void HeapMapWidget::hover_at(QPointF at) {
  const TensorId t = tensor_at(at);
  update_cursor_shape();
  if (t == state_->hovered_tensor() && t.valid() && card_->isVisible()) {
    show_card();  // follows the mouse
    return;
  }
  state_->hover(t);
  const bool explained = t.valid() || geometry_.curve().contains(at) || geometry_.bands().contains(at);
  if (!explained)
    hide_card();
  else if (card_->isVisible())
    show_card();
  else
    card_delay_.start();
}

QString HeapMapWidget::card_text(TensorId t) const {
  const auto& notes = state_->notes();
  const auto note = notes.find(t);
  const QString card = tensor_card(*content_.scene, t, note == notes.end() ? QString() : note->second);
  const QString difference = difference_text(t);
  return difference.isEmpty() ? card : card + QStringLiteral("<div>%1</div>").arg(difference.toHtmlEscaped());
}

void HeapMapWidget::show_card() {
  if (drag_ != Drag::none || !cards_) return;
  const TensorId t = tensor_at(drag_now_);
  const QString text = t.valid() ? card_text(t) : curve_card(drag_now_);
  if (text.isEmpty()) return hide_card();
  card_->show_at(drag_now_.toPoint(), text);
}

void HeapMapWidget::hide_card() {
  card_delay_.stop();
  card_->hide();
}

void HeapMapWidget::leaveEvent(QEvent*) {
  hide_card();
  state_->clear_hover();
}

void HeapMapWidget::update_cursor_shape() {
  if (drag_ == Drag::pan)
    setCursor(Qt::ClosedHandCursor);
  else if (space_held_)
    setCursor(Qt::OpenHandCursor);
  else if (drag_ == Drag::range_end || (drag_ == Drag::none && fixed_end_beside(drag_now_)))
    setCursor(Qt::SizeHorCursor);
  else
    unsetCursor();
}

/// Where a walk by keys starts: what a selected operator makes, or the largest tensor in view, at the peak if any is.
TensorId HeapMapWidget::first_to_select() const {
  const HeapMapScene& scene = *content_.scene;
  for (TensorId t : lit_tensors(scene.graph(), *state_).strong)
    if (scene.place(t)) return t;
  const MapView& view = geometry_.view();
  const double peak = scene.curve().peak_begin();
  const auto rank = [&](const MapItem& item) {
    return std::pair(item.begin <= peak && item.end > peak, item.high - item.low);
  };
  const MapItem* best = nullptr;
  scene.index().visit(view, [&](std::span<const MapItem> some) {
    for (const MapItem& item : some) {
      const bool seen = item.begin < view.x1 && item.end > view.x0 &&
                        static_cast<double>(item.low)<view.y1&& static_cast<double>(item.high)> view.y0;
      if (!seen || (best != nullptr && rank(*best) > rank(item))) continue;
      if (best == nullptr || rank(*best) < rank(item) || item.tensor < best->tensor) best = &item;
    }
  });
  return best != nullptr ? best->tensor : TensorId();
}

bool HeapMapWidget::walk(MapIndex::Direction direction) {
  state_->clear_hover();
  if (state_->selected_tensors().empty()) {
    const TensorId first = first_to_select();
    if (!first.valid()) return false;
    state_->select_tensors({first});
    reveal(first);
    return true;
  }
  if (state_->selected_tensors().size() != 1) return false;
  const auto from = content_.scene->place(state_->selected_tensors().front());
  if (!from) return false;
  const TensorId next = content_.scene->index().neighbour(*from, direction);
  if (next.valid()) {
    state_->select_tensors({next});
    reveal(next);
  }
  return true;
}

void HeapMapWidget::walk_or_pan(int key, bool pan) {
  const double across = kKeyPan * geometry_.plot().width(), high = kKeyPan * geometry_.plot().height();
  using enum MapIndex::Direction;
  const auto go = [&](MapIndex::Direction direction, double x, double y) {
    if (pan || !walk(direction)) move_map(x, y);
  };
  if (key == Qt::Key_Left) go(left, across, 0);
  if (key == Qt::Key_Right) go(right, -across, 0);
  if (key == Qt::Key_Up) go(up, 0, high);
  if (key == Qt::Key_Down) go(down, 0, -high);
}

void HeapMapWidget::give_up() {
  hide_card();
  const bool dragged = std::exchange(drag_, Drag::none) != Drag::none;
  const bool selected = !state_->selected_tensors().empty() || !state_->selected_operators().empty();
  if (!dragged && state_->moment())
    state_->set_moment(nullptr);
  else if (!dragged && selected)
    state_->clear_selection();
  else if (!dragged)
    state_->set_time_range(std::nullopt);
  update();
}

void HeapMapWidget::keyPressEvent(QKeyEvent* event) {
  hide_card();  // it explains what is under the mouse, which is not where the keys act
  if (!has_map()) return QWidget::keyPressEvent(event);
  if (time_key(event->key())) return;
  if (const auto factor = key_zoom(*event)) return zoom(*factor);
  if (is_fit_key(*event)) return fit();
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
      return walk_or_pan(event->key(), event->modifiers() & Qt::ControlModifier);
    case Qt::Key_T:
      return toggle_time_axis(*this, *state_, why_no_time() == no_durations() ? how_to_get_durations() : why_no_time());
    case Qt::Key_M:
      minimap_wanted_ = !minimap_wanted_;
      return place_minimap();
    case Qt::Key_Space:
      space_held_ = true;
      return update_cursor_shape();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!state_->selected_tensors().empty()) emit state_->reveal_requested(state_->selected_tensors().front());
      return;
    case Qt::Key_Escape:
      return give_up();
    default:
      QWidget::keyPressEvent(event);
  }
}

void HeapMapWidget::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return QWidget::keyReleaseEvent(event);
  space_held_ = false;
  update_cursor_shape();
}

void HeapMapWidget::focusInEvent(QFocusEvent*) {
  update();
}

void HeapMapWidget::focusOutEvent(QFocusEvent*) {
  space_held_ = false;
  update_cursor_shape();
  hide_card();
  update();
}

}  // namespace stowage
