// SPDX-License-Identifier: GPL-3.0-or-later
// How the lanes answer mouse, keyboard and screen readers.
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "widgets/base/view_state.h"
#include "widgets/controls/hover_card.h"
#include "widgets/controls/time_axis.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/lanes/lanes_geometry.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace stowage {
namespace {

constexpr double kReach = 4;  // how far from an arrow, or a box narrower than that, a click still means it, in pixels
constexpr double kRest = 24;  // how far the mouse goes, after a drop, before it points at things again, in pixels

OperatorId operator_of(int item) {
  return OperatorId(static_cast<std::size_t>(item));
}

}  // namespace

void LanesPane::resizeEvent(QResizeEvent*) {
  place_lanes();
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

std::optional<std::size_t> LanesPane::sync_at(QPointF at) {
  if (!has_lanes() || !geometry_.plot().contains(at)) return std::nullopt;
  if (!sync_arrows_) {
    sync_arrows_.emplace();
    for (const std::size_t k : syncs_drawn(scene(), geometry_)) {
      const ControlEdge& sync = links_.syncs()[k];
      sync_arrows_->emplace_back(k, lane_arrow(geometry_, *graph_, sync.before, sync.after));
    }
  }
  std::optional<std::size_t> best;
  double nearest = kReach;
  for (const auto& [k, arrow] : *sync_arrows_) {
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
  if (std::exchange(hovered_sync_, sync) != sync) redraw();
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
  hovered_sync_.reset();
  unhover();
  redraw();
}

void LanesPane::unhover() {
  if (std::exchange(pointer_, std::nullopt)) update();
  show_card();
}

void LanesPane::leave() {
  resting_.reset();
  unhover();
  if (std::exchange(hovered_sync_, std::nullopt)) redraw();
  state().clear_hover();
}

// ---- mouse

void LanesPane::wheelEvent(QWheelEvent* event) {
  if (!has_lanes() || !(event->modifiers() & Qt::ShiftModifier)) return CanvasPane::wheelEvent(event);
  event->accept();
  pan({0, wheel_notches(*event) * geometry_.lane_height()});
  hover_at(event->position());
}

void LanesPane::zoom_at(QPointF at, double factor, Qt::KeyboardModifiers) {
  geometry_.zoom_at(at.x(), factor);
  change_view(geometry_);
}

QPointF LanesPane::zoom_centre() const {
  const QRectF& plot = geometry_.plot();
  const OperatorId current = current_operator();
  if (!current.valid()) return plot.center();
  const double x = geometry_.box(current.index(), 0).center().x();
  return {x > plot.left() && x < plot.right() ? x : plot.center().x(), plot.center().y()};
}

void LanesPane::pan(QPointF by) {
  geometry_.pan(by.x(), by.y());
  change_view(geometry_);
}

LanesPane::Drag LanesPane::press_at(QPointF at) {
  if (!has_lanes()) return Drag::none;
  if (!geometry_.cursor_row().contains(at)) return Drag::press;
  set_cursor_at(at.x());
  return Drag::own;
}

LanesPane::Drag LanesPane::drag_from() {
  state().clear_hover();
  if (start_edit()) return Drag::own;
  return pressed_with() & Qt::ShiftModifier ? Drag::band : Drag::pan;
}

void LanesPane::drag_to(QPointF at) {
  if (edit_)
    drag_edit(at);
  else
    set_cursor_at(at.x());
}

void LanesPane::drop(QPointF at) {
  if (!edit_) return;
  drop_edit();
  rest_at(at);
}

void LanesPane::released(Drag) {
  hover_at(mouse());
}

void LanesPane::click(QPointF at, Qt::KeyboardModifiers held) {
  named_ = name_at(at).value_or(StreamId());
  if (named_.valid()) return update();
  if (!geometry_.plot().contains(at)) return;
  const bool add = held & Qt::ControlModifier;
  const QScopedValueRollback guard(self_selecting_, true);
  const OperatorId o = operator_at(at);
  const auto sync = o.valid() ? std::nullopt : sync_at(at);
  selected_sync_ = sync ? std::optional(links_.syncs()[*sync]) : std::nullopt;
  redraw();
  if (sync) return state().select_operators({selected_sync_->before, selected_sync_->after});
  if (!o.valid()) return add ? void() : state().clear_selection();
  add ? state().toggle_operator(o) : state().select_operators({o});
}

/// Selects all operators whose boxes the band touches.
void LanesPane::take_band(const QRectF& band) {
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
  if (pressed_with() & Qt::ControlModifier)
    found.insert(found.end(), state().selected_operators().begin(), state().selected_operators().end());
  state().select_operators(std::move(found));
  redraw();
}

bool LanesPane::double_click(QPointF at) {
  if (!has_lanes()) return true;
  if (const auto stream = name_at(at)) return rename(*stream), true;
  if (geometry_.cursor_row().contains(at)) return state().set_time_cursor(std::nullopt), true;
  if (!geometry_.plot().contains(at)) return true;
  if (operator_at(at).valid())
    zoom_at(at, 4, {});
  else if (!sync_at(at))
    fit();
  return true;
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

bool LanesPane::give_up() {
  if (!has_lanes()) return false;
  state().give_up();
  return true;
}

bool LanesPane::key(QKeyEvent& event) {
  if (!has_lanes() || edit_key(event)) return has_lanes();
  if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return false;
  switch (event.key()) {
    case Qt::Key_Left:
      return walk_along(-1), true;
    case Qt::Key_Right:
      return walk_along(1), true;
    case Qt::Key_Up:
      return walk_across(-1), true;
    case Qt::Key_Down:
      return walk_across(1), true;
    case Qt::Key_T:
      toggle_time_axis(*this, state(), graph_->has_durations() ? QString() : how_to_get_durations());
      return true;
    case Qt::Key_Comma:
      return move_cursor(-1), true;
    case Qt::Key_Period:
      return move_cursor(1), true;
    case Qt::Key_Less:
      return move_cursor(-10), true;
    case Qt::Key_Greater:
      return move_cursor(10), true;
    default:
      return false;
  }
}

// ---- as a list, for screen readers

int LanesPane::item_count() const {
  return has_lanes() ? static_cast<int>(graph_->operator_count()) : 0;
}

int LanesPane::current_item() const {
  const OperatorId current = current_operator();
  return current.valid() ? static_cast<int>(current.index()) : -1;
}

QString LanesPane::item_name(int item) const {
  return text_of(graph_->name(operator_of(item)));
}

/// What its card says: step, stream, inputs and outputs.
QString LanesPane::item_value(int item) const {
  QStringList facts;
  for (const GraphCard::Row& row : operator_card(*graph_, operator_of(item), nullptr, view_.recorded()).rows)
    facts += row.name.isEmpty() ? row.value : row.name + ' ' + row.value;
  return facts.join(QStringLiteral(", "));
}

QRect LanesPane::item_rect(int item) const {
  const OperatorId o = operator_of(item);
  return (geometry_.box(o.index(), graph_->stream(o).index()) & geometry_.plot()).toAlignedRect();
}

int LanesPane::item_at(QPoint at) const {
  const OperatorId o = operator_at(at);
  return o.valid() ? static_cast<int>(o.index()) : -1;
}

bool LanesPane::is_item_selected(int item) const {
  return state().is_selected(operator_of(item));
}

void LanesPane::choose_item(int item) {
  select_and_reveal(operator_of(item));
}

}  // namespace stowage
