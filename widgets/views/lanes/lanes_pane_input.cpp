// SPDX-License-Identifier: GPL-3.0-or-later
// How the lanes answer the mouse and the keyboard.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/hover_card.h"
#include "widgets/controls/time_axis.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/lanes/lanes_geometry.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace stowage {
namespace {

constexpr double kReach = 4;  // how far from an arrow, or a box narrower than that, a click still means it, in pixels
constexpr double kRest = 24;  // how far the mouse goes, after a drop, before it points at things again, in pixels

}  // namespace

void LanesPane::resizeEvent(QResizeEvent*) {
  place_lanes();
}

void LanesPane::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange && graph_) {
    measure_names();
    place_lanes();
    emit names_changed();
  }
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
  Pane::changeEvent(event);
}

// ---- what is under the mouse

/// Of boxes narrower than the reach, the nearest.
OperatorId LanesPane::operator_at(QPointF at) const {
  if (!has_lanes() || !geometry_.plot().contains(at)) return {};
  const auto lane = geometry_.lane_at(at.y());
  if (!lane) return {};
  const auto local = graph_->operators_of(StreamId(*lane));
  const double place = geometry_.place_at(at.x());
  const auto after =
      std::ranges::lower_bound(local, place, {}, [&](OperatorId o) { return geometry_.scale().begin(o.index()); });
  const auto distance = [&](OperatorId o) {
    const QRectF box = geometry_.box(o.index(), *lane);
    if (at.y() < box.top() || at.y() >= box.bottom()) return 2 * kReach;
    return std::max({box.left() - at.x(), at.x() - box.right(), 0.0});
  };
  const auto reach = [&](OperatorId o) {
    const double takes = geometry_.scale().end(o.index()) - geometry_.scale().begin(o.index());
    return std::max(0.01, (kReach - takes * geometry_.unit_width()) / 2);
  };
  OperatorId best;
  double nearest = kReach;
  for (const auto& candidate : {after == local.begin() ? after : after - 1, after}) {
    if (candidate == local.end() || distance(*candidate) > std::min(nearest, reach(*candidate))) continue;
    nearest = distance(*candidate);
    best = *candidate;
  }
  return best;
}

std::optional<std::size_t> LanesPane::sync_at(QPointF at) const {
  if (!has_lanes() || !geometry_.plot().contains(at)) return std::nullopt;
  std::optional<std::size_t> best;
  double nearest = kReach;
  for (const std::size_t k : syncs_drawn(scene(), geometry_)) {
    const ControlEdge& sync = links_.syncs()[k];
    const LaneArrow arrow = lane_arrow(geometry_, *graph_, sync.before, sync.after);
    if (!arrow.path.controlPointRect().adjusted(-kReach, -kReach, 2 * kReach, kReach).contains(at)) continue;
    const double distance = distance_to_arrow(at, arrow.path, arrow.tip);
    if (distance >= nearest) continue;
    nearest = distance;
    best = k;
  }
  return best;
}

OperatorId LanesPane::current_operator() const {
  if (!has_lanes()) return {};
  const auto& selected = state().selected_operators();
  return !selected.empty() && selected.back().index() < graph_->operator_count() ? selected.back() : OperatorId();
}

void LanesPane::hover_at(QPointF at) {
  if (!has_lanes()) return;
  if (resting_ && (at - *resting_).manhattanLength() < kRest) return;
  resting_.reset();
  pointer_ = at;
  const OperatorId o = operator_at(at);
  const auto sync = o.valid() ? std::nullopt : sync_at(at);
  if (std::exchange(hovered_sync_, sync) != sync) update();
  if (o.valid())
    state().hover(o);
  else
    state().clear_hover();
  setCursor(handle_at(at).valid() ? Qt::CrossCursor : o.valid() || sync ? Qt::PointingHandCursor : Qt::ArrowCursor);
  show_card();
  update();
}

/// What was just let go there is known: no card covers the lanes around it until the mouse goes on.
void LanesPane::rest_at(QPointF at) {
  resting_ = at;
  pointer_.reset();
  hovered_sync_.reset();
  show_card();
  update();
}

void LanesPane::leaveEvent(QEvent*) {
  resting_.reset();
  if (!std::exchange(pointer_, std::nullopt)) return;
  hovered_sync_.reset();
  show_card();
  state().clear_hover();
  update();
}

// ---- mouse

