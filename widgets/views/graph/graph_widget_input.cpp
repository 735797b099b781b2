// SPDX-License-Identifier: GPL-3.0-or-later
// How the graph widget answers the mouse and the keyboard, and asks for edits.
#include <algorithm>
#include <utility>

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QScopedValueRollback>

#include "widgets/controls/hover_card.h"
#include "widgets/edit/edits.h"
#include "widgets/edit/menus.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/graph/graph_widget.h"

namespace stowage {
namespace {

// Pixels: size of a handle, and how far from an edge a click still means it.
constexpr double kHandle = 10, kReach = 5;

OperatorId stream_before(const Graph& graph, OperatorId o) {
  const std::uint32_t position = graph.position(o);
  return position > 1 ? graph.operators_of(graph.stream(o))[position - 2] : OperatorId();
}

/// The latest operator that it waits for: over data, or by a sync, or by its stream.
OperatorId predecessor(const Graph& graph, OperatorId o) {
  OperatorId best;
  const auto consider = [&](OperatorId other) {
    if (other.valid() && other != o && (!best.valid() || other > best)) best = other;
  };
  for (TensorId t : graph.inputs(o)) consider(graph.producer(t));
  if (best.valid()) return best;
  for (const ControlEdge& edge : graph.control())
    if (edge.after == o) consider(edge.before);
  return best.valid() ? best : stream_before(graph, o);
}

/// The earliest operator that waits for it, likewise.
OperatorId successor(const Graph& graph, OperatorId o) {
  OperatorId best;
  const auto consider = [&](OperatorId other) {
    if (other != o && (!best.valid() || other < best)) best = other;
  };
  for (TensorId t : graph.outputs(o)) std::ranges::for_each(graph.consumers(t), consider);
  if (best.valid()) return best;
  std::ranges::for_each(graph.control_successors(o), consider);
  return best.valid() ? best : graph.next_in_stream(o);
}

/// Where an arrow key leads: left and right along the stream, up and down along what waits.
OperatorId step_from(const Graph& graph, OperatorId from, QPoint arrow) {
  if (arrow.x() != 0) return arrow.x() < 0 ? stream_before(graph, from) : graph.next_in_stream(from);
  return arrow.y() < 0 ? predecessor(graph, from) : successor(graph, from);
}

}  // namespace

/// All that was in view stays in view, unless the user zoomed or moved it to be so.
void GraphWidget::resizeEvent(QResizeEvent* event) {
  show_boxes();
  if (!layout_) return;
  const QRectF before = camera_.to_drawing(QRectF(QPointF(), event->oldSize()).adjusted(-1, -1, 1, 1));
  if (!zoomed_ && before.contains(drawing_bounds()))
    fit();
  else if (!camera_moved_)
    show_initially();
}

GraphWidget::Under GraphWidget::under(QPointF point) const {
  const QPointF at = camera_.to_drawing(point);
  const auto* node = layout_->node_at(at);
  return {node, node ? nullptr : layout_->edge_at(at, kReach / camera_.scale)};
}

/// Selects the operators, or all of the modules, that the band touches.
void GraphWidget::take_band(const QRectF& band) {
  if (!is_current()) return;
  const QScopedValueRollback guard(self_selecting_, true);
  selected_sync_.reset();
  std::vector<OperatorId> found;
  if (pressed_with() & Qt::ControlModifier) found = state_.selected_operators();
  const QRectF touched = camera_.to_drawing(band);
  for (const auto& node : layout_->nodes) {
    if (!touched.intersects(node.box)) continue;
    if (const auto module = module_of(&node)) {
      const auto inside = modules_->tree.operators_of(*module);
      found.insert(found.end(), inside.begin(), inside.end());
    } else {
      found.push_back(node.op);
    }
  }
  state_.select_operators(std::move(found));
}

void GraphWidget::click(QPointF point, Qt::KeyboardModifiers held) {
  if (!is_current() || !view_area().contains(point)) return;
  const bool add = held & Qt::ControlModifier;
  const QScopedValueRollback guard(self_selecting_, true);
  selected_sync_.reset();
  const auto [node, edge] = under(point);
  if (node != nullptr) return select(node->op, add);
  if (edge == nullptr || edge->tensors.empty()) {
    if (!add && edge == nullptr) state_.clear_selection();
    if (edge == nullptr) return redraw();
    selected_sync_ = ControlEdge{edge->from, edge->to};
    redraw();
    return state_.select_operators({edge->from, edge->to});
  }
  if (!add) return state_.select_tensors(edge->tensors);
  std::vector<TensorId> all = state_.selected_tensors();
  const bool known = std::ranges::all_of(edge->tensors, [&](TensorId t) { return state_.is_selected(t); });
  if (known)
    std::erase_if(all, [&](TensorId t) { return std::ranges::binary_search(edge->tensors, t); });
  else
    all.insert(all.end(), edge->tensors.begin(), edge->tensors.end());
  state_.select_tensors(std::move(all));
}

void GraphWidget::select(OperatorId o, bool add) {
  if (const auto module = module_of(layout_->find(o))) {
    const auto inside = modules_->tree.operators_of(*module);
    std::vector<OperatorId> all(inside.begin(), inside.end());
    if (add) all.insert(all.end(), state_.selected_operators().begin(), state_.selected_operators().end());
    return state_.select_operators(std::move(all));
  }
  add ? state_.toggle_operator(o) : state_.select_operators({o});
}

void GraphWidget::hover_at(QPointF point) {
  if (!is_current()) return;
  if (!view_area().contains(point)) return leave();
  pointer_ = point;
  const Under here = under(point);
  const bool on_handle = handle_at(point).valid();
  const bool other_handle = std::exchange(on_handle_, on_handle) != on_handle;
  if (std::exchange(under_mouse_, here.thing()) != here.thing() || other_handle) update();
  if (here.node != nullptr)
    state_.hover(here.node->op);
  else if (here.edge != nullptr && !here.edge->tensors.empty())
    state_.hover(here.edge->tensors.front());
  else
    state_.clear_hover();
  setCursor(on_handle ? Qt::CrossCursor : here.thing() ? Qt::PointingHandCursor : Qt::ArrowCursor);
  show_card();
}

/// Describes the node or edge under the mouse. The words stay until another one is there: a module takes a while.
void GraphWidget::show_card() {
  if (!pointer_ || drag() != Drag::none || !is_current()) return card_->hide();
  const Under here = under(*pointer_);
  const auto [node, edge] = here;
  if (!here.thing()) return card_->hide();
  if (std::exchange(card_of_, here.thing()) != here.thing()) {
    const auto module = module_of(node);
    card_html_ = (module            ? module_card(*modules_, *module)
                  : node != nullptr ? operator_card(*graph_, node->op, state_.bands_of(drawn_).get(), recorded_)
                                    : edge_card(*graph_, edge->from, edge->to, edge->tensors))
                     .html();
  }
  card_->show_at(pointer_->toPoint(), card_html_);
}

void GraphWidget::unhover() {
  card_->hide();
  under_mouse_ = nullptr;
  if (std::exchange(pointer_, std::nullopt)) update();
}

void GraphWidget::leave() {
  if (pointer_) state_.clear_hover();
  unhover();
}

bool GraphWidget::double_click(QPointF point) {
  if (!is_current() || !view_area().contains(point)) return true;
  const auto [node, edge] = under(point);
  if (const auto module = module_of(node)) {
    state_.set_module_open(*module, true);
  } else if (node != nullptr) {
    if (!layout_->complete()) lay_out();  // walks on, to the neighbourhood of this one
  } else if (edge == nullptr) {
    fit();
  } else if (!edge->tensors.empty()) {
    emit state_.reveal_requested(edge->tensors.front());
  }
  return true;
}

OperatorId GraphWidget::current_operator() const {
  const auto& selected = state_.selected_operators();
  if (!selected.empty() && selected.back().index() < graph_->operator_count()) return selected.back();
  return {};
}

void GraphWidget::walk_from_current(QPoint arrow) {
  if (!is_current() || layout_->nodes.empty()) return;
  if (modules_) return walk_modules(arrow);
  const OperatorId current = current_operator();
  const OperatorId next = current.valid() ? step_from(*graph_, current, arrow) : layout_->nodes.front().op;
  if (!next.valid()) return;
  selected_sync_.reset();
  state_.select_operators({next});
  const auto* node = layout_->find(next);
  if (node != nullptr && !camera_.to_drawing(view_area()).contains(node->box)) bring_into_view(node->box);
}

bool GraphWidget::key(QKeyEvent& event) {
  if (open_module_key(event) || edit_key(event)) return true;
  if (event.modifiers() & Qt::ControlModifier) return false;
  if (const auto arrow = arrow_of(event)) return walk_from_current(*arrow), true;
  if (event.key() == Qt::Key_F && !(event.modifiers() & ~Qt::ShiftModifier)) return fit(), true;
  if (event.key() == Qt::Key_L && event.modifiers() == Qt::NoModifier) return set_legend_shown(!legend_shown_), true;
  return false;
}

/// Walks along the arcs, and in the order of the nodes.
void GraphWidget::walk_modules(QPoint arrow) {
  const QScopedValueRollback guard(self_selecting_, true);
  const OperatorId current = current_operator();
  const auto* at = current.valid() ? layout_->find(current) : nullptr;
  if (at == nullptr) return select(layout_->nodes.front().op, false);
  const GraphLayout::Node* next = nullptr;
  if (arrow.x() != 0) {
    const std::ptrdiff_t place = at - layout_->nodes.data() + arrow.x();
    if (place >= 0 && place < std::ssize(layout_->nodes)) next = &layout_->nodes[static_cast<std::size_t>(place)];
  } else {
    const bool down = arrow.y() > 0;
    const auto from_here = [&](const auto& edge) { return (down ? edge.from : edge.to) == at->op; };
    const auto edge = std::ranges::find_if(layout_->edges, from_here);
    if (edge != layout_->edges.end()) next = layout_->find(down ? edge->to : edge->from);
  }
  if (next == nullptr) return;
  const QRectF box = next->box;
  select(next->op, false);
  if (!camera_.to_drawing(view_area()).contains(box)) bring_into_view(box);
}

/// Return opens the module that is selected, and Backspace closes the one around what is.
bool GraphWidget::open_module_key(const QKeyEvent& event) {
  if (!modules_ || !is_current() || event.modifiers() & ~Qt::KeypadModifier) return false;
  const OperatorId current = current_operator();
  if (!current.valid()) return false;
  const auto* node = layout_->find(current);
  const QScopedValueRollback guard(self_selecting_, true);
  const auto module = module_of(node);
  if ((event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) && module) {
    state_.set_module_open(*module, true);
    return true;
  }
  if (event.key() != Qt::Key_Backspace) return false;
  const ModuleTree& tree = modules_->tree;
  const std::uint32_t around = tree.nodes[module ? *module : tree.leaf[node->op.index()]].parent;
  if (around != 0) state_.set_module_open(around, false);
  return true;
}

// ---- edits

OperatorId GraphWidget::operator_at(QPointF point) const {
  if (!is_current() || !view_area().contains(point)) return {};
  const auto* node = layout_->node_at(camera_.to_drawing(point));
  return node != nullptr && !module_of(node) ? node->op : OperatorId();
}

/// Lies on the right edge of a box, in pixels; null where the box is too small for one.
QRectF GraphWidget::handle_of(OperatorId o) const {
  const auto* node = layout_->find(o);
  if (node == nullptr || node->box.width() * camera_.scale < 2 * kHandle) return {};
  QRectF handle(0, 0, kHandle, kHandle);
  handle.moveCenter(camera_.to_view(QPointF(node->box.right(), node->box.center().y())));
  return handle;
}

OperatorId GraphWidget::handle_at(QPointF point) const {
  for (const double back : {0.0, kHandle * 0.6}) {
    const OperatorId o = operator_at(point - QPointF(back, 0));
    if (o.valid() && handle_of(o).contains(point)) return o;
  }
  return {};
}

/// A sync from a handle, or with Shift held from an operator; Shift beside operators selects what the drag encloses.
GraphWidget::Drag GraphWidget::drag_from() {
  const bool shift = pressed_with() & Qt::ShiftModifier;
  sync_from_ = handle_at(pressed_at());
  if (!sync_from_.valid() && shift) sync_from_ = operator_at(pressed_at());
  state_.clear_hover();
  if (!sync_from_.valid()) return shift ? Drag::band : Drag::pan;
  setFocus();  // so that Esc reaches it
  return Drag::own;
}

void GraphWidget::drag_to(QPointF) {
  setCursor(Qt::CrossCursor);
  update();
}

void GraphWidget::drop(QPointF at) {
  const OperatorId from = std::exchange(sync_from_, OperatorId()), to = operator_at(at);
  if (to.valid() && to != from) emit edit_requested(edits::add_sync(*graph_, from, to));
}

void GraphWidget::paint_handle(QPainter& painter) const {
  if (!pointer_ || drag() != Drag::none || !is_current()) return;
  const OperatorId on = handle_at(*pointer_), o = on.valid() ? on : operator_at(*pointer_);
  if (!o.valid() || handle_of(o).isNull()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme().bound, 1.5));
  painter.setBrush(on.valid() ? theme().bound : theme().background);
  painter.drawEllipse(handle_of(o).adjusted(1, 1, -1, -1));
}

