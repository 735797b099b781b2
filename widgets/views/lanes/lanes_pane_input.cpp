// SPDX-License-Identifier: GPL-3.0-or-later
// How the lanes answer mouse, keyboard and screen readers, and ask for edits: by dragging, by keys, by menu.
#include <algorithm>
#include <cmath>
#include <utility>

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QWheelEvent>

#include "widgets/controls/hover_card.h"
#include "widgets/controls/time_axis.h"
#include "widgets/edit/edits.h"
#include "widgets/edit/operator_menus.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/lanes/lanes_geometry.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace stowage {
namespace {

constexpr double kReach = 4;  // how far from an arrow, or a box narrower than that, a click still means it, in pixels
constexpr double kRest = 24;  // how far the mouse goes, after a drop, before it points at things again, in pixels
constexpr double kScrollEdge = 14;  // a drag so near the first or last lane in view scrolls on

}  // namespace

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

LanesPane::SyncArrow LanesPane::sync_arrow(std::size_t sync) const {
  const ControlEdge& edge = links_->syncs()[sync];
  return {sync, lane_arrow(geometry_, *graph_, edge.before, edge.after)};
}

/// Those of the picture, once for each.
void LanesPane::find_drawn_syncs() {
  if (std::exchange(syncs_known_, true)) return;
  syncs_ = syncs_drawn(scene(), geometry_);
  sync_arrows_.clear();
  for (const std::size_t k : syncs_) sync_arrows_.push_back(sync_arrow(k));
}

std::optional<std::size_t> LanesPane::sync_at(QPointF at) {
  if (!has_lanes() || !geometry_.plot().contains(at)) return std::nullopt;
  find_drawn_syncs();
  std::optional<std::size_t> best;
  double nearest = kReach;
  const auto consider = [&](const SyncArrow& sync) {
    const LaneArrow& arrow = sync.second;
    if (!arrow.path.controlPointRect().adjusted(-kReach, -kReach, 2 * kReach, kReach).contains(at)) return;
    const double distance = distance_to_arrow(at, arrow.path, arrow.tip);
    if (distance >= nearest) return;
    nearest = distance;
    best = sync.first;
  };
  std::ranges::for_each(sync_arrows_, consider);
  for (const std::size_t k : syncs_hovered(scene(), hover(), geometry_, syncs_)) consider(sync_arrow(k));
  return best;
}

/// The operator whose handle is there.
OperatorId LanesPane::handle_at(QPointF at) const {
  for (const double back : {0.0, 6.0}) {
    const OperatorId o = operator_at(at - QPointF(back, 0));
    if (o.valid() && geometry_.handle(o.index(), graph_->stream(o).index()).contains(at)) return o;
  }
  return {};
}

std::optional<StreamId> LanesPane::name_at(QPointF at) const {
  if (!has_lanes() || !geometry_.names().contains(at)) return std::nullopt;
  const auto lane = geometry_.lane_at(at.y());
  return lane ? std::optional(StreamId(*lane)) : std::nullopt;
}

/// The selected operators that are of this graph, sorted.
std::vector<OperatorId> LanesPane::selection() const {
  std::vector<OperatorId> out = state().selected_operators();
  std::erase_if(out, [&](OperatorId o) { return o.index() >= graph_->operator_count(); });
  return out;
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
  const bool on_handle = handle_at(at).valid();
  const bool other_sync = std::exchange(hovered_sync_, sync) != sync;
  const bool other_handle = std::exchange(on_handle_, on_handle) != on_handle;
  if (std::exchange(under_mouse_, o) != o || other_sync || other_handle) update();
  if (o.valid())
    state().hover(o);
  else
    state().clear_hover();
  setCursor(on_handle ? Qt::CrossCursor : o.valid() || sync ? Qt::PointingHandCursor : Qt::ArrowCursor);
  show_card();
}

void LanesPane::unhover() {
  if (std::exchange(pointer_, std::nullopt)) update();
  under_mouse_ = {};
  show_card();
}

void LanesPane::leave() {
  resting_.reset();
  unhover();
  if (std::exchange(hovered_sync_, std::nullopt)) update();
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
  put_time_cursor(state(), scale_, geometry_.place_at(at.x()));
  return Drag::own;
}

