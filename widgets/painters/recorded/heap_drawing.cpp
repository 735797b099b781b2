// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/recorded/heap_strip.h"

#include <QPainter>
#include <algorithm>

#include "widgets/painters/recorded/frame_rows.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr int kAround = 90;  // pixels of a page: margins, title, legend
constexpr int kHeapWidth = 1400, kChart = 300, kLeastChart = 80, kGap = 12;
constexpr int kFramesWidth = 900, kLine = 20, kIndent = 14;
constexpr double kBytes = 84, kBar = 120, kPercent = 56;
constexpr std::size_t kMostInLine = 4;  // classes, whose legend takes one line
constexpr std::size_t kMost = 500;      // segments or frames: a page has an end

void paint_line(QPainter& painter, const QRectF& line, const QString& text, const QColor& color) {
  set_letters(painter, paint_font(12), color);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fitted(painter.font(), text, line.width()));
}

QString and_more(std::size_t more) {
  return RecordedText::tr("… and %L1 more").arg(more);
}

/// How many strips a page has room for, with a line for the others.
std::size_t strips_in(double height, std::size_t all) {
  const auto fit = [](double room) {
    return static_cast<std::size_t>(std::max(0.0, room + 0.5) / HeapStripsLayout::height_of(1));
  };
  return all <= std::min(kMost, fit(height)) ? all : std::min(kMost, fit(height - kLine));
}

void paint_heap(QPainter& painter, const QRectF& rect, const HeapPicture& picture, const Theme& theme) {
  painter.save();
  painter.translate(rect.topLeft());
  double y = 0;
  const double margin = on_small_page(rect.width()) ? 0 : 8;
  for (const QString& line : page_has_captions() ? picture.lines : QStringList())
    for (const QString& part : wrapped(paint_font(12), line, rect.width() - 2 * margin)) {
      paint_line(painter, {margin, y, rect.width() - 2 * margin, kLine}, part, theme.text);
      y += kLine;
    }
  const std::size_t all = picture.strips->strips.size();
  // Strips may take half of a page that is too low for all.
  const double left = rect.height() - y - kGap, rows = std::min(HeapStripsLayout::height_of(all), left / 2);
  const double high = std::min({double{kChart}, rect.width() * 0.45, std::max<double>(kLeastChart, left - rows)});
  const QRectF chart(0, y, rect.width(), high);
  HeapChart curves = picture.chart;
  curves.marked = picture.strips->step;
  paint_heap_chart(painter, chart, curves, theme);
  const double top = y + high + kGap;
  const std::size_t shown = strips_in(rect.height() - top, all);
  const double bottom = top + HeapStripsLayout::height_of(shown);
  const HeapStripsLook look{.history = picture.history,
                            .coloring = picture.coloring,
                            .graph = picture.graph,
                            .hidden = picture.hidden,
                            .lit = picture.lit};
  paint_heap_strips(painter, *picture.strips, {*picture.strips, top, rect.width()}, top, bottom, look, theme);
  if (shown < all) paint_line(painter, {8, bottom, rect.width() - 16, kLine}, and_more(all - shown), theme.muted_text);
  painter.restore();
}

void paint_frame(QPainter& painter, const QRectF& line, const FrameRows& rows, const FrameLine& at,
                 const Theme& theme) {
  const auto bytes_of = [&](std::size_t row) { return static_cast<double>(rows.share(row).bytes.count); };
  const double share = bytes_of(0) > 0 ? bytes_of(at.row) / bytes_of(0) : 0;
  const double bar = on_small_page(line.width()) ? 0 : kBar;
  const double right = line.right() - kBytes - bar - kPercent, left = line.left() + kIndent * at.depth;
  paint_line(painter, {left, line.top(), right - left - 8, line.height()},
             at.row == 0 ? RecordedText::tr("All") : rows.label(at.row), theme.text);
  painter.drawText(QRectF(right, line.top(), kBytes, line.height()), Qt::AlignRight | Qt::AlignVCenter,
                   human_bytes(rows.share(at.row).bytes));
  if (bar > 0)
    painter.fillRect(QRectF(right + kBytes + 8, line.top() + 4, (bar - 16) * share, line.height() - 8),
                     theme.footprint);
  painter.drawText(QRectF(line.right() - kPercent, line.top(), kPercent, line.height()),
                   Qt::AlignRight | Qt::AlignVCenter, QLocale().toString(100 * share, 'f', 1) + '%');
}