void GraphWidget::paint_new_sync(QPainter& painter) const {
  const auto* from = sync_from_.valid() && is_current() ? layout_->find(sync_from_) : nullptr;
  if (from == nullptr) return;
  EdgeStyle style = edge_style(GraphLayout::EdgeKind::control, theme());
  style.width = 2.4;
  const QPointF begin = camera_.to_view(QPointF(from->box.right(), from->box.center().y()));
  const OperatorId to = operator_at(mouse());
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(edge_pen(style, style.width));
  painter.drawLine(begin, mouse());
  painter.setPen(QPen(theme().selection, 2.4));
  painter.setBrush(Qt::NoBrush);
  for (OperatorId o : {sync_from_, to}) {
    const auto* node = o.valid() ? layout_->find(o) : nullptr;
    if (node == nullptr) continue;
    const QRectF box(camera_.to_view(node->box.topLeft()), camera_.to_view(node->box.bottomRight()));
    painter.drawRoundedRect(box.adjusted(-1.5, -1.5, 1.5, 1.5), 6, 6);
  }
  const QString text = to.valid() && to != sync_from_ ? edits::add_sync(*graph_, sync_from_, to).text
                                                      : tr("Drop on the waiting operator");
  draw_label(painter, text, mouse() + QPointF(14, -10), Qt::AlignLeft | Qt::AlignBottom, view_area(), theme().text,
             theme());
}

