// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/overview/overview_strip.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kAir = 4;   // pixels above and below the plot
constexpr double kGrip = 5;  // around an end of the frame
constexpr double kDrag = 3;  // that a press moves before it is a drag
constexpr double kStep = 8;  // of a key: that part of what is in view
constexpr double kZoom = 1.5;

}  // namespace

OverviewStrip::OverviewStrip(ViewState& state, QWidget* parent) : QWidget(parent), state_(state) {
  setObjectName("overview");
  setAccessibleName(tr("Overview of the bytes alive"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  const auto repaint = qOverload<>(&QWidget::update);
  connect(&state, &ViewState::time_cursor_changed, this, repaint);
  connect(&state, &ViewState::time_range_changed, this, repaint);
}

void OverviewStrip::set_scene(std::shared_ptr<const HeapMapScene> scene) {
  if (scene_ == scene) return;
  scene_ = std::move(scene);
  redraw();
}

void OverviewStrip::set_places(double begin, double end) {
  if (begin_ == begin && end_ == end) return;
  begin_ = begin;
  end_ = end;
  setAccessibleDescription(
      has_map() ? tr("%1 to %2 in view").arg(scene_->place_text(begin_), scene_->place_text(std::max(begin_, end_ - 1)))
                : QString());
  update();
}

void OverviewStrip::set_margins(double left, double right) {
  if (left_ == left && right_ == right) return;
  left_ = left;
  right_ = right;
  redraw();
}

QRectF OverviewStrip::plot() const {
  return QRectF(left_, kAir, std::max(1.0, width() - left_ - right_), std::max(1.0, height() - 2 * kAir));
}

double OverviewStrip::x_of(double place) const {
  return plot().left() + place / std::max(1.0, length()) * plot().width();
}

double OverviewStrip::place_at(double x) const {
  return std::clamp((x - plot().left()) / plot().width(), 0.0, 1.0) * length();
}

void OverviewStrip::redraw() {
  picture_ = {};
  update();
}

void OverviewStrip::paintEvent(QPaintEvent*) {
  const Theme& theme = theme_of(*this);
  QPainter painter(this);
  painter.fillRect(rect(), theme.background);
  painter.setPen(theme.muted_text);
  painter.setFont(paint_font(11));
  painter.drawText(QRectF(0, 0, left_ - 8, height()), Qt::AlignRight | Qt::AlignVCenter, tr("overview"));
  const QRectF plot = this->plot();
  painter.fillRect(plot, theme.surface);
  if (!has_map()) return;
  const double ratio = devicePixelRatioF();
  if (picture_.isNull()) {
    picture_ = QPixmap((plot.size() * ratio).toSize());
    picture_.setDevicePixelRatio(ratio);
    picture_.fill(theme.surface);
    QPainter into(&picture_);
    const MapCurve& curve = scene_->curve();
    const double most = std::max<double>(1, static_cast<double>(curve.peak().count));
    const QColor area = mix(theme.surface, theme.muted_text, 0.5);
    const double pixel = 1 / ratio;
    for (double x = 0; x < plot.width(); x += pixel) {
      const double from = x / plot.width() * length(), to = (x + pixel) / plot.width() * length();
      const double high = static_cast<double>(curve.most(from, to).count) / most * (plot.height() - 1);
      into.fillRect(QRectF(x, plot.height() - high, pixel, high), area);
    }
  }
  painter.drawPixmap(plot.topLeft(), picture_);
  const double left = std::floor(x_of(begin_)), right = std::ceil(x_of(std::min(end_, length())));
  QColor veil = theme.background;
  veil.setAlphaF(0.6F);
  painter.fillRect(QRectF(plot.left(), plot.top(), std::max(0.0, left - plot.left()), plot.height()), veil);
  painter.fillRect(QRectF(right, plot.top(), std::max(0.0, plot.right() - right), plot.height()), veil);
  if (const auto range = state_.time_range(); range && range->begin < scene_->steps()) {
    const auto span = scene_->scale().span_of(range->begin, std::min(range->end, scene_->steps()));
    painter.fillRect(QRectF(QPointF(x_of(span.begin), plot.bottom() - 3), QPointF(x_of(span.end), plot.bottom())),
                     theme.selection);
  }
  if (const auto step = state_.time_cursor())
    if (const auto moment = scene_->moment(*step, state_.event_cursor()))
      painter.fillRect(QRectF(std::floor(x_of(moment->mark)), plot.top(), 1, plot.height()), theme.text);
  painter.setPen(QPen(theme.selection, hasFocus() ? 2 : 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(left + 0.5, plot.top() + 0.5, std::max(2.0, right - left - 1), plot.height() - 1));
}

void OverviewStrip::resizeEvent(QResizeEvent*) {
  redraw();
}

void OverviewStrip::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) redraw();
  QWidget::changeEvent(event);
}

OverviewStrip::Drag OverviewStrip::drag_at(double x) const {
  if (std::abs(x - x_of(begin_)) <= kGrip) return Drag::begin;
  if (std::abs(x - x_of(end_)) <= kGrip) return Drag::end;
  const bool all = begin_ <= 0 && end_ >= length();
  return !all && x > x_of(begin_) && x < x_of(end_) ? Drag::frame : Drag::part;
}

void OverviewStrip::choose(double begin, double end) {
  const double span = std::min(end - begin, length());
  const double from = std::clamp(begin, 0.0, length() - span);
  if (span > 0) emit places_chosen(from, from + span);
}

void OverviewStrip::zoom(double factor, double at) {
  const double span = std::min((end_ - begin_) / factor, length());
  const double share = end_ > begin_ ? (at - begin_) / (end_ - begin_) : 0.5;
  choose(at - std::clamp(share, 0.0, 1.0) * span, at + (1 - std::clamp(share, 0.0, 1.0)) * span);
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !has_map()) return;
  drag_ = drag_at(event->position().x());
  grip_ = place_at(event->position().x());
  drag_begin_ = begin_;
  drag_end_ = end_;
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x(), now = place_at(x);
  switch (drag_) {
    case Drag::none: {
      const Drag over = has_map() ? drag_at(x) : Drag::none;
      return setCursor(over == Drag::frame                        ? Qt::OpenHandCursor
                       : over == Drag::begin || over == Drag::end ? Qt::SizeHorCursor
                                                                  : Qt::ArrowCursor);
    }
    case Drag::frame:
      return choose(drag_begin_ + now - grip_, drag_end_ + now - grip_);
    case Drag::begin:
      return choose(std::min(now, drag_end_), std::max(now, drag_end_));
    case Drag::end:
      return choose(std::min(now, drag_begin_), std::max(now, drag_begin_));
    case Drag::part:
      if (std::abs(x - x_of(grip_)) >= kDrag) choose(std::min(now, grip_), std::max(now, grip_));
      return;
  }
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event) {
  const double now = place_at(event->position().x());
  // A click beside the frame brings its middle there.
  if (drag_ == Drag::part && std::abs(event->position().x() - x_of(grip_)) < kDrag && end_ - begin_ < length())
    choose(now - (end_ - begin_) / 2, now + (end_ - begin_) / 2);
  drag_ = Drag::none;
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent*) {
  drag_ = Drag::none;
  choose(0, length());
}

void OverviewStrip::wheelEvent(QWheelEvent* event) {
  if (has_map()) zoom(wheel_zoom(*event), place_at(event->position().x()));
  event->accept();
}

void OverviewStrip::keyPressEvent(QKeyEvent* event) {
  const double by = (end_ - begin_) / kStep;
  switch (event->key()) {
    case Qt::Key_Left:
      return choose(begin_ - by, end_ - by);
    case Qt::Key_Right:
      return choose(begin_ + by, end_ + by);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(kZoom, (begin_ + end_) / 2);
    case Qt::Key_Minus:
      return zoom(1 / kZoom, (begin_ + end_) / 2);
    case Qt::Key_0:
    case Qt::Key_Home:
      return choose(0, length());
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace stowage
