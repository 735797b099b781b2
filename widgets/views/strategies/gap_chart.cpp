// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/gap_chart.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <QCoreApplication>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "core/plan/plan.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/painters/charts/step_chart.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {
namespace {

constexpr int kLeastPlot = 110;
constexpr int kTick = 250;                 // milliseconds
constexpr std::int64_t kMostWidening = 5;  // of the axis, to have another value on it

constexpr double kLeastTime = 0.001, kMicro = 1e6;  // seconds that the axis shows; places of a second
constexpr double kTickRoom = 34, kTimeRoom = 80;    // pixels from one to the next

/// What stands above the words.
class Plot final : public Canvas {
 public:
  explicit Plot(std::function<void(QPainter&, const QRectF&, const Theme&)> paint) : paint_(std::move(paint)) {
    setObjectName("gap_plot");
    setFocusPolicy(Qt::NoFocus);
    setMinimumSize(120, kLeastPlot);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  }

 private:
  void paint(QPainter& painter) override { paint_(painter, rect(), theme()); }
  std::function<void(QPainter&, const QRectF&, const Theme&)> paint_;
};

}  // namespace

GapChart::GapChart(QWidget* parent, std::function<Task::Clock::time_point()> clock)
    : QWidget(parent),
      plot_(
          new Plot([this](QPainter& painter, const QRectF& rect, const Theme& theme) { paint(painter, rect, theme); })),
      note_(new QLabel) {
  clock_.clock = std::move(clock);
  setObjectName("gap_chart");
  plot_->setAccessibleName(tr("Footprint and bound over time"));
  note_->setObjectName("gap_note");
  note_->setWordWrap(true);
  note_->setMargin(4);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(plot_, 1);
  rows->addWidget(note_);
  follow_numbers(this, [this] { draw(); });
  connect(&ticks_, &QTimer::timeout, this, &GapChart::draw);
  hide();
}

void GapChart::begin(bool counted) {
  clear();
  counted_ = counted;
  begin_ = clock_.now();
}

double GapChart::seconds() const {
  return std::chrono::duration<double>(clock_.now() - begin_).count();
}

void GapChart::add(const Improvement& now) {
  points_.push_back({seconds(), now});
  if (!ticks_.isActive()) ticks_.start(kTick);
  show();
  draw();
}

void GapChart::end() {
  if (!ticks_.isActive()) return;
  end_ = seconds();
  ticks_.stop();
  draw();
}

void GapChart::clear() {
  ticks_.stop();
  points_.clear();
  end_ = 0;
  hide();
}

void GapChart::draw() {
  if (points_.empty()) return;
  if (ticks_.isActive()) end_ = seconds();
  place_axis();
  refresh_note();
  plot_->update();
}

/// What is beyond the axis is cut off.
void GapChart::paint(QPainter& painter, const QRectF& rect, const Theme& theme) const {
  constexpr double kLeft = 62, kTop = 6, kRight = 12, kFoot = 18;
  painter.fillRect(rect, theme.surface);
  if (points_.empty()) return;
  const QRectF plot = rect.adjusted(kLeft, kTop, -kRight, -kFoot);
  const auto low = static_cast<double>(low_.count), high = static_cast<double>(high_.count);
  const double margin = high > low ? (high - low) / 12 : high / 100 + 1;
  // A second at least while it runs, so that the axis does not race; then all that there was.
  const double end = kMicro * (ticks_.isActive() ? std::max(1.0, end_) : std::max(kLeastTime, end_));
  const StepChart chart(plot, 0, end, high + margin, 0, low - margin);
  QRectF until = plot;  // now
  until.setRight(chart.x_of(kMicro * end_));
  const StepChart drawn(until, 0, kMicro * end_, high + margin, 0, low - margin);
  const auto curve = [&](Bytes Improvement::*value) {
    std::vector<Bytes> bytes;
    std::vector<std::int64_t> begins;
    for (const Point& point : points_) {
      bytes.push_back(point.at.*value);
      begins.push_back(static_cast<std::int64_t>(kMicro * point.seconds));
    }
    return StepCurve(std::move(bytes), std::move(begins));
  };
  const StepCurve footprint = curve(&Improvement::footprint), bound = curve(&Improvement::lower_bound);
  painter.setClipRect(plot.adjusted(0, 2, 0, 0));
  paint_curve(painter, drawn, footprint, {.area = mix(theme.surface, theme.muted_text, 0.15)});
  paint_curve(painter, drawn, bound, {.area = theme.surface});
  painter.setClipping(false);
  const auto room = [](double length, double each) { return std::max(2, static_cast<int>(length / each)); };
  paint_axes(painter, chart,
             {.amounts = byte_ticks(low - margin, high + margin, room(plot.height(), kTickRoom)),
              .places = duration_ticks(0, end, room(plot.width(), kTimeRoom), 1000),
              .title = CurveText::tr("time")},
             theme);
  painter.setClipRect(plot.adjusted(0, 2, 0, 0));
  paint_curve(painter, drawn, bound, {.line = theme.bound, .thickness = 1.5, .style = Qt::DashLine});
  paint_curve(painter, drawn, footprint, {.line = theme.text, .thickness = 2});
}

/// From the end back to the beginning, as far as what came last is not flattened by what came before.
void GapChart::place_axis() {
  const Improvement& last = points_.back().at;
  low_ = last.lower_bound;
  high_ = std::max(last.footprint, last.lower_bound);
  const auto has_room_for = [&](Bytes wider) {
    return high_ == low_ || wider.count / kMostWidening <= (high_ - low_).count;
  };
  for (auto point = points_.rbegin(); point != points_.rend() && has_room_for(point->at.footprint - low_); ++point)
    high_ = std::max(high_, point->at.footprint);
  for (auto point = points_.rbegin(); point != points_.rend() && has_room_for(high_ - point->at.lower_bound); ++point)
    low_ = std::min(low_, point->at.lower_bound);
}

/// What the axis leaves out, in words.
QString GapChart::beyond() const {
  const Improvement& first = points_.front().at;
  QStringList parts;
  if (first.footprint > high_) parts += tr("It began at %1, above the axis.").arg(human_bytes(first.footprint));
  if (first.lower_bound < low_)
    parts += tr("The bound began at %1, below the axis.").arg(human_bytes(first.lower_bound));
  return parts.join(' ');
}

void GapChart::refresh_note() {
  const Improvement& last = points_.back().at;
  const QString footprint = human_bytes(last.footprint);
  const QString now =
      !counted_ ? tr("At least %1: not everything is counted.").arg(footprint)
      : last.footprint <= last.lower_bound
          ? tr("%1: no plan in this order and on these streams is smaller.").arg(footprint)
          : tr("%1, %2 against the bound.").arg(footprint, signed_percent(gap(last.footprint, last.lower_bound)));
  const QString left_out = beyond();
  note_->setText(left_out.isEmpty() ? now : now + ' ' + left_out);
  note_->setToolTip(tr("Footprint %1, bound %2").arg(full_bytes(last.footprint), full_bytes(last.lower_bound)));
  setAccessibleDescription(note_->text());
}

}  // namespace stowage
