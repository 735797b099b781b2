// SPDX-License-Identifier: GPL-3.0-or-later
// How the graph widget answers the mouse and the keyboard.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/views/graph/graph_widget.h"

namespace stowage {
namespace {

/// How far from an edge a click still means it, in pixels.
constexpr double kReach = 5;

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

bool GraphWidget::sees(OperatorId o) const {
  constexpr double kLeastBox = 8;  // pixels high
  const auto* node = layout_->find(o);
  return node && node->box.height() * camera_.scale >= kLeastBox && camera_.to_drawing(view_area()).contains(node->box);
}

void GraphWidget::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
  QWidget::changeEvent(event);
}

void GraphWidget::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return event->ignore();
  pressed_ = drag_now_ = event->position();
  pressed_with_ = event->modifiers();
  dragged_from_ = camera_.offset;
  dragging_ = false;
}

void GraphWidget::mouseMoveEvent(QMouseEvent* event) {
  if (!pressed_) return hover_at(event->position());
  const QPointF moved = event->position() - *pressed_;
  if (!dragging_ && !is_drag(*pressed_, event->position())) return;
  drag_now_ = event->position();
  const bool begins = !std::exchange(dragging_, true);
  if (sync_from_.valid() || (begins && event->buttons() & Qt::LeftButton && start_sync())) return update();
  setCursor(Qt::ClosedHandCursor);
  pan(dragged_from_ + moved - camera_.offset);
}

void GraphWidget::mouseReleaseEvent(QMouseEvent* event) {
  if (!pressed_) return;
  pressed_.reset();
  unsetCursor();
  const bool was_dragging = std::exchange(dragging_, false);
  if (sync_from_.valid())
    drop_sync();
  else if (!was_dragging && event->button() == Qt::LeftButton)
    click(event->position(), event->modifiers().testFlag(Qt::ControlModifier));
  update();
}

void GraphWidget::click(QPointF point, bool add) {
  if (!is_current() || !view_area().contains(point)) return;
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
  if (!add) return state_.select_operators({o});
  std::vector<OperatorId> all = state_.selected_operators();
  if (std::erase(all, o) == 0) all.push_back(o);
  state_.select_operators(std::move(all));
}

void GraphWidget::hover_at(QPointF point) {
  if (!is_current()) return;
  if (!view_area().contains(point)) return leaveEvent(nullptr);
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

void GraphWidget::leaveEvent(QEvent*) {
  if (!pointer_) return;
  pointer_.reset();
  state_.clear_hover();
  update();
}

void GraphWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  if (!is_current() || event->button() != Qt::LeftButton || !view_area().contains(event->position())) return;
  const QPointF at = camera_.to_drawing(event->position());
  if (const auto module = module_of(layout_->node_at(at))) return state_.set_module_open(*module, true);
  if (layout_->node_at(at) != nullptr) {
    // In a neighbourhood: walk on, to the neighbourhood of this one.
    if (!layout_->complete()) lay_out();
    return;
  }
  const auto* edge = layout_->edge_at(at, kReach / camera_.scale);
  if (edge == nullptr)
    fit();
  else if (!edge->tensors.empty())
    emit state_.reveal_requested(edge->tensors.front());
}

void GraphWidget::wheelEvent(QWheelEvent* event) {
  zoom_at(event->position(), wheel_zoom(*event));
  event->accept();
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
  const OperatorId next = current.valid() ? walk(*graph_, current, step) : layout_->nodes.front().op;
  if (!next.valid()) return;
  selected_sync_.reset();
  state_.select_operators({next});
  const auto* node = layout_->find(next);
  if (node != nullptr && !camera_.to_drawing(view_area()).contains(node->box)) bring_into_view(node->box);
}

void GraphWidget::keyPressEvent(QKeyEvent* event) {
  if (std::exchange(pointer_, std::nullopt)) update();  // the card is of what is under the mouse
  if (open_module_key(event) || edit_key(event)) return;
  switch (event->key()) {
    case Qt::Key_Up:
      return walk_from_current(Step::predecessor);
    case Qt::Key_Down:
      return walk_from_current(Step::successor);
    case Qt::Key_Left:
      return walk_from_current(Step::stream_before);
    case Qt::Key_Right:
      return walk_from_current(Step::stream_after);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom_in();
    case Qt::Key_Minus:
      return zoom_out();
    case Qt::Key_0:
    case Qt::Key_Home:
    case Qt::Key_F:
      if (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) break;
      return fit();
    case Qt::Key_L:
      if (event->modifiers() != Qt::NoModifier) break;
      return set_legend_shown(!legend_shown_);
    case Qt::Key_Escape:
      if (state_.moment()) return state_.set_moment(nullptr);
      return state_.clear_selection();
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace stowage
