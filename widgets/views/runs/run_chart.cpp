// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/run_chart.h"

#include <algorithm>
#include <utility>

#include <QPainter>
#include <cmath>

#include "widgets/controls/range_button.h"
#include "widgets/painters/charts/step_chart.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/axis.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr double kMargin = 6;
constexpr QSize kNatural{1200, 400};

constexpr double kMostLabel = 110, kGap = 5, kCurveShare = 0.35, kLeastCurve = 16, kTallestRow = 26;
constexpr double kNameHeight = 11;  // rows lower than this have no names
constexpr double kTickRoom = 22;    // pixels from tick to tick of the curve

QString label_of(const PlayedRun& run, std::size_t row) {
  return stream_label(*run.graph, StreamId(row));
}

double label_width(const PlayedRun& run) {
  double widest = text_width(paint_font(11), QStringLiteral("1,024 MiB"));  // of the curve's scale
  for (std::size_t row = 0; row < std::min<std::size_t>(run.rows.size(), 64); ++row)
    widest = std::max(widest, text_width(paint_font(11), label_of(run, row)));
  return std::min(widest, kMostLabel);
}

QRectF row_rect(const RunChartLayout& layout, std::size_t row) {
  return {layout.rows.left(), layout.rows.top() + static_cast<double>(row) * layout.row_height, layout.rows.width(),
          layout.row_height};
}

bool is_outside(const std::optional<StepRange>& range, OperatorId o) {
  return range && (o.index() < range->begin || o.index() >= range->end);
}

QColor faint(const QColor& color, const Theme& theme) {
  return mix(theme.surface, color, 0.2);
}

/// Operators as bars with their names where these fit.
void draw_bars(QPainter& painter, const RunChartLayout& layout, const PlayedRun& run, std::size_t row,
               const std::optional<StepRange>& range, const Theme& theme) {
  const Fill fill = stream_fill(*run.graph, StreamId(row), theme), outside{faint(fill.color, theme)};
  const QFont font = paint_font(std::clamp(layout.row_height - 5, 8.0, 11.0));
  const QRectF line = row_rect(layout, row);
  const double margin = layout.row_height > 6 ? 1 : 0;
  for (const PlayedRun::Bar& bar : run.rows[row]) {
    const double left = layout.x_of(static_cast<double>(bar.begin)), right = layout.x_of(static_cast<double>(bar.end));
    const QRectF box(left, line.top() + margin, std::max(1.0, right - left - 0.75), line.height() - 2 * margin);
    const bool is_faint = is_outside(range, bar.op);
    fill_rect(painter, box, is_faint ? outside : fill);
    if (layout.row_height < std::max(kNameHeight, least_letters() * 1.2) || box.width() < 16) continue;
    painter.setFont(font);
    painter.setPen(is_faint ? theme.muted_text : ink_on(fill.color));
    painter.drawText(box, Qt::AlignCenter | Qt::TextSingleLine,
                     fitted_name(font, text_of(run.graph->name(bar.op)), box.width() - 4));
  }
}

/// Each pixel is as dark as the stream was busy: with operators of the range, or faintly with others.
void draw_shades(QPainter& painter, const RunChartLayout& layout, const PlayedRun& run, std::size_t row,
                 const std::optional<StepRange>& range, const Theme& theme) {
  const auto columns = static_cast<std::size_t>(std::ceil(layout.rows.width()));
  std::vector<float> busy(columns), busy_outside(columns);
  for (const PlayedRun::Bar& bar : run.rows[row]) {
    const double left = layout.x_of(static_cast<double>(bar.begin)) - layout.rows.left();
    const double right = layout.x_of(static_cast<double>(bar.end)) - layout.rows.left();
    std::vector<float>& sum = is_outside(range, bar.op) ? busy_outside : busy;
    for (auto x = static_cast<std::size_t>(left); x < columns && static_cast<double>(x) < right; ++x)
      sum[x] +=
          static_cast<float>(std::min(right, static_cast<double>(x) + 1) - std::max(left, static_cast<double>(x)));
  }
  const QRectF line = row_rect(layout, row);
  const QColor color = stream_fill(*run.graph, StreamId(row), theme).color;
  const auto shade = [&](std::size_t x, const QColor& of, float share) {
    painter.fillRect(QRectF(line.left() + static_cast<double>(x), line.top(), 1, line.height()),
                     mix(theme.surface, of, std::min(1.0F, 0.15F + 0.85F * share)));
  };
  for (std::size_t x = 0; x < columns; ++x) {
    if (busy[x] > 0)
      shade(x, color, busy[x]);
    else if (busy_outside[x] > 0)
      shade(x, faint(color, theme), busy_outside[x]);
  }
}

