// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/learn/step_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPicture>
#include <QToolTip>

#include <utility>

#include "widgets/painters/facts.h"
#include "widgets/painters/numbers.h"
#include "widgets/painters/text.h"

namespace stowage {
namespace {

constexpr double kMargin = 6;

const Theme& theme_of(const QWidget& widget) {
  return Theme::of(widget.palette().color(QPalette::Window).lightness() < 128);
}

}  // namespace

StepView::StepView(QWidget* parent) : QWidget(parent) {
  setObjectName("step_view");
  setAccessibleName(tr("The map at this step, and the places looked at"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void StepView::set_scene(std::shared_ptr<const StepScene> scene, const QString& sentence) {
  scene_ = std::move(scene);
  sentence_ = sentence;
  setAccessibleDescription(scene_ ? step_sentence(scene_->told()) : sentence_);
  redraw();
}

void StepView::set_closer(bool closer) {
  if (closer_ == closer) return;
  closer_ = closer;
  redraw();
}

QRectF StepView::area() const {
  return QRectF(rect()).adjusted(kMargin, 2, -kMargin, -2);
}

void StepView::redraw() {
  picture_ = {};
  update();
}

void StepView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = theme_of(*this);
  if (!scene_) return draw_sentence(painter, rect(), sentence_, theme);
  if (picture_.isNull() || picture_.devicePixelRatio() != devicePixelRatioF()) {
    picture_ = QPixmap((QSizeF(size()) * devicePixelRatioF()).toSize());
    picture_.setDevicePixelRatio(devicePixelRatioF());
    picture_.fill(theme.background);
    QPainter into(&picture_);
    paint_step(into, layout_of_step(), *scene_, theme);
  }
  painter.drawPixmap(0, 0, picture_);
  if (!hasFocus()) return;
  painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void StepView::resizeEvent(QResizeEvent*) {
  picture_ = {};
}

void StepView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) redraw();
  QWidget::changeEvent(event);
}

TensorId StepView::tensor_at(QPointF at) const {
  if (!scene_) return {};
  const HeapMapGeometry geometry = layout_of_step().geometry;
  if (!geometry.plot().contains(at)) return {};
  return scene_->map().scene->index().at(geometry.step_at(at.x()), geometry.offset_at(at.y()));
}

void StepView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (const TensorId t = tensor_at(event->position()); t.valid()) emit tensor_picked(t);
}

bool StepView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const TensorId t = tensor_at(help->pos());
  if (!t.valid()) {
    QToolTip::hideText();
    return true;
  }
  const Recording& r = scene_->recording();
  const QString text =
      tr("%1\n%2 at %3\n%4")
          .arg(text_of(r.graph().name(t)), full_bytes(r.graph().size(t)), address_text(r.offsets()[t.index()]),
               lifetime_text(r.graph(), (*scene_->source().view.lifetimes)[t.index()]));
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

StepCode::StepCode(QWidget* parent) : QWidget(parent) {
  setObjectName("step_code");
  setAccessibleName(tr("Pseudocode of the planner"));
}

void StepCode::set_scene(std::shared_ptr<const StepScene> scene) {
  scene_ = std::move(scene);
  if (scene_) {
    const auto line = static_cast<std::size_t>(code_line(scene_->told()));
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
