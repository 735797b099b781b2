// SPDX-License-Identifier: GPL-3.0-or-later
// How the graph widget asks for edits.
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>

#include "widgets/base/view_state.h"
#include "widgets/edit/edits.h"
#include "widgets/edit/operator_menus.h"
#include "widgets/painters/graph/graph_signs.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/graph/graph_widget.h"

namespace stowage {
namespace {

constexpr double kHandle = 10, kReach = 5;  // pixels

}  // namespace

OperatorId GraphWidget::operator_at(QPointF point) const {
  if (!is_current() || !view_area().contains(point)) return {};
  const auto* node = layout_->node_at(camera_.to_drawing(point));
  return node != nullptr && !module_of(node) ? node->op : OperatorId();
}

/// On the right edge of a box, in pixels; null where the box is too small for one.
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

// ---- dragging a sync

/// A sync from a handle, or with Shift held from an operator; Shift beside operators selects what the drag encloses.
GraphWidget::Drag GraphWidget::drag_from() {
  const bool shift = pressed_with() & Qt::ShiftModifier;
  sync_from_ = handle_at(pressed_at());
  if (!sync_from_.valid() && shift) sync_from_ = operator_at(pressed_at());
  state_.clear_hover();
  if (!sync_from_.valid()) return shift ? Drag::band : Drag::pan;
  setFocus();  // Esc is to be heard
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

// ---- keys and menu

void GraphWidget::move_along(int by) {
  const OperatorId o = current_operator();
  if (!o.valid() || state_.selected_operators().size() != 1) return;
  if (by < 0 ? o.index() == 0 : o.index() + 1 == graph_->operator_count()) return;
  emit edit_requested(edits::move_to_step(*graph_, o, by < 0 ? o.index() - 1 : o.index() + 1));
}

bool GraphWidget::edit_key(const QKeyEvent& event) {
  const int key = event.key();
  if (!graph_) return false;
  if (event.modifiers() == Qt::AltModifier && (key == Qt::Key_Left || key == Qt::Key_Right)) {
    move_along(key == Qt::Key_Left ? -1 : 1);
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
  std::vector<OperatorId> operators = state_.selected_operators();
  std::erase_if(operators, [&](OperatorId o) { return o.index() >= graph_->operator_count(); });
  const OperatorMenus menus(graph_, [this](const EditRequest& request) { emit edit_requested(request); });
  menus.fill_for_operators(*menu, operators, selected_sync_ ? &*selected_sync_ : nullptr);
  menus.fill_for_graph(*menu);
  menu->popup(global);
}

}  // namespace stowage