void draw_label(QPainter& painter, const QRectF& rect, double right, const QRectF& line, const QString& text,
                const Theme& theme) {
  const QFont font = paint_font(11);
  const QRectF box(rect.left(), line.center().y() - 8, right - kGap - rect.left(), 16);
  painter.setFont(font);
  painter.setPen(theme.muted_text);
  painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, fitted(font, text, box.width() + 1));
}

/// A dashed line at a height of the curve, if it is in it.
void draw_level(QPainter& painter, const QRectF& curve, double y, const QColor& color, Qt::PenStyle style) {
  painter.setPen(QPen(color, 1, style));
  painter.drawLine(QPointF(curve.left(), y), QPointF(curve.right(), y));
}

/// Bytes at the upper edge of the curve.
double curve_top(const PlayedRun& run, Bytes bound) {
  return static_cast<double>(std::max({run.plan->footprint, run.memory.peak(), bound, Bytes{1}}).count);
}

StepChart curve_chart(const RunChartLayout& layout, double top) {
  constexpr double kHeadroom = 3;
  return {layout.curve, 0, layout.duration, top, kHeadroom};
}

/// The scale of the curve, left of it, with faint lines across.
void draw_scale(QPainter& painter, const QRectF& rect, const StepChart& chart, double top, const Theme& theme) {
  const QRectF& curve = chart.plot();
  const int most = std::max(1, static_cast<int>(curve.height() / kTickRoom));
  for (const Tick& tick : byte_ticks(0, top, most)) {
    const double y = chart.y_of_amount(tick.value);
    draw_level(painter, curve, y, theme.grid, Qt::SolidLine);
    const double middle = std::clamp(y, curve.top() + 5, curve.bottom() - 6);
    draw_label(painter, rect, curve.left(), QRectF(curve.left(), middle - 8, 0, 16), tick.label, theme);
  }
}

/// Bytes alive as an area (the most within a pixel), footprint and bound as lines, the observed peak as a dot.
void draw_curve(QPainter& painter, const StepChart& chart, const PlayedRun& run, Bytes bound, const Theme& theme) {
  const QRectF& curve = chart.plot();
  const auto columns = static_cast<std::size_t>(std::ceil(curve.width()));
  std::vector<Bytes> most(columns);
  const auto bytes = run.memory.bytes();
  for (std::size_t moment = 0; moment < bytes.size(); ++moment) {
    const double from = chart.x_of(static_cast<double>(run.time_of(moment))) - curve.left();
    const std::int64_t until = moment < run.last_moment() ? run.time_of(moment + 1) : run.duration();
    const double to = chart.x_of(static_cast<double>(until)) - curve.left();
    for (auto x = static_cast<std::size_t>(std::max(0.0, from)); x < columns && static_cast<double>(x) <= to; ++x)
      most[x] = std::max(most[x], bytes[moment]);
  }
  for (std::size_t x = 0; x < columns; ++x)
    painter.fillRect(QRectF(QPointF(curve.left() + static_cast<double>(x), chart.y_of(most[x])),
                            QPointF(curve.left() + static_cast<double>(x) + 1, curve.bottom())),
                     theme.neutral);
  draw_level(painter, curve, chart.y_of(run.plan->footprint), theme.footprint, Qt::SolidLine);
  if (bound > Bytes{0}) draw_level(painter, curve, chart.y_of(bound), theme.bound, Qt::DashLine);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.peak);
  painter.drawEllipse(
      QPointF(chart.x_of(static_cast<double>(run.time_of(run.memory.peak_moment()))), chart.y_of(run.memory.peak())), 3,
      3);
  painter.setBrush(Qt::NoBrush);
}

