// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/gap_chart.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <QEvent>
#include <QLabel>

#include "core/plan/plan.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/controls/plot_style.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/theme.h"

namespace stowage {
namespace {

constexpr int kLeastPlot = 110;
constexpr int kTick = 250;                 // milliseconds
constexpr std::int64_t kMostWidening = 5;  // of the axis, to have another value on it

constexpr double kLeastTime = 0.001;  // seconds that the axis shows
constexpr double kTickRoom = 34;      // pixels from one to the next

}  // namespace

GapChart::GapChart(QWidget* parent, std::function<Task::Clock::time_point()> clock)
    : QWidget(parent), plot_(new QCustomPlot), note_(new QLabel) {
  clock_.clock = std::move(clock);
  setObjectName("gap_chart");
  plot_->setObjectName("gap_plot");
  plot_->setAccessibleName(tr("Footprint and bound over time"));
  set_up_plot(*this, plot_, note_, kLeastPlot);
  plot_->xAxis->setLabel(tr("seconds"));
  bound_ = plot_->addGraph();
  footprint_ = plot_->addGraph();
  for (QCPGraph* graph : {bound_, footprint_}) graph->setLineStyle(QCPGraph::lsStepLeft);
  footprint_->setChannelFillGraph(bound_);
  note_->setObjectName("gap_note");
  follow_numbers(this, [this] { draw(); });
  connect(&ticks_, &QTimer::timeout, this, &GapChart::draw);
  apply_theme();
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
  const auto line = [&](QCPGraph* graph, Bytes Improvement::*value) {
    QVector<QCPGraphData> steps;
    for (const Point& point : points_) steps.append({point.seconds, static_cast<double>((point.at.*value).count)});
    steps.append({end_, steps.back().value});
    graph->data()->set(steps, true);
  };
  line(footprint_, &Improvement::footprint);
  line(bound_, &Improvement::lower_bound);
  place_axis();
  // A second at least while it runs, so that the axis does not race; then all that there was.
  plot_->xAxis->setRange(0, ticks_.isActive() ? std::max(1.0, end_) : std::max(kLeastTime, end_));
  refresh_note();
  plot_->replot(QCustomPlot::rpQueuedReplot);
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
  const auto low = static_cast<double>(low_.count), high = static_cast<double>(high_.count);
  const double margin = high > low ? (high - low) / 12 : high / 100 + 1;
  plot_->yAxis->setRange(low - margin, high + margin);
  QMap<double, QString> labels;
  for (const Tick& tick :
       byte_ticks(low - margin, high + margin, std::max(2, static_cast<int>(plot_->axisRect()->height() / kTickRoom))))
    labels.insert(tick.value, tick.label);
  set_ticks(*plot_->yAxis, labels);
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

void GapChart::apply_theme() {
  const Theme& theme = theme_of(*this);
  set_plot_style(*plot_, theme, font());
  QColor fill = theme.muted_text;
  fill.setAlphaF(0.15F);
  footprint_->setPen(QPen(theme.text, 1.5));
  footprint_->setBrush(fill);
  bound_->setPen(QPen(theme.bound, 1.5, Qt::DashLine));
  bound_->setBrush(Qt::NoBrush);
}

void GapChart::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    apply_theme();
    plot_->replot(QCustomPlot::rpQueuedReplot);
  }
  QWidget::changeEvent(event);
}

}  // namespace stowage