void LanesPane::wheelEvent(QWheelEvent* event) {
  event->accept();
  if (!has_lanes()) return;
  if (event->modifiers() & Qt::ShiftModifier)
    geometry_.pan(0, wheel_notches(*event) * geometry_.lane_height());
  else
    geometry_.zoom_at(event->position().x(), wheel_zoom(*event));
  change_view(geometry_);
  hover_at(event->position());
}

void LanesPane::mousePressEvent(QMouseEvent* event) {
  drag_start_ = drag_now_ = event->position();
  pressed_with_ = event->modifiers();
  if (card_) card_->hide();
  if (!has_lanes()) return;
  const bool left = event->button() == Qt::LeftButton;
  if (left && geometry_.cursor_row().contains(event->position())) {
    drag_ = Drag::cursor;
    set_cursor_at(event->position().x());
  } else if (event->button() == Qt::MiddleButton) {
    drag_ = Drag::pan;
    setCursor(Qt::ClosedHandCursor);
  } else if (left) {
    drag_ = Drag::press;
  }
}

void LanesPane::mouseMoveEvent(QMouseEvent* event) {
  const QPointF before = std::exchange(drag_now_, event->position());
  switch (drag_) {
    case Drag::none:
      return hover_at(event->position());
    case Drag::press:
      if (is_drag(drag_start_, drag_now_)) start_drag();
      return;
    case Drag::band:
      return update();
    case Drag::pan:
      geometry_.pan(drag_now_.x() - before.x(), drag_now_.y() - before.y());
      return change_view(geometry_);
    case Drag::cursor:
      return set_cursor_at(drag_now_.x());
    case Drag::edit:
      return drag_edit();
  }
}

/// The press has become a drag: of what, depends on where it began.
void LanesPane::start_drag() {
  const bool band = pressed_with_ & Qt::ShiftModifier;
  state().clear_hover();
  if (start_edit()) return;
  drag_ = band ? Drag::band : Drag::pan;
  if (band) return update();
  setCursor(Qt::ClosedHandCursor);
  geometry_.pan(drag_now_.x() - drag_start_.x(), drag_now_.y() - drag_start_.y());
  change_view(geometry_);
}

void LanesPane::mouseReleaseEvent(QMouseEvent* event) {
  const Drag was = std::exchange(drag_, Drag::none);
  drag_now_ = event->position();
  if (was == Drag::press) click(drag_start_, event->modifiers().testFlag(Qt::ControlModifier));
  if (was == Drag::band) select_band();
  if (was == Drag::edit) drop_edit();
  unsetCursor();
  if (was == Drag::edit)
    rest_at(event->position());
  else
    hover_at(event->position());
}

void LanesPane::click(QPointF at, bool add) {
  named_ = name_at(at).value_or(StreamId());
  if (named_.valid()) return update();
  if (!geometry_.plot().contains(at)) return;
  const QScopedValueRollback guard(self_selecting_, true);
  const OperatorId o = operator_at(at);
  const auto sync = o.valid() ? std::nullopt : sync_at(at);
  selected_sync_ = sync ? std::optional(links_.syncs()[*sync]) : std::nullopt;
  update();
  if (sync) return state().select_operators({selected_sync_->before, selected_sync_->after});
  if (!o.valid()) return add ? void() : state().clear_selection();
  if (!add) return state().select_operators({o});
  std::vector<OperatorId> all = state().selected_operators();
  if (std::erase(all, o) == 0) all.push_back(o);
  state().select_operators(std::move(all));
}

/// All operators whose boxes it touches.
void LanesPane::select_band() {
  const QRectF band = QRectF(drag_start_, drag_now_).normalized() & geometry_.plot();
  std::vector<OperatorId> found;
  const auto lanes = geometry_.lanes_in_view();
  for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
    const QRectF row = geometry_.boxes(lane);
    if (band.top() >= row.bottom() || band.bottom() <= row.top()) continue;
    const auto local = graph_->operators_of(StreamId(lane));
    const auto touched = [&](OperatorId o) { return geometry_.box(o.index(), lane).right() < band.left(); };
    for (auto o = std::ranges::partition_point(local, touched); o != local.end(); ++o) {
      if (geometry_.box(o->index(), lane).left() > band.right()) break;
      found.push_back(*o);
    }
  }
  const QScopedValueRollback guard(self_selecting_, true);
  selected_sync_.reset();
  if (pressed_with_ & Qt::ControlModifier)
    found.insert(found.end(), state().selected_operators().begin(), state().selected_operators().end());
  state().select_operators(std::move(found));
  update();
}