void outline_culprit(QPainter& painter, const RunChartLayout& layout, const PlayedRun& run, const Theme& theme) {
  if (!run.memory.overwrite() || !run.memory.overwrite()->culprit.valid()) return;
  const OperatorId culprit = run.memory.overwrite()->culprit;
  const std::size_t row = run.graph->stream(culprit).index();
  const auto bar = std::ranges::find(run.rows[row], culprit, &PlayedRun::Bar::op);
  if (bar == run.rows[row].end()) return;
  const double left = layout.x_of(static_cast<double>(bar->begin)), right = layout.x_of(static_cast<double>(bar->end));
  const QRectF line = row_rect(layout, row);
  painter.setPen(QPen(theme.peak, 2));
  painter.drawRect(QRectF(left, line.top(), std::max(3.0, right - left), line.height()));
}

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

// ---- the drawing

double RunChartLayout::time_at(double x) const {
  return std::clamp((x - rows.left()) / std::max(1.0, rows.width()), 0.0, 1.0) * duration;
}

RunChartLayout lay_out_run_chart(const QRectF& rect, const PlayedRun& run) {
  RunChartLayout out;
  out.duration = static_cast<double>(run.duration());
  const double left = rect.left() + label_width(run) + kGap;
  const double width = std::max(1.0, rect.right() - left);
  const auto count = static_cast<double>(std::max<std::size_t>(1, run.rows.size()));
  const double rows =
      std::min(rect.height() - std::max(kLeastCurve, rect.height() * kCurveShare) - kGap, count * kTallestRow);
  out.row_height = std::max(1.0, rows / count);
  out.rows = QRectF(left, rect.top(), width, out.row_height * count);
  const double top = out.rows.bottom() + kGap;
  out.curve = QRectF(left, top, width, std::max(1.0, rect.bottom() - top));
  return out;
}

bool is_shaded(const RunChartLayout& layout, const PlayedRun& run) {
  return std::ranges::any_of(
      run.rows, [&](const auto& row) { return static_cast<double>(row.size()) > layout.rows.width() / 2; });
}

void paint_run(QPainter& painter, const QRectF& rect, const PlayedRun& run, Bytes bound,
               const std::optional<StepRange>& range, const Theme& theme) {
  const RunChartLayout layout = lay_out_run_chart(rect, run);
  painter.fillRect(layout.rows, theme.surface);
  painter.fillRect(layout.curve, theme.surface);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool shaded = is_shaded(layout, run);
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    if (shaded)
      draw_shades(painter, layout, run, row, range, theme);
    else
      draw_bars(painter, layout, run, row, range, theme);
    if (layout.row_height >= kNameHeight)
      draw_label(painter, rect, layout.rows.left(), row_rect(layout, row), label_of(run, row), theme);
  }
  if (layout.row_height < kNameHeight)
    draw_label(painter, rect, layout.rows.left(), layout.rows,
               RunChart::tr("%Ln stream(s)", nullptr, static_cast<int>(run.rows.size())), theme);
  const double top = curve_top(run, bound);
  const StepChart chart = curve_chart(layout, top);
  draw_scale(painter, rect, chart, top, theme);
  draw_curve(painter, chart, run, bound, theme);
  stowage::draw_label(painter, RunChart::tr("bytes alive"), layout.curve.bottomLeft() + QPointF(4, -2),
                      Qt::AlignLeft | Qt::AlignBottom, layout.curve, theme.muted_text, theme);
  outline_culprit(painter, layout, run, theme);
}

}  // namespace stowage
