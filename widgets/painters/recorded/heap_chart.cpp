// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/recorded/heap_chart.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/insight/recorded/heap_graph.h"
#include "widgets/painters/page/page.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {
namespace {

constexpr double kLeastForName = 30;  // pixels of a band with its name
constexpr double kNamePixels = 10;
constexpr double kFailuresBelow = 18;  // the names of the annotations

std::vector<LegendItem> key_of(const HeapColors& colors) {
  return {{.fill = {colors.reserved}, .label = RecordedText::tr("reserved")},
          {.fill = {colors.active}, .label = RecordedText::tr("allocated")},
          {.fill = {colors.allocated}, .label = RecordedText::tr("without pending frees")},
          {.fill = {colors.largest}, .label = RecordedText::tr("largest free block")}};
}

constexpr double kFailureLine = 2;

/// The lines in view, from left to right: what failed, and where.
std::vector<std::pair<const HeapOutOfMemory*, double>> failures_in_view(const StepChart& chart,
                                                                        const HeapTimeline& heap) {
  const QRectF& plot = chart.plot();
  double last = plot.left() - kFailureLine;
  std::vector<std::pair<const HeapOutOfMemory*, double>> out;
  for (const HeapOutOfMemory& failure : heap.failures) {
    const double x = std::floor(chart.x_of(failure.step + 0.5));
    if (x < plot.left() || x > plot.right() || x < last + 1) continue;
    out.emplace_back(&failure, x);
    last = x;
  }
  return out;
}

}  // namespace

HeapTimeline heap_timeline(const RecordedHeap& history) {
  HeapCurves curves = heap_curves(history);
  HeapTimeline out;
  out.reserved = StepCurve(std::move(curves.reserved));
  out.active = StepCurve(std::move(curves.active));
  out.allocated = StepCurve(std::move(curves.allocated));
  for (const HeapAllocation& each : history.allocations)
    if (!each.at_least && each.alive(out.active.peak_step()))
      out.unsplit += each.rounded - Bytes{round_up(each.requested.count, kHeapRounding)};
  for (const HeapAnnotation& each : history.annotations) {
    const HeapStep from = out.bands.empty() ? each.from : std::max(each.from, out.bands.back().end);
    if (from >= each.to || (!out.bands.empty() && each.from < out.bands.back().end)) continue;  // within another
    out.bands.push_back({each.from, each.to});
    out.names.push_back(text_of(each.name));
  }
  out.failures = history.out_of_memory;
  return out;
}

QString allocated_text(Bytes allocated, Bytes pending) {
  const QString all = human_bytes(allocated);
  if (pending.count == 0) return all;
  return RecordedText::tr("%1 (%2 of it pending frees)").arg(all, human_bytes(pending));
}

QStringList heap_event_lines(const HeapTimeline& timeline, HeapStep event) {
  if (event >= timeline.reserved.size()) return {};
  const Bytes active = timeline.active[event];
  QStringList lines{
      RecordedText::tr("reserved %1, allocated %2")
          .arg(human_bytes(timeline.reserved[event]), allocated_text(active, active - timeline.allocated[event]))};
  const auto band = std::ranges::upper_bound(timeline.bands, event, {}, &Lifetime::end);
  if (band != timeline.bands.end() && band->begin <= event)
    lines += timeline.names[static_cast<std::size_t>(band - timeline.bands.begin())];
  const auto failure = std::ranges::find(timeline.failures, event, &HeapOutOfMemory::step);
  if (failure != timeline.failures.end())
    lines += RecordedText::tr("The device was out of memory: %1 requested").arg(human_bytes(failure->requested));
  return lines;
}

Lifetime HeapChart::shown() const {
  const auto all = static_cast<std::uint32_t>(timeline ? timeline->reserved.size() : 0);
  if (!range) return {0, all};
  return {std::min(range->begin, all), std::min(range->end, all)};
}

HeapColors HeapColors::of(const Theme& theme) {
  const QColor area = see_through(theme.muted_text, 0.35, theme.surface);
  return {.reserved = theme.footprint, .active = theme.muted_text, .allocated = area, .largest = theme.path};
}

std::vector<QRectF> annotation_lines(const StepChart& chart, const HeapTimeline& heap) {
  const QRectF& plot = chart.plot();
  std::vector<QRectF> out;
  for (const Lifetime& band : heap.bands) {
    const double left = std::max(chart.x_of(band.begin), plot.left());
    const double right = std::min(chart.x_of(band.end), plot.right());
    out.push_back(right - left < kLeastForName ? QRectF() : QRectF(left + 3, plot.top(), right - left - 4, 14));
  }
  return out;
}