bool GraphWidget::edit_key(const QKeyEvent& event) {
  const int key = event.key();
  if (!graph_) return false;
  if (const auto arrow = arrow_of(event); arrow && arrow->x() != 0 && event.modifiers() == Qt::AltModifier) {
    const OperatorId o = current_operator();
    const bool earlier = arrow->x() < 0, single = o.valid() && state_.selected_operators().size() == 1;
    if (single && o.index() != (earlier ? 0 : graph_->operator_count() - 1))
      emit edit_requested(edits::move_to_step(*graph_, o, earlier ? o.index() - 1 : o.index() + 1));
    return true;
  }
  if (key != Qt::Key_Delete && key != Qt::Key_Backspace) return false;
  if (selected_sync_ && is_current()) emit edit_requested(edits::remove_sync(*graph_, *selected_sync_));
  return true;
}

void GraphWidget::contextMenuEvent(QContextMenuEvent* event) {
  if (!is_current()) return event->ignore();
  cancel_drag();
  QPoint global = event->globalPos();
  if (event->reason() == QContextMenuEvent::Mouse) {
    const OperatorId o = operator_at(event->pos());
    const auto* edge = layout_->edge_at(camera_.to_drawing(QPointF(event->pos())), kReach / camera_.scale);
    const bool sync = !o.valid() && edge != nullptr && edge->kind == GraphLayout::EdgeKind::control;
    if (sync || (o.valid() && !state_.is_selected(o))) click(event->pos(), {});
  } else {
    const auto* node = current_operator().valid() ? layout_->find(current_operator()) : nullptr;
    const QPointF at = node != nullptr ? camera_.to_view(node->box.center()) : view_area().center();
    global = mapToGlobal((view_area().contains(at) ? at : view_area().center()).toPoint());
  }
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const OperatorMenus menus(graph_, [this](const EditRequest& request) { emit edit_requested(request); });
  menus.fill_for_operators(*menu, known(state_.selected_operators()), selected_sync_ ? &*selected_sync_ : nullptr);
  menus.fill_for_graph(*menu);
  hold_entries(*menu, state_.why_no_edits());
  menu->popup(global);
}

}  // namespace stowage