/// Takes hold of what the press was on: the handle of an operator, or the operator, with the selection if it is of it.
LanesPane::Drag LanesPane::drag_from() {
  state().clear_hover();
  const bool shift = pressed_with() & Qt::ShiftModifier;
  const OperatorId handle = handle_at(pressed_at()), o = operator_at(pressed_at());
  if (!handle.valid() && !o.valid()) return shift ? Drag::band : Drag::pan;
  if (handle.valid() || shift) {
    edit_.emplace(graph_, handle.valid() ? handle : o);
  } else {
    if (!state().is_selected(o)) {
      const QScopedValueRollback guard(self_selecting_, true);
      selected_sync_.reset();
      state().select_operators({o});
    }
    edit_.emplace(graph_, o, selection());
  }
  setFocus();  // Esc is to be heard
  return Drag::own;
}

void LanesPane::drag_to(QPointF at) {
  if (!edit_) return put_time_cursor(state(), scale_, geometry_.place_at(at.x()));
  const QRectF& plot = geometry_.plot();
  if (plot.contains(at) && at.y() < plot.top() + kScrollEdge) pan({0, kScrollEdge});
  if (plot.contains(at) && at.y() > plot.bottom() - kScrollEdge) pan({0, -kScrollEdge});
  edit_->move_to(geometry_, at, operator_at(at));
  setCursor(!edit_->refusal().isEmpty() ? Qt::ForbiddenCursor
            : edit_->is_sync()          ? Qt::CrossCursor
                                        : Qt::ClosedHandCursor);
  update();
}

void LanesPane::drop(QPointF at) {
  if (!edit_) return;
  const auto request = edit_->request();
  edit_.reset();
  update();
  if (request) emit edit_requested(*request);
  resting_ = at;  // what was let go there is known: no card covers the lanes around it until the mouse goes on
  hovered_sync_.reset();
  unhover();
  redraw();
}

void LanesPane::click(QPointF at, Qt::KeyboardModifiers held) {
  named_ = name_at(at).value_or(StreamId());
  if (named_.valid()) return update();
  if (!geometry_.plot().contains(at)) return;
  const bool add = held & Qt::ControlModifier;
  const QScopedValueRollback guard(self_selecting_, true);
  const OperatorId o = operator_at(at);
  const auto sync = o.valid() ? std::nullopt : sync_at(at);
  selected_sync_ = sync ? std::optional(links_->syncs()[*sync]) : std::nullopt;
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

// ---- keyboard

void LanesPane::move_cursor(std::ptrdiff_t steps) {
  const auto now = state().time_cursor();
  state().set_time_cursor(now ? scale_.moved(std::min(*now, scale_.steps() - 1), steps) : 0);
}

void LanesPane::select_and_reveal(OperatorId o) {
  const QScopedValueRollback guard(self_selecting_, true);
  selected_sync_.reset();
  state().select_operators({o});
  reveal(o);
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
  if (const auto steps = cursor_steps(event.key()))
    move_cursor(*steps);
  else if (const auto arrow = arrow_of(event))
    arrow->x() != 0 ? walk_along(arrow->x()) : walk_across(arrow->y());
  else if (event.key() == Qt::Key_T)
    toggle_time_axis(*this, state(), graph_->has_durations() ? QString() : how_to_get_durations());
  else
    return false;
  return true;
}

// ---- edits

/// The selection to the lane above or below that of its first operator; below the last, to a new one.
void LanesPane::move_across(int by) {
  const std::vector<OperatorId> operators = selection();
  if (operators.empty()) return;
  const auto lane = static_cast<std::ptrdiff_t>(graph_->stream(operators.front()).index()) + by;
  if (lane < 0) return;
  if (lane == std::ssize(graph_->data().streams))
    emit edit_requested(edits::move_to_new_stream(*graph_, operators, {}));
  else
    emit edit_requested(edits::move_to_stream(*graph_, operators, StreamId(static_cast<std::size_t>(lane))));
  if (current_operator().valid()) reveal(current_operator());
}

void LanesPane::move_along(int by) {
  const std::vector<OperatorId> operators = selection();
  if (operators.size() != 1) return;
  const OperatorId o = operators.front();
  if (by < 0 && o.index() == 0) return;
  if (by > 0 && o.index() + 1 == graph_->operator_count()) return;
  emit edit_requested(edits::move_to_step(*graph_, o, by < 0 ? o.index() - 1 : o.index() + 1));
}

bool LanesPane::edit_key(const QKeyEvent& event) {
  const int key = event.key();
  if (const auto arrow = arrow_of(event); arrow && event.modifiers() == Qt::AltModifier)
    return arrow->x() != 0 ? move_along(arrow->x()) : move_across(arrow->y()), true;
  if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
    if (selected_sync_) emit edit_requested(edits::remove_sync(*graph_, *selected_sync_));
    return true;
  }
  if (key == Qt::Key_F2 && named_.valid()) return rename(named_), true;
  if (key == Qt::Key_F2 && current_operator().valid()) return rename(graph_->stream(current_operator())), true;
  return false;
}

