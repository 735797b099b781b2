// SPDX-License-Identifier: GPL-3.0-or-later
// How the neighbourhood answers the mouse and the keyboard.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QWheelEvent>

#include <cmath>
#include <limits>

#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/hover_card.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/conflicts/neighbourhood_view.h"

namespace stowage {
namespace {

constexpr double kReach = 5;  // pixels from a line that still mean it
constexpr double kKeyPan = 60;
constexpr double kLeastScale = 0.05;

}  // namespace

void NeighbourhoodView::select(std::vector<TensorId> tensors) {
  const QScopedValueRollback guard(self_selecting_, true);
  state_.select_tensors(std::move(tensors));
}

void NeighbourhoodView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return event->ignore();
  card_->hide();
  pressed_ = event->position();
  dragged_from_ = camera_.offset;
  dragging_ = false;
}

void NeighbourhoodView::mouseMoveEvent(QMouseEvent* event) {
  if (!pressed_) return hover_at(event->position());
  const QPointF moved = event->position() - *pressed_;
  if (!dragging_ && !is_drag(*pressed_, event->position())) return;
  dragging_ = true;
  setCursor(Qt::ClosedHandCursor);
  pan(dragged_from_ + moved - camera_.offset);
}

void NeighbourhoodView::mouseReleaseEvent(QMouseEvent* event) {
  if (!pressed_) return;
  pressed_.reset();
  unsetCursor();
  if (!std::exchange(dragging_, false) && event->button() == Qt::LeftButton)
    click(event->position(), event->modifiers());
}

void NeighbourhoodView::click(QPointF at, Qt::KeyboardModifiers held) {
  if (!is_current()) return;
  const QPointF point = camera_.to_drawing(at);
  const ConflictGraph& layout = drawn_->layout;
  const QScopedValueRollback guard(self_selecting_, true);
  if (const auto* disc = layout.disc_at(point)) {
    current_ = disc->tensor;
    return held & Qt::ControlModifier ? state_.toggle_tensor(disc->tensor) : state_.select_tensors({disc->tensor});
  }
  const auto* pair = layout.pair_at(point, kReach / camera_.scale);
  if (!pair) return;
  std::vector<TensorId> both{layout.discs[pair->first].tensor, layout.discs[pair->second].tensor};
  if (held & Qt::ControlModifier)
    both.insert(both.end(), state_.selected_tensors().begin(), state_.selected_tensors().end());
  state_.select_tensors(std::move(both));
  if (state_.selected_tensors().size() == 2) emit pair_picked();
}

void NeighbourhoodView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !is_current()) return;
  const auto* disc = drawn_->layout.disc_at(camera_.to_drawing(event->position()));
  if (!disc) {
    if (!drawn_->layout.pair_at(camera_.to_drawing(event->position()), kReach / camera_.scale)) fit();
    return;
  }
  const TensorId t = disc->tensor;
  select({t});
  emit state_.reveal_requested(t);
  recentre();
}

void NeighbourhoodView::hover_at(QPointF at) {
  pointer_ = at;
  if (!is_current()) return;
  const QPointF point = camera_.to_drawing(at);
  const auto* disc = drawn_->layout.disc_at(point);
  const auto* pair = disc ? nullptr : drawn_->layout.pair_at(point, kReach / camera_.scale);
  hovered_pair_ = pair ? std::optional(*pair) : std::nullopt;
  disc ? state_.hover(disc->tensor) : state_.clear_hover();
  setCursor(disc || pair ? Qt::PointingHandCursor : Qt::ArrowCursor);
  update();
  if (!disc && !pair) {
    card_delay_.stop();
    card_->hide();
  } else if (card_->isVisible()) {
    show_card();
  } else {
    card_delay_.start();
  }
}

void NeighbourhoodView::show_card() {
  if (!is_current() || dragging_) return;
  const ConflictGraph& layout = drawn_->layout;
  if (const auto* disc = layout.disc_at(camera_.to_drawing(pointer_)))
    return card_->show_at(pointer_.toPoint(), tensor_card(view_, disc->tensor));
  if (!hovered_pair_) return;
  const auto name = [&](std::uint32_t disc) {
    return text_of(view_.graph->name(layout.discs[disc].tensor)).toHtmlEscaped();
  };
  card_->show_at(pointer_.toPoint(), tr("<b>%1</b> and <b>%2</b><br>may never share memory; click to see why")
                                         .arg(name(hovered_pair_->first), name(hovered_pair_->second)));
}

void NeighbourhoodView::leaveEvent(QEvent*) {
  card_delay_.stop();
  card_->hide();
  hovered_pair_.reset();
  state_.clear_hover();
  update();
}

void NeighbourhoodView::wheelEvent(QWheelEvent* event) {
  zoom_at(event->position(), wheel_zoom(*event));
  event->accept();
}

void NeighbourhoodView::zoom_at(QPointF at, double factor) {
  if (!drawn_) return;
  card_->hide();
  camera_.zoom_at(at, factor, kLeastScale);
  camera_moved_ = true;
  update();
}

void NeighbourhoodView::pan(QPointF by) {
  camera_.offset += by;
  camera_moved_ = true;
  update();
}

void NeighbourhoodView::bring_into_view(const ConflictGraph::Disc& disc) {
  if (QRectF(rect()).contains(camera_.to_view(disc.center))) return;
  camera_ = Camera::centered(disc.center, camera_.scale, rect());
  camera_moved_ = true;
}

/// To the neighbour that lies most in `direction`: near, and not far off the line.
void NeighbourhoodView::walk(QPointF direction, bool pair) {
  if (!is_current()) return;
  const ConflictGraph& layout = drawn_->layout;
  const auto* from = layout.find(current_);
  if (!from) return;
  const ConflictGraph::Disc* best = nullptr;
  double best_cost = std::numeric_limits<double>::max();
  for (const auto& disc : layout.discs) {
    const QPointF off = disc.center - from->center;
    const double along = QPointF::dotProduct(off, direction);
    const double across = std::abs(off.x() * direction.y() - off.y() * direction.x());
    if (&disc == from || along <= 0 || across > 2 * along) continue;
    if (!view_.conflicts->unsafe(from->tensor, disc.tensor)) continue;
    if (const double cost = along + 2 * across; cost < best_cost) {
      best_cost = cost;
      best = &disc;
    }
  }
  if (!best) return;
  const TensorId before = std::exchange(current_, best->tensor);
  select(pair ? std::vector{before, best->tensor} : std::vector{best->tensor});
  bring_into_view(*best);
}

void NeighbourhoodView::keyPressEvent(QKeyEvent* event) {
  card_->hide();
  const auto arrow = [&](QPointF direction) {
    if (event->modifiers() & Qt::ControlModifier)
      pan(-kKeyPan * direction);
    else
      walk(direction, event->modifiers() & Qt::ShiftModifier);
  };
  if (const auto factor = key_zoom(*event)) return zoom_at(rect().center(), *factor);
  if (is_fit_key(*event)) return fit();
  switch (event->key()) {
    case Qt::Key_Left:
      return arrow({-1, 0});
    case Qt::Key_Right:
      return arrow({1, 0});
    case Qt::Key_Up:
      return arrow({0, -1});
    case Qt::Key_Down:
      return arrow({0, 1});
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return recentre();
    case Qt::Key_Escape:
      return state_.clear_selection();
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace stowage
