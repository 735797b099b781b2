// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/run_chart.h"

#include <algorithm>
#include <utility>

#include <QPainter>

#include "widgets/controls/range_button.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr double kMargin = 6;
constexpr QSize kNatural{1200, 400};

}  // namespace

RunChart::RunChart(QWidget* parent) : Canvas(parent) {
  setObjectName("run_chart");
  setAccessibleName(tr("The run: when each operator ran, and bytes alive"));
  setMinimumHeight(36);
}

void RunChart::set_run(std::shared_ptr<const PlayedRun> run, Bytes bound, const QString& sentence) {
  run_ = std::move(run);
  bound_ = bound;
  sentence_ = sentence;
  if (!run_) head_.reset();
  picture_.clear();
  update();
}

void RunChart::set_head(std::optional<double> time) {
  if (head_ == time) return;
  head_ = time;
  update();
}

Drawing RunChart::drawing() const {
  if (!run_) return {};
  Drawing out;
  out.title = text_of(run_->graph->name());
  out.subtitle = run_title(*run_);
  if (run_->without) out.subtitle += tr(", without: %1").arg(sync_text(*run_->graph, *run_->without));
  if (range_) out.subtitle += tr("; faint: operators outside of %1").arg(range_text(*range_));
  out.natural_size = kNatural;
  out.paint = [run = run_, bound = bound_, range = range_](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_run(painter, rect, *run, bound, range, theme);
  };
  return out;
}

void RunChart::set_range(std::optional<StepRange> range) {
  if (range_ == range) return;
  range_ = range;
  picture_.clear();
  update();
}

QRectF RunChart::area() const {
  return QRectF(rect()).adjusted(kMargin, 2, -kMargin, -2);
}

void RunChart::paint(QPainter& painter) {
  if (!run_) return draw_sentence(painter, rect(), sentence_, theme());
  picture_.draw(painter, *this, [this](QPainter& into) { paint_run(into, area(), *run_, bound_, range_, theme()); });
  if (!head_) return;
  const RunChartLayout layout = lay_out_run_chart(area(), *run_);
  const double x = layout.x_of(*head_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme().text, 1.5));
  painter.drawLine(QPointF(x, layout.rows.top()), QPointF(x, layout.curve.bottom()));
}

void RunChart::resizeEvent(QResizeEvent*) {
  emit resized();
}

bool RunChart::shaded() const {
  return run_ && is_shaded(lay_out_run_chart(area(), *run_), *run_);
}

RunChart::Drag RunChart::press_at(QPointF at) {
  if (!run_) return Drag::none;
  drag_to(at);
  return Drag::own;
}

void RunChart::drag_to(QPointF at) {
  if (run_) emit time_picked(lay_out_run_chart(area(), *run_).time_at(at.x()));
}

/// The operator there, or what was alive then.
QString RunChart::tip_at(QPointF at) const {
  if (!run_) return {};
  const RunChartLayout layout = lay_out_run_chart(area(), *run_);
  const double time = layout.time_at(at.x());
  if (layout.curve.contains(at)) {
    const std::size_t moment = run_->moment_at(static_cast<std::int64_t>(time));
    return tr("%1 alive").arg(full_bytes(run_->memory.bytes()[moment]));
  }
  if (!layout.rows.contains(at)) return {};
  const auto row =
      std::min(static_cast<std::size_t>((at.y() - layout.rows.top()) / layout.row_height), run_->rows.size() - 1);
  const auto& bars = run_->rows[row];
  const auto after = std::ranges::upper_bound(bars, static_cast<std::int64_t>(time), {}, &PlayedRun::Bar::begin);
  const QString stream = stream_label(*run_->graph, StreamId(row));
  if (after == bars.begin() || static_cast<double>(std::prev(after)->end) < time) return stream;
  return tr("%1 (%2)").arg(text_of(run_->graph->name(std::prev(after)->op)), stream);
}

}  // namespace stowage
