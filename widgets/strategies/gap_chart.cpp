// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/strategies/gap_chart.h"

#include <qcustomplot.h>
#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "core/report/report.h"
#include "widgets/follow_numbers.h"
#include "widgets/painters/numbers.h"
#include "widgets/painters/theme.h"

namespace stowage {
namespace {

constexpr int kTick = 250;  // milliseconds

/// "14.2 MiB"
class BytesTicker final : public QCPAxisTicker {
 public:
  BytesTicker() { setTickCount(3); }

 private:
  QString getTickLabel(double tick, const QLocale& locale, QChar /*format*/, int /*precision*/) override {
    return human_bytes({static_cast<std::int64_t>(tick)}, locale);
  }
};

}  // namespace

GapChart::GapChart(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot), note_(new QLabel) {
  setObjectName("gap_chart");
  plot_->setObjectName("gap_plot");
  plot_->setAccessibleName(tr("Footprint and bound over time"));
  plot_->setMinimumSize(120, 110);
  plot_->setPlottingHint(QCP::phImmediateRefresh, false);
  plot_->axisRect()->setMinimumMargins(QMargins(4, 4, 12, 4));
  plot_->yAxis->setTicker(QSharedPointer<BytesTicker>::create());
  plot_->xAxis->setLabel(tr("seconds"));
  bound_ = plot_->addGraph();
  footprint_ = plot_->addGraph();
  for (QCPGraph* graph : {bound_, footprint_}) graph->setLineStyle(QCPGraph::lsStepLeft);
  footprint_->setChannelFillGraph(bound_);
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
  apply_theme();
  hide();
}

void GapChart::begin() {
  clear();
  clock_.start();
}

void GapChart::add(const Improvement& now) {
  points_.push_back({static_cast<double>(clock_.elapsed()) / 1000, now});
  if (!ticks_.isActive()) ticks_.start(kTick);
  show();
  draw();
}

void GapChart::end() {
  if (!ticks_.isActive()) return;
  draw();
  ticks_.stop();
}

void GapChart::clear() {
  ticks_.stop();
  points_.clear();
  end_ = 0;
  hide();
}

void GapChart::draw() {
  if (points_.empty()) return;
  if (ticks_.isActive()) end_ = static_cast<double>(clock_.elapsed()) / 1000;
  const auto line = [&](QCPGraph* graph, Bytes Improvement::*value) {
    QVector<QCPGraphData> steps;
    for (const Point& point : points_) steps.append({point.seconds, static_cast<double>((point.at.*value).count)});
    steps.append({end_, steps.back().value});
    graph->data()->set(steps, true);
  };
  line(footprint_, &Improvement::footprint);
  line(bound_, &Improvement::lower_bound);
  const auto high = static_cast<double>(points_.front().at.footprint.count);
  const auto low = static_cast<double>(points_.front().at.lower_bound.count);
  const double margin = high > low ? (high - low) / 12 : high / 100 + 1;
  plot_->yAxis->setRange(low - margin, high + margin);
  plot_->xAxis->setRange(0, std::max(1.0, end_));
  refresh_note();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GapChart::refresh_note() {
  const Improvement& last = points_.back().at;
  const QString footprint = human_bytes(last.footprint);
  note_->setText(
      last.footprint <= last.lower_bound
          ? tr("%1: no plan is smaller.").arg(footprint)
          : tr("%1, %2 against the bound.").arg(footprint, signed_percent(gap(last.footprint, last.lower_bound))));
  note_->setToolTip(tr("Footprint %1, bound %2").arg(full_bytes(last.footprint), full_bytes(last.lower_bound)));
  setAccessibleDescription(note_->text());
}

void GapChart::apply_theme() {
  const Theme& theme = Theme::of(palette().color(QPalette::Window).lightness() < 128);
  plot_->setBackground(theme.surface);
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    axis->setBasePen(QPen(theme.grid));
    axis->setTickPen(QPen(theme.grid));
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLabelColor(theme.muted_text);
    axis->setTickLabelFont(font());
    axis->setLabelColor(theme.muted_text);
    axis->setLabelFont(font());
    axis->grid()->setPen(QPen(theme.grid, 0.6));
  }
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
