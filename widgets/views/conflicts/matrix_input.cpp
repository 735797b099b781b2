// SPDX-License-Identifier: GPL-3.0-or-later
// How the matrix answers the mouse and the keyboard.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/views/conflicts/matrix_view.h"

namespace stowage {
namespace {

constexpr double kKeyPan = 0.15;
constexpr double kLeastBand = 4;  // pixels
constexpr int kFar = 10;

}  // namespace

std::optional<MatrixView::Cell> MatrixView::cell_at(QPointF at) const {
  if (!has_matrix() || !geometry_.seen().contains(at)) return std::nullopt;
  const QPointF rank = geometry_.rank_at(at);
  const double last = static_cast<double>(axis_->order.size() - 1);
  const auto index = [&](double v) { return static_cast<std::uint32_t>(std::clamp(std::floor(v), 0.0, last)); };
  return Cell{index(rank.y()), index(rank.x())};
}

void MatrixView::set_crosshair(std::optional<Cell> cell) {
  if (cell == marks_.crosshair) return;
  marks_.crosshair = cell;
  if (cell && is_current())
    state_.hover(axis_->order[cell->first]);
  else
    state_.clear_hover();
  describe();
  update();
}

void MatrixView::mousePressEvent(QMouseEvent* event) {
  drag_start_ = drag_now_ = event->position();
  if (!has_matrix()) return event->ignore();
  if (event->button() == Qt::MiddleButton)
    drag_ = Drag::pan;
  else if (event->button() == Qt::LeftButton && geometry_.seen().contains(event->position()))
    drag_ = Drag::press;
  if (drag_ == Drag::pan) setCursor(Qt::ClosedHandCursor);
}

void MatrixView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF before = std::exchange(drag_now_, event->position());
  if (drag_ == Drag::none) return set_crosshair(cell_at(event->position()));
  if (drag_ == Drag::pan) {
    MatrixGeometry geometry = geometry_;
    geometry.pan(drag_now_ - before);
    return change_geometry(geometry);
  }
  if (is_drag(drag_start_, drag_now_)) drag_ = Drag::band;
  update();
}

void MatrixView::mouseReleaseEvent(QMouseEvent* event) {
  const Drag was = std::exchange(drag_, Drag::none);
  unsetCursor();
  if (was == Drag::press) {
    set_crosshair(cell_at(drag_start_));
    pick();
  }
  if (was == Drag::band) {
    const QRectF band = QRectF(drag_start_, event->position()).normalized() & geometry_.seen();
    MatrixGeometry geometry = geometry_;
    if (band.width() >= kLeastBand && band.height() >= kLeastBand)
      geometry.show({geometry_.rank_at(band.topLeft()), geometry_.rank_at(band.bottomRight())});
    change_geometry(geometry);
  }
  update();
}

void MatrixView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) fit();
}

void MatrixView::leaveEvent(QEvent*) {
  set_crosshair(std::nullopt);
}

void MatrixView::wheelEvent(QWheelEvent* event) {
  if (!has_matrix()) return;
  MatrixGeometry geometry = geometry_;
  geometry.zoom_at(event->position(), wheel_zoom(*event));
  change_geometry(geometry);
  set_crosshair(cell_at(event->position()));
  event->accept();
}

/// Selects both tensors under the crosshair, or the one of a cell on the diagonal.
void MatrixView::pick() {
  if (!marks_.crosshair || !is_current()) return;
  state_.select_tensors({axis_->order[marks_.crosshair->first], axis_->order[marks_.crosshair->second]});
  if (marks_.crosshair->first != marks_.crosshair->second) emit pair_picked();
}

/// By cells as they are drawn; it starts in the middle of what is seen, and stays in sight.
void MatrixView::move_crosshair(int rows, int columns, bool far) {
  if (!has_matrix()) return;
  const QPointF middle = geometry_.seen().center();
  if (!marks_.crosshair) return set_crosshair(cell_at(middle));
  const auto step = (std::int64_t{1} << level_to_draw(geometry_, devicePixelRatioF())) * (far ? kFar : 1);
  const auto moved = [&](std::uint32_t rank, int by) {
    const auto last = static_cast<std::int64_t>(axis_->order.size()) - 1;
    return static_cast<std::uint32_t>(std::clamp(std::int64_t{rank} + by * step, std::int64_t{0}, last));
  };
  const Cell cell{moved(marks_.crosshair->first, rows), moved(marks_.crosshair->second, columns)};
  const QPointF rank(cell.second + 0.5, cell.first + 0.5);
  if (!geometry_.seen_ranks().contains(rank)) {
    MatrixGeometry geometry = geometry_;
    geometry.move_to(rank);
    change_geometry(geometry);
  }
  set_crosshair(cell);
}

void MatrixView::keyPressEvent(QKeyEvent* event) {
  if (!has_matrix()) return QWidget::keyPressEvent(event);
  MatrixGeometry geometry = geometry_;
  const auto arrow = [&](int rows, int columns) {
    if (!(event->modifiers() & Qt::ControlModifier))
      return move_crosshair(rows, columns, event->modifiers() & Qt::ShiftModifier);
    geometry.pan(QPointF(-columns * geometry.plot().width(), -rows * geometry.plot().height()) * kKeyPan);
    change_geometry(geometry);
  };
  const auto zoom = [&](double factor) {
    QPointF at = geometry.seen().center();
    if (marks_.crosshair) at = geometry.place_of({marks_.crosshair->second + 0.5, marks_.crosshair->first + 0.5});
    geometry.zoom_at(at, factor);
    change_geometry(geometry);
  };
  if (const auto factor = key_zoom(*event)) return zoom(*factor);
  if (is_fit_key(*event)) return fit();
  switch (event->key()) {
    case Qt::Key_Left:
      return arrow(0, -1);
    case Qt::Key_Right:
      return arrow(0, 1);
    case Qt::Key_Up:
      return arrow(-1, 0);
    case Qt::Key_Down:
      return arrow(1, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return pick();
    case Qt::Key_Escape:
      return marks_.crosshair ? set_crosshair(std::nullopt) : state_.clear_selection();
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace stowage
