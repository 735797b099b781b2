// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/step_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPicture>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>
#include <utility>

#include "widgets/base/canvas.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kMargin = 6;
constexpr double kKeyPan = 0.1;  // of the plot

}  // namespace

StepView::StepView(QWidget* parent) : QWidget(parent), reset_(new QToolButton(this)) {
  setObjectName("step_view");
  setAccessibleName(tr("The map at this step, and the places looked at"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  reset_->setObjectName("step_reset_zoom");
  reset_->setText(tr("Reset zoom"));
  reset_->setToolTip(tr("Follow the steps again (0, or double click beside tensors)"));
  reset_->setFocusPolicy(Qt::NoFocus);
  reset_->hide();
  connect(reset_, &QToolButton::clicked, this, &StepView::reset_zoom);
}

void StepView::set_scene(std::shared_ptr<const StepScene> scene, const QString& sentence) {
  if (!scene || (scene_ && &scene->recording().graph() != &scene_->recording().graph())) reset_zoom();
  scene_ = std::move(scene);
  sentence_ = sentence;
  setAccessibleDescription(scene_ ? step_sentence(scene_->context()) : sentence_);
  redraw();
}

void StepView::set_closer(bool closer) {
  if (frame_.closer == closer) return;
  frame_.closer = closer;
  redraw();
}

void StepView::reset_zoom() {
  frame_.view.reset();
  reset_->hide();
  redraw();
}

void StepView::show_part(const HeapMapGeometry& geometry) {
  frame_.view = geometry.view();
  reset_->show();
  redraw();
}

void StepView::zoom(QPointF at, double factor_x, double factor_y) {
  HeapMapGeometry geometry = layout_of_step().geometry;
  geometry.zoom_at(at, factor_x, factor_y);
  show_part(geometry);
}

void StepView::pan(QPointF by) {
  HeapMapGeometry geometry = layout_of_step().geometry;
  geometry.pan(by.x(), by.y());
  show_part(geometry);
}

QRectF StepView::area() const {
  return QRectF(rect()).adjusted(kMargin, 2, -kMargin, -2);
}

void StepView::redraw() {
  picture_.clear();
  update();
}

void StepView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = theme_of(*this);
  if (!scene_) return draw_sentence(painter, rect(), sentence_, theme);
  painter.fillRect(rect(), theme.background);
  picture_.draw(painter, *this, [&](QPainter& into) { paint_step(into, layout_of_step(), *scene_, theme); });
  paint_focus_frame(painter, *this);
}

void StepView::resizeEvent(QResizeEvent*) {
  reset_->adjustSize();
  reset_->move(width() - reset_->width() - static_cast<int>(kMargin), height() - reset_->height() - 4);
}

TensorId StepView::tensor_at(QPointF at) const {
  if (!scene_) return {};
  const HeapMapGeometry geometry = layout_of_step().geometry;
  if (!geometry.plot().contains(at)) return {};
  return scene_->map().scene->index().at(geometry.place_at(at.x()), geometry.offset_at(at.y()));
}

void StepView::wheelEvent(QWheelEvent* event) {
  if (!scene_) return event->ignore();
  const double factor = wheel_zoom(*event);
  const Qt::KeyboardModifiers held = event->modifiers();
  zoom(event->position(), held & Qt::ShiftModifier ? 1 : factor, held & Qt::ControlModifier ? 1 : factor);
}

void StepView::keyPressEvent(QKeyEvent* event) {
  if (!scene_) return event->ignore();
  const QRectF plot = layout_of_step().geometry.plot();
  const bool moves = event->modifiers() & Qt::ControlModifier;
  if (const auto factor = key_zoom(*event)) return zoom(plot.center(), *factor, *factor);
  if (event->key() == Qt::Key_0) return reset_zoom();  // Home is the pane's: the first step
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (!moves) break;
      return pan({(event->key() == Qt::Key_Left ? kKeyPan : -kKeyPan) * plot.width(), 0});
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (!moves) break;
      return pan({0, (event->key() == Qt::Key_Up ? kKeyPan : -kKeyPan) * plot.height()});
    default:
      break;
  }
  event->ignore();  // the pane steps
}

void StepView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
  pressed_ = event->position();
  dragging_ = false;
}

void StepView::mouseMoveEvent(QMouseEvent* event) {
  if (!pressed_ || !scene_) return;
  const QPointF by = event->position() - *pressed_;
  if (!dragging_ && !is_drag(*pressed_, event->position())) return;
  dragging_ = true;
  pressed_ = event->position();
  pan(by);
}

void StepView::mouseReleaseEvent(QMouseEvent* event) {
  const bool clicked = pressed_ && !dragging_ && event->button() == Qt::LeftButton;
  pressed_.reset();
  if (!clicked) return;
  if (const TensorId t = tensor_at(event->position()); t.valid()) emit tensor_picked(t);
}

void StepView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && !tensor_at(event->position()).valid()) reset_zoom();
}

bool StepView::event(QEvent* event) {
  const auto tip = [this](QPointF at) {
    const TensorId t = tensor_at(at);
    if (!t.valid()) return QString();
    const Recording& r = scene_->recording();
    return tr("%1\n%2 at %3\n%4")
        .arg(text_of(r.graph().name(t)), full_bytes(r.graph().size(t)), address_text(r.offsets()[t.index()]),
             lifetime_text(r.graph(), (*scene_->source().view.lifetimes)[t.index()]));
  };
  return answer_tip(event, *this, tip) || QWidget::event(event);
}

StepCode::StepCode(QWidget* parent) : QWidget(parent) {
  setObjectName("step_code");
  setAccessibleName(tr("Pseudocode of the planner"));
}

void StepCode::set_scene(std::shared_ptr<const StepScene> scene) {
  scene_ = std::move(scene);
  if (scene_) {
    const auto line = static_cast<std::size_t>(code_line(scene_->context()));
    setAccessibleDescription(
        tr("Line %1: %2").arg(line + 1).arg(pseudocode(*scene_->recording().strategy().recipe)[line].text));
  }
  fit();
  update();
}

/// Its height follows from its width.
void StepCode::fit() {
  if (!scene_) return setMinimumHeight(0);
  QPicture nowhere;
  QPainter painter(&nowhere);
  const StepCodeLayout layout =
      paint_step_code(painter, QRectF(rect()).adjusted(kMargin, 2, -kMargin, 0), *scene_, theme_of(*this));
  setMinimumHeight(static_cast<int>(layout.height) + 6);
  emit line_moved(layout.current.toAlignedRect());
}

void StepCode::resizeEvent(QResizeEvent*) {
  fit();
}

void StepCode::paintEvent(QPaintEvent*) {
  if (!scene_) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paint_step_code(painter, QRectF(rect()).adjusted(kMargin, 2, -kMargin, 0), *scene_, theme_of(*this));
}

}  // namespace stowage