void LanesPane::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !has_lanes()) return;
  if (const auto stream = name_at(event->position())) return rename(*stream);
  if (geometry_.cursor_row().contains(event->position())) return state().set_time_cursor(std::nullopt);
  if (!geometry_.plot().contains(event->position())) return;
  const OperatorId o = operator_at(event->position());
  if (!o.valid()) return sync_at(event->position()) ? void() : fit();
  geometry_.zoom_at(event->position().x(), 4);
  change_view(geometry_);
}

void LanesPane::set_cursor_at(double x) {
  if (!scale_.over_events()) return state().set_time_cursor(geometry_.step_at(x));
  const double event = std::clamp(std::floor(geometry_.place_at(x)), 0.0, std::max(0.0, scale_.length() - 1));
  state().set_time_cursor(scale_.step_at(event), static_cast<std::uint32_t>(event));
}

// ---- keyboard

void LanesPane::move_cursor(std::ptrdiff_t steps) {
  const auto now = state().time_cursor();
  state().set_time_cursor(now ? scale_.moved(std::min(*now, scale_.steps() - 1), steps) : 0);
}

void LanesPane::select_and_reveal(OperatorId o) {
  const QScopedValueRollback guard(self_selecting_, true);
  selected_sync_.reset();
  state().select_operators({o});
  geometry_.reveal(o.index(), graph_->stream(o).index());
  change_view(geometry_);
}

/// To the operator so many places on in the lane; from nothing, to the first in view.
void LanesPane::walk_along(int by) {
  const OperatorId current = current_operator();
  if (!current.valid())
    return select_and_reveal(OperatorId(std::min(geometry_.steps_in_view().begin, graph_->operator_count() - 1)));
  const auto local = graph_->operators_of(graph_->stream(current));
  const auto at = static_cast<std::ptrdiff_t>(graph_->position(current)) - 1 + by;
  if (at >= 0 && at < std::ssize(local)) select_and_reveal(local[static_cast<std::size_t>(at)]);
}

/// To the operator nearest in time in the next lane that has any.
void LanesPane::walk_across(int by) {
  const OperatorId current = current_operator();
  if (!current.valid()) return walk_along(0);
  auto lane = static_cast<std::ptrdiff_t>(graph_->stream(current).index()) + by;
  for (; lane >= 0 && lane < std::ssize(graph_->data().streams); lane += by) {
    const auto local = graph_->operators_of(StreamId(static_cast<std::size_t>(lane)));
    if (local.empty()) continue;
    const auto begin = [&](OperatorId o) { return geometry_.scale().begin(o.index()); };
    const auto after = std::ranges::lower_bound(local, begin(current), {}, begin);
    const bool last = after == local.end();
    if (after == local.begin()) return select_and_reveal(*after);
    const double back = begin(current) - begin(*(after - 1));
    return select_and_reveal(last || back <= begin(*after) - begin(current) ? *(after - 1) : *after);
  }
}

void LanesPane::keyPressEvent(QKeyEvent* event) {
  if (std::exchange(pointer_, std::nullopt)) update();
  show_card();  // it is of what is under the mouse, which is not where the keys act
  if (!has_lanes() || edit_key(event)) return;
  const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
  if (!plain || !view_key(event->key())) Pane::keyPressEvent(event);
}

bool LanesPane::view_key(int key) {
  switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
      walk_along(key == Qt::Key_Left ? -1 : 1);
      return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
      walk_across(key == Qt::Key_Up ? -1 : 1);
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      zoom(kKeyZoom);
      return true;
    case Qt::Key_Minus:
      zoom(1 / kKeyZoom);
      return true;
    case Qt::Key_0:
    case Qt::Key_Home:
      fit();
      return true;
    case Qt::Key_T:
      toggle_time_axis(*this, state(), graph_->has_durations() ? QString() : how_to_get_durations());
      return true;
    case Qt::Key_Comma:
    case Qt::Key_Period:
      move_cursor(key == Qt::Key_Comma ? -1 : 1);
      return true;
    case Qt::Key_Less:
    case Qt::Key_Greater:
      move_cursor(key == Qt::Key_Less ? -10 : 10);
      return true;
    case Qt::Key_Escape:
      state().moment() ? state().set_moment(nullptr) : state().clear_selection();
      return true;
    default:
      return false;
  }
}

}  // namespace stowage
