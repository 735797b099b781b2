// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/overview/overview_strip.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/painters/charts/step_chart.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kAir = 4;   // pixels above and below the plot
constexpr double kGrip = 5;  // around an end of the frame
constexpr double kDrag = 3;  // that a press moves before it is a drag
constexpr double kStep = 8;  // a key moves by the span in view divided by this

}  // namespace

OverviewStrip::OverviewStrip(ViewState& state) : state_(state) {
  setObjectName("overview");
  setAccessibleName(tr("Overview of the bytes alive"));
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

void OverviewStrip::paint_curve(QPainter& painter) const {
  const QRectF plot = this->plot();
  painter.fillRect(rect(), theme().background);
  painter.setPen(theme().muted_text);
  painter.setFont(paint_font(11));
  painter.drawText(QRectF(0, 0, left_ - 8, height()), Qt::AlignRight | Qt::AlignVCenter, tr("overview"));
  painter.fillRect(plot, theme().surface);
  if (!has_map()) return;
  const StepCurve& curve = scene_->curve();
  // Within the frame, which is drawn inside of the plot.
  stowage::paint_curve(painter, {plot.adjusted(0, 1, 0, -1), 0, length(), static_cast<double>(curve.peak().count), 1},
                       curve, grey_curve(theme()));
}

void OverviewStrip::paint(QPainter& painter) {
  picture_.draw(painter, *this, [this](QPainter& into) { paint_curve(into); });
  if (!has_map()) return;
  const QRectF plot = this->plot();
  const double left = std::floor(x_of(begin_)), right = std::ceil(x_of(std::min(end_, length())));
  QColor veil = theme().background;
  veil.setAlphaF(0.6F);
  painter.fillRect(QRectF(plot.left(), plot.top(), std::max(0.0, left - plot.left()), plot.height()), veil);
  painter.fillRect(QRectF(right, plot.top(), std::max(0.0, plot.right() - right), plot.height()), veil);
  if (const auto range = state_.time_range(); range && range->begin < scene_->steps()) {
    const auto span = scene_->scale().span_of(range->begin, std::min(range->end, scene_->steps()));
    painter.fillRect(QRectF(QPointF(x_of(span.begin), plot.bottom() - 3), QPointF(x_of(span.end), plot.bottom())),
                     theme().selection);
  }
  if (const auto step = state_.time_cursor())
    if (const auto moment = scene_->moment(*step, state_.event_cursor()))
      painter.fillRect(QRectF(std::floor(x_of(moment->mark)), plot.top(), 1, plot.height()), theme().text);
  painter.setPen(QPen(theme().selection, hasFocus() ? 2 : 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(left + 0.5, plot.top() + 0.5, std::max(2.0, right - left - 1), plot.height() - 1));
}

OverviewStrip::Grip OverviewStrip::grip_at(double x) const {
  if (!has_map()) return Grip::none;
  if (std::abs(x - x_of(begin_)) <= kGrip) return Grip::begin;
  if (std::abs(x - x_of(end_)) <= kGrip) return Grip::end;
  const bool all = begin_ <= 0 && end_ >= length();
  return !all && x > x_of(begin_) && x < x_of(end_) ? Grip::frame : Grip::part;
}

void OverviewStrip::choose(double begin, double end) {
  const double span = std::min(end - begin, length());
  const double from = std::clamp(begin, 0.0, length() - span);
  if (span > 0) emit places_chosen(from, from + span);
}

void OverviewStrip::zoom_at(QPointF at, double factor, Qt::KeyboardModifiers) {
  const double place = place_at(at.x()), span = std::min((end_ - begin_) / factor, length());
  const double share = end_ > begin_ ? std::clamp((place - begin_) / (end_ - begin_), 0.0, 1.0) : 0.5;
  choose(place - share * span, place + (1 - share) * span);
}

/// Moves the frame with the mouse.
void OverviewStrip::pan(QPointF by) {
  const double places = by.x() / plot().width() * length();
  choose(begin_ + places, end_ + places);
}

OverviewStrip::Drag OverviewStrip::press_at(QPointF at) {
  grip_ = grip_at(at.x());
  drag_from_ = place_at(at.x());
  drag_begin_ = begin_;
  drag_end_ = end_;
  return grip_ == Grip::none ? Drag::none : Drag::own;
}

void OverviewStrip::drag_to(QPointF at) {
  const double now = place_at(at.x());
  switch (grip_) {
    case Grip::none:
      return;
    case Grip::frame:
      return choose(drag_begin_ + now - drag_from_, drag_end_ + now - drag_from_);
    case Grip::begin:
      return choose(std::min(now, drag_end_), std::max(now, drag_end_));
    case Grip::end:
      return choose(std::min(now, drag_begin_), std::max(now, drag_begin_));
    case Grip::part:
      if (std::abs(at.x() - x_of(drag_from_)) >= kDrag) choose(std::min(now, drag_from_), std::max(now, drag_from_));
      return;
  }
}

/// A click beside the frame brings its middle there.
void OverviewStrip::drop(QPointF at) {
  const double now = place_at(at.x()), half = (end_ - begin_) / 2;
  if (grip_ == Grip::part && std::abs(at.x() - x_of(drag_from_)) < kDrag && 2 * half < length())
    choose(now - half, now + half);
}

void OverviewStrip::shape_cursor() {
  Canvas::shape_cursor();
  if (drag() != Drag::none && drag() != Drag::own) return;
  const Grip over = drag() == Drag::own ? grip_ : grip_at(mouse().x());
  if (over == Grip::frame) setCursor(Qt::OpenHandCursor);
  if (over == Grip::begin || over == Grip::end) setCursor(Qt::SizeHorCursor);
}

bool OverviewStrip::key(QKeyEvent& event) {
  const auto arrow = arrow_of(event);
  if (!arrow || arrow->x() == 0) return false;
  const double by = arrow->x() * (end_ - begin_) / kStep;
  choose(begin_ + by, end_ + by);
  return true;
}

}  // namespace stowage
