// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/step_view.h"

#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

#include <cmath>
#include <utility>

#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kMargin = 6;

}  // namespace

StepView::StepView(QWidget* parent) : Canvas(parent), reset_(new QToolButton(this)) {
  setObjectName("step_view");
  setAccessibleName(tr("The map at this step, and the places looked at"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  reset_->setObjectName("step_reset_zoom");
  reset_->setText(tr("Reset zoom"));
  reset_->setToolTip(tr("Follow the steps again (0, or double click beside tensors)"));
  reset_->setFocusPolicy(Qt::NoFocus);
  reset_->hide();
  connect(reset_, &QToolButton::clicked, this, &StepView::fit);
}

void StepView::set_scene(std::shared_ptr<const StepScene> scene, const QString& sentence) {
  if (!scene || (scene_ && &scene->recording().graph() != &scene_->recording().graph())) fit();
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

void StepView::fit() {
  frame_.view.reset();
  reset_->hide();
  redraw();
}

void StepView::show_part(const HeapMapGeometry& geometry) {
  frame_.view = geometry.view();
  reset_->show();
  redraw();
}

void StepView::zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) {
  HeapMapGeometry geometry = layout_of_step().geometry;
  geometry.zoom_at(at, held & Qt::ShiftModifier ? 1 : factor, held & Qt::ControlModifier ? 1 : factor);
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

QRectF StepView::drawn_area() const {
  return scene_ ? layout_of_step().geometry.plot() : area();
}

void StepView::redraw() {
  picture_.clear();
  update();
}

void StepView::paint(QPainter& painter) {
  if (!scene_) return draw_sentence(painter, rect(), sentence_, theme());
  painter.fillRect(rect(), theme().background);
  picture_.draw(painter, *this, [this](QPainter& into) { paint_step(into, layout_of_step(), *scene_, theme()); });
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

StepView::Drag StepView::press_at(QPointF) {
  return scene_ ? Drag::press : Drag::none;
}

void StepView::click(QPointF at, Qt::KeyboardModifiers) {
  if (const TensorId t = tensor_at(at); t.valid()) emit tensor_picked(t);
}

bool StepView::double_click(QPointF at) {
  if (!tensor_at(at).valid()) fit();
  return true;
}

void StepView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Home)
    event->ignore();
  else
    Canvas::keyPressEvent(event);
}

QString StepView::tip_at(QPointF at) const {
  const TensorId t = tensor_at(at);
  if (!t.valid()) return {};
  const Recording& r = scene_->recording();
  return tr("%1\n%2 at %3\n%4")
      .arg(text_of(r.graph().name(t)), full_bytes(r.graph().size(t)), address_text(r.offsets()[t.index()]),
           lifetime_text(r.graph(), (*scene_->source().view.lifetimes)[t.index()]));
}

}  // namespace stowage
