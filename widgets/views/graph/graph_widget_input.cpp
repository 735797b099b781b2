// SPDX-License-Identifier: GPL-3.0-or-later
// How the graph widget answers the mouse and the keyboard.
#include <QKeyEvent>
#include <QResizeEvent>
#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>

#include "widgets/base/view_state.h"
#include "widgets/views/graph/graph_widget.h"

namespace stowage {
namespace {

/// How far from an edge a click still means it, in pixels.
constexpr double kReach = 5;

OperatorId stream_before(const Graph& graph, OperatorId o) {
  const std::uint32_t position = graph.position(o);
  return position > 1 ? graph.operators_of(graph.stream(o))[position - 2] : OperatorId();
}

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

}  // namespace

OperatorId GraphWidget::step_from(const Graph& graph, OperatorId from, Step step) {
  switch (step) {
    case Step::predecessor:
      return predecessor(graph, from);
    case Step::successor:
      return successor(graph, from);
    case Step::stream_before:
      return stream_before(graph, from);
    case Step::stream_after:
      return graph.next_in_stream(from);
  }
  return {};
}

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

bool GraphWidget::sees(OperatorId o) const {
  constexpr double kLeastBox = 8;  // pixels high
  const auto* node = layout_->find(o);
  return node && node->box.height() * camera_.scale >= kLeastBox && camera_.to_drawing(view_area()).contains(node->box);
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
  const QPointF at = camera_.to_drawing(point);
  const QScopedValueRollback guard(self_selecting_, true);
  selected_sync_.reset();
  if (const auto* node = layout_->node_at(at)) return select(node->op, add);
  const auto* edge = layout_->edge_at(at, kReach / camera_.scale);
  if (edge == nullptr || edge->tensors.empty()) {
    if (!add && edge == nullptr) state_.clear_selection();
    if (edge == nullptr) return update();
    selected_sync_ = ControlEdge{edge->from, edge->to};
    update();
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
  const QPointF at = camera_.to_drawing(point);
  const auto* node = layout_->node_at(at);
  const auto* edge = node == nullptr ? layout_->edge_at(at, kReach / camera_.scale) : nullptr;
  if (node != nullptr)
    state_.hover(node->op);
  else if (edge != nullptr && !edge->tensors.empty())
    state_.hover(edge->tensors.front());
  else
    state_.clear_hover();
  setCursor(handle_at(point).valid()             ? Qt::CrossCursor
            : node != nullptr || edge != nullptr ? Qt::PointingHandCursor
                                                 : Qt::ArrowCursor);
  update();
}

void GraphWidget::unhover() {
  if (std::exchange(pointer_, std::nullopt)) update();
}

void GraphWidget::leave() {
  if (pointer_) state_.clear_hover();
  unhover();
}

bool GraphWidget::double_click(QPointF point) {
  if (!is_current() || !view_area().contains(point)) return true;
  const QPointF at = camera_.to_drawing(point);
  const auto* node = layout_->node_at(at);
  const auto* edge = node == nullptr ? layout_->edge_at(at, kReach / camera_.scale) : nullptr;
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

void GraphWidget::walk_from_current(Step step) {
  if (!is_current() || layout_->nodes.empty()) return;
  if (modules_) return walk_modules(step);
  const OperatorId current = current_operator();
  const OperatorId next = current.valid() ? step_from(*graph_, current, step) : layout_->nodes.front().op;
  if (!next.valid()) return;
  selected_sync_.reset();
  state_.select_operators({next});
  const auto* node = layout_->find(next);
  if (node != nullptr && !camera_.to_drawing(view_area()).contains(node->box)) bring_into_view(node->box);
}

bool GraphWidget::give_up() {
  state_.give_up();
  return true;
}

bool GraphWidget::key(QKeyEvent& event) {
  if (open_module_key(event) || edit_key(event)) return true;
  if (event.modifiers() & Qt::ControlModifier) return false;
  switch (event.key()) {
    case Qt::Key_Up:
      return walk_from_current(Step::predecessor), true;
    case Qt::Key_Down:
      return walk_from_current(Step::successor), true;
    case Qt::Key_Left:
      return walk_from_current(Step::stream_before), true;
    case Qt::Key_Right:
      return walk_from_current(Step::stream_after), true;
    case Qt::Key_F:
      if (event.modifiers() & ~Qt::ShiftModifier) return false;
      return fit(), true;
    case Qt::Key_L:
      if (event.modifiers() != Qt::NoModifier) return false;
      return set_legend_shown(!legend_shown_), true;
    default:
      return false;
  }
}

}  // namespace stowage
