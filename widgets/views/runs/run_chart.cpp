// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/run_chart.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>

#include "core/graph/laid_out.h"
#include "widgets/painters/charts/step_chart.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

struct RunWords {
  Q_DECLARE_TR_FUNCTIONS(stowage::RunsPane)
};

struct RunChartWords {
  Q_DECLARE_TR_FUNCTIONS(stowage::RunChart)
};

std::vector<std::vector<PlayedRun::Bar>> rows_of(const Graph& graph, const Execution& execution) {
  std::vector<std::vector<PlayedRun::Bar>> out(graph.stream_count());
  for (std::size_t k = 0; k < execution.events.size(); ++k) {
    const RunEvent& event = execution.events[k];
    auto& row = out[graph.stream(event.op).index()];  // its last bar is that of the operator that finishes
    if (event.kind == RunEvent::Kind::start)
      row.push_back({execution.times[k], execution.times[k], event.op});
    else
      row.back().end = execution.times[k];
  }
  return out;
}

/// Who still needs a tensor at a moment.
QString needed_by(const PlayedRun& run, TensorId t, std::size_t moment) {
  const Graph& graph = *run.graph;
  const auto unfinished = [&](OperatorId o) { return run.memory.finishes()[o.index()] > moment; };
  if (const OperatorId producer = graph.producer(t); producer.valid() && unfinished(producer))
    return RunWords::tr("which %1 is still writing").arg(text_of(shown_name(graph, producer)));
  for (OperatorId use : graph.consumers(t))
    if (unfinished(use)) return RunWords::tr("which %1 still needs").arg(text_of(shown_name(graph, use)));
  return RunWords::tr("which is needed to the end");
}

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

/// Bytes alive as an area (the most within a pixel), footprint and bound as lines, the observed peak as a dot.
void draw_curve(QPainter& painter, const StepChart& chart, const PlayedRun& run, Bytes bound, const Theme& theme) {
  const QRectF& curve = chart.plot();
  paint_curve(painter, chart, run.bytes, {.area = theme.neutral});
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

Result<std::shared_ptr<const PlayedRun>> make_played_run(std::shared_ptr<const Graph> graph,
                                                         std::shared_ptr<const Plan> plan, std::uint64_t seed,
                                                         std::optional<Sync> without, const Task& task) {
  auto execution = simulate(*graph, seed, without, plan->sequence, task);
  if (!execution) return tl::unexpected(std::move(execution.error()));
  auto memory = RunMemory::compute(*graph, plan.get(), execution->events, task);
  if (!memory) return tl::unexpected(std::move(memory.error()));
  auto out = std::make_shared<PlayedRun>();
  out->syncs = syncs_of(*graph);
  out->rows = rows_of(*graph, *execution);
  out->graph = std::move(graph);
  out->plan = std::move(plan);
  out->seed = seed;
  out->without = without;
  out->execution = std::move(*execution);
  out->memory = std::move(*memory);
  std::vector<std::int64_t> begins{0};
  begins.insert(begins.end(), out->execution.times.begin(), out->execution.times.end());
  out->bytes = StepCurve({out->memory.bytes().begin(), out->memory.bytes().end()}, std::move(begins));
  return std::shared_ptr<const PlayedRun>(std::move(out));
}

QString run_title(const PlayedRun& run) {
  return RunWords::tr("run of seed %1").arg(grouped(run.seed));
}

QString sync_text(const Graph& graph, Sync sync) {
  const QString text =
      carries_data(graph, sync) ? RunWords::tr("%1 waits for the data of %2") : RunWords::tr("%1 waits for %2");
  return text.arg(text_of(graph.name(sync.after)), text_of(graph.name(sync.before)));
}

QString moment_text(const PlayedRun& run, std::size_t moment) {
  const QLocale locale;
  const auto number = [&](std::size_t n) { return locale.toString(static_cast<qulonglong>(n)); };
  const QString place = RunWords::tr("event %1 of %2").arg(number(moment), number(run.last_moment()));
  if (moment == 0) return place;
  const RunEvent& event = run.execution.events[moment - 1];
  const QString what =
      event.kind == RunEvent::Kind::start ? RunWords::tr("%1: %2 starts") : RunWords::tr("%1: %2 finishes");
  return what.arg(place, text_of(run.graph->name(event.op)));
}

QString overwrite_text(const PlayedRun& run) {
  const Graph& graph = *run.graph;
  const Overwrite& found = *run.memory.overwrite();
  const QString over = text_of(graph.name(found.overwritten)), by = text_of(graph.name(found.overwriting));
  const QString need = needed_by(run, found.overwritten, run.memory.overwrite_moment());
  if (!found.culprit.valid()) return RunWords::tr("%1 and %2 overlap from the start.").arg(over, by);
  const QString culprit = text_of(graph.name(found.culprit));
  if (!run.without)
    return RunWords::tr("Overwritten: %1 writes %2 over %3, %4. This plan is not safe.").arg(culprit, by, over, need);
  const QString after = text_of(graph.name(run.without->after));
  const QString before = carries_data(graph, *run.without)
                             ? RunWords::tr("the data of %1").arg(text_of(graph.name(run.without->before)))
                             : text_of(graph.name(run.without->before));
  if (found.culprit == run.without->after)
    return RunWords::tr("Overwritten: %1 did not wait for %2, and writes %3 over %4, %5.")
        .arg(after, before, by, over, need);
  return RunWords::tr("Overwritten: since %1 did not wait for %2, %3 writes %4 over %5, %6.")
      .arg(after, before, culprit, by, over, need);
}

// ---- the drawing

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
               RunChartWords::tr("%Ln stream(s)", nullptr, static_cast<int>(run.rows.size())), theme);
  constexpr double kHeadroom = 3;
  const auto top = static_cast<double>(std::max({run.plan->footprint, run.memory.peak(), bound, Bytes{1}}).count);
  const StepChart chart(layout.curve, 0, layout.duration, top, kHeadroom);
  paint_axes(painter, chart,
             {.amounts = byte_ticks(0, top, std::max(1, static_cast<int>(layout.curve.height() / kTickRoom)))}, theme);
  draw_curve(painter, chart, run, bound, theme);
  stowage::draw_label(painter, RunChartWords::tr("bytes alive"), layout.curve.bottomLeft() + QPointF(4, -2),
                      Qt::AlignLeft | Qt::AlignBottom, layout.curve, theme.muted_text, theme);
  outline_culprit(painter, layout, run, theme);
}

}  // namespace stowage