QString figures_text(const HeapAt& heap) {
  return RecordedText::tr("reserved %1 · allocated %2 · free in holes %3 · largest free block %4 · fragmentation %5")
      .arg(human_bytes(heap.reserved), allocated_text(heap.in_use + heap.pending, heap.pending), human_bytes(heap.free),
           human_bytes(heap.largest.size), QLocale().toString(100 * fragmentation_of(heap), 'f', 0) + '%');
}

}  // namespace

QString heap_facts(const RecordedHeap& history, const HeapStrips& strips) {
  QString where = history.event_count == 0
                      ? RecordedText::tr("The file has no history, only this state")
                      : RecordedText::tr("Event %L1 of %L2").arg(strips.step).arg(history.last_step());
  if (strips.step < history.times.size())
    where =
        RecordedText::tr("%1, after %2")
            .arg(where, human_duration(static_cast<double>(history.times[strips.step] - history.times.front()) / 1000));
  return RecordedText::tr("%1: %2").arg(where, figures_text(strips.heap));
}

QString heap_facts_brief(const RecordedHeap& history, const HeapStrips& strips) {
  const QString figures = figures_text(strips.heap);
  return history.event_count == 0 ? figures : RecordedText::tr("Event %L1 · %2").arg(strips.step).arg(figures);
}

Drawing heap_drawing(HeapPicture picture) {
  Drawing out;
  out.title = picture.title;
  out.subtitle = RecordedText::tr("the heap as it was at event %L1").arg(picture.strips->step);
  if (picture.coloring) {
    out.legend_title = legend_title(*picture.coloring);
    out.legend = [coloring = picture.coloring, hidden = picture.hidden](const Theme& theme) {
      return legend_of(*coloring, hidden, theme, false);
    };
  }
  const std::size_t lines = static_cast<std::size_t>(picture.lines.size()) + 1;
  const double rows = HeapStripsLayout::height_of(std::min(picture.strips->strips.size(), kMost));
  const std::size_t classes = picture.coloring ? picture.coloring->entries().size() : 0;
  const int legend = classes > kMostInLine ? 2 * static_cast<int>(kLegendLine) : 0;  // beyond its first line
  out.natural_size = {kHeapWidth,
                      legend + kAround + kChart + kGap + static_cast<int>(lines) * kLine + static_cast<int>(rows)};
  out.list_height = kChart / 2 + kGap + 2.0 * kLine * static_cast<double>(lines) + rows;
  out.paint = [picture = std::move(picture)](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_heap(painter, rect, picture, theme);
  };
  return out;
}

Result<Drawing> recorded_drawing(const PlanView& view, const DrawingLook& look, const Task& task) {
  if (!view.history)
    return tl::unexpected(Error::bad_input("", "", "only recorded heaps, such as memory snapshots, have this view"));
  const RecordedHeap& history = *view.history;
  auto timeline = std::make_shared<const HeapTimeline>(heap_timeline(history));
  STOWAGE_TRY(Fragmentation free, fragmentation(history, task));
  const auto step = history.out_of_memory.empty() ? static_cast<HeapStep>(timeline->active.peak_step())
                                                  : history.out_of_memory.back().step;
  auto strips = std::make_shared<const HeapStrips>(heap_strips(history, step));
  return heap_drawing({.title = text_of(view.graph->name()),
                       .lines = {heap_facts(history, *strips)},
                       .chart = {.timeline = std::move(timeline),
                                 .largest = std::make_shared<const StepCurve>(std::move(free.largest))},
                       .history = view.history,
                       .strips = std::move(strips),
                       .coloring = std::make_shared<const Coloring>(view, look.by),
                       .graph = view.graph});
}

Drawing frames_drawing(const QString& title, const QString& words, std::shared_ptr<const FrameRows> rows,
                       std::vector<FrameLine> lines) {
  Drawing out;
  out.title = title;
  out.subtitle = words;
  const std::size_t count = std::min(lines.size(), kMost) + (lines.size() > kMost ? 1 : 0);
  out.natural_size = {kFramesWidth, kAround + static_cast<int>(count) * kLine};
  out.list_height = kLine * static_cast<double>(count);
  out.paint = [rows = std::move(rows), lines = std::move(lines)](QPainter& painter, const QRectF& rect,
                                                                 const Theme& theme) {
    QRectF line(rect.left() + 8, rect.top(), rect.width() - 16, kLine);
    for (const FrameLine& each : std::span(lines).first(std::min(lines.size(), kMost))) {
      if (line.bottom() > rect.bottom() + 0.5) return;  // a page that is too low for all of them
      paint_frame(painter, line, *rows, each, theme);
      line.translate(0, kLine);
    }
    if (lines.size() > kMost) paint_line(painter, line, and_more(lines.size() - kMost), theme.muted_text);
  };
  return out;
}

}  // namespace stowage