// ---- names

void LanesPane::rename(StreamId stream) {
  geometry_.reveal(static_cast<std::size_t>(geometry_.view().begin), stream.index());
  change_view(geometry_);
  renaming_ = stream;
  const QRectF lane = geometry_.lane(stream.index()), names = geometry_.names();
  const double height = std::min(lane.height(), static_cast<double>(name_edit_->sizeHint().height()));
  name_edit_->setGeometry(QRectF(names.left() + 2, lane.center().y() - height / 2, names.width() - 4, height).toRect());
  name_edit_->setText(text_of(graph_->info(stream).name));
  name_edit_->setPlaceholderText(stream_label(*graph_, stream));
  name_edit_->selectAll();
  name_edit_->show();
  name_edit_->setFocus();
}

void LanesPane::finish_renaming(bool keep) {
  if (!renaming_.valid()) return;
  const StreamId stream = std::exchange(renaming_, StreamId());
  const QString name = name_edit_->text();
  const bool focused = name_edit_->hasFocus();
  name_edit_->hide();
  if (focused) setFocus();
  if (keep && name != text_of(graph_->info(stream).name))
    emit edit_requested(edits::rename_stream(*graph_, stream, name));
}

bool LanesPane::eventFilter(QObject* watched, QEvent* event) {
  const bool shortcut = event->type() == QEvent::ShortcutOverride;
  if (watched != name_edit_ || (!shortcut && event->type() != QEvent::KeyPress) ||
      static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
    return Pane::eventFilter(watched, event);
  if (shortcut)
    event->accept();
  else
    finish_renaming(false);
  return true;
}

// ---- menus

void LanesPane::contextMenuEvent(QContextMenuEvent* event) {
  if (!has_lanes()) return event->ignore();
  cancel_drag();
  if (event->reason() != QContextMenuEvent::Mouse) {
    const OperatorId current = current_operator();
    const QRectF box = current.valid()
                           ? geometry_.box(current.index(), graph_->stream(current).index()) & geometry_.plot()
                           : QRectF(geometry_.plot().topLeft(), QSizeF(1, 1));
    return show_operator_menu(
        mapToGlobal(box.isEmpty() ? geometry_.plot().center().toPoint() : box.center().toPoint()));
  }
  if (const auto stream = name_at(event->pos()))
    return show_menu(event->globalPos(), [this, stream](QMenu& menu, const OperatorMenus& menus) {
      menus.fill_for_stream(menu, *stream, [this, stream] { rename(*stream); });
    });
  const OperatorId o = operator_at(event->pos());
  if ((o.valid() && !state().is_selected(o)) || (!o.valid() && sync_at(event->pos()))) click(event->pos(), {});
  show_operator_menu(event->globalPos());
}

void LanesPane::show_menu(QPoint global, const std::function<void(QMenu&, const OperatorMenus&)>& fill) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  fill(*menu, OperatorMenus(graph_, [this](const EditRequest& request) { emit edit_requested(request); }));
  menu->addSeparator();
  add_time_axis(*menu, state(), graph_->has_durations() ? QString() : no_durations());
  menu->popup(global);
}

void LanesPane::show_operator_menu(QPoint global) {
  show_menu(global, [this](QMenu& menu, const OperatorMenus& menus) {
    menus.fill_for_operators(menu, selection(), selected_sync_ ? &*selected_sync_ : nullptr);
    menus.fill_for_graph(menu);
    if (!current_operator().valid()) return;
    const StreamId stream = graph_->stream(current_operator());
    menus.fill_for_stream(*menu.addMenu(tr("St&ream")), stream, [this, stream] { rename(stream); });
  });
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

}  // namespace stowage