void paint_annotation_names(QPainter& painter, const StepChart& chart, const HeapTimeline& heap, const Theme& theme) {
  set_letters(painter, paint_font(kNamePixels), theme.muted_text);
  const std::vector<QRectF> lines = annotation_lines(chart, heap);
  for (std::size_t k = 0; k < lines.size(); ++k)
    if (!lines[k].isNull())
      painter.drawText(lines[k], Qt::AlignLeft | Qt::AlignVCenter,
                       fitted(painter.font(), heap.names[k], lines[k].width() - 2));
}

void paint_failures(QPainter& painter, const StepChart& chart, double bottom, const HeapTimeline& heap,
                    const Theme& theme) {
  const QRectF& plot = chart.plot();
  for (const auto& [failure, x] : failures_in_view(chart, heap))
    painter.fillRect(QRectF(std::min(x, plot.right() - kFailureLine), plot.top(), kFailureLine, bottom - plot.top()),
                     theme.peak);
}

/// In the first line that is free, on the side with more room; the longest wording that finds one.
std::vector<PlacedLabel> failure_labels(const StepChart& chart, const HeapTimeline& heap, double below,
                                        LabelRoom& room) {
  constexpr int kLines = 4;
  const QRectF& plot = chart.plot();
  std::vector<PlacedLabel> out;
  const auto put = [&](double x, const QString& text) {
    const bool left = x < plot.center().x();
    const Qt::Alignment align = (left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop;
    for (int line = 0; line < kLines; ++line) {
      const double down = line * (label_box(text, {}, {}, plot).height() + 1);
      const QRectF box = label_box(text, {left ? x + 5 : x - 4, plot.top() + below + down}, align, plot);
      if (!room.is_free(box)) continue;
      room.take(box);
      out.push_back({text, box});
      return true;
    }
    return false;
  };
  for (const auto& [failure, x] : failures_in_view(chart, heap)) {
    const QString size = human_bytes(failure->requested);
    const double width = std::max(plot.right() - x, x - plot.left()) - 6;
    for (const QString& text :
         {RecordedText::tr("Out of memory: %1 requested").arg(size), RecordedText::tr("Out of memory"), size})
      if (!fitting_label({text}, width).isEmpty() && put(x, text)) break;
  }
  return out;
}

CurveChart paint_heap_chart(QPainter& painter, const QRectF& rect, const HeapChart& heap, const Theme& theme) {
  const HeapColors colors = HeapColors::of(theme);
  const HeapTimeline& timeline = *heap.timeline;
  painter.save();
  const double legend = draw_legend(painter, rect.adjusted(4, 0, -4, 0), {}, key_of(colors), theme);
  const Bytes most = std::max(timeline.reserved.peak(), timeline.active.peak());
  const CurveChart chart(rect.adjusted(0, 0, 0, -legend), heap.shown(), most);
  const QRectF& plot = chart.plot();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(plot, theme.surface);
  paint_step_bands(painter, chart, timeline.bands, theme);
  ChartAxes axes = step_axes(chart);
  axes.title = RecordedText::tr("event");
  paint_axes(painter, chart, axes, theme);
  painter.setClipRect(plot.adjusted(-5, -5, 5, 1));
  paint_curve(painter, chart, timeline.allocated, {.area = colors.allocated});
  paint_curve(painter, chart, timeline.active, {.line = colors.active});
  if (heap.largest) paint_curve(painter, chart, *heap.largest, {.line = colors.largest});
  paint_curve(painter, chart, timeline.reserved, {.line = colors.reserved, .thickness = 2});
  if (heap.marked && chart.shown().overlaps({*heap.marked, *heap.marked + 1}))
    painter.fillRect(QRectF(std::floor(chart.x_of(*heap.marked + 0.5)), plot.top(), 1, plot.height()), theme.text);
  paint_annotation_names(painter, chart, timeline, theme);
  paint_failures(painter, chart, plot.bottom(), timeline, theme);
  LabelRoom room;
  for (const PlacedLabel& label : failure_labels(chart, timeline, kFailuresBelow, room))
    draw_label(painter, label, theme.peak, theme);
  painter.restore();
  return chart;
}

}  // namespace stowage
