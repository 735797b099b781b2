// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/heap_drawing.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct HeapDrawingText {
  Q_DECLARE_TR_FUNCTIONS(stowage::HeapDrawing)
};

constexpr int kAround = 90;  // pixels of a page: margins, title, legend
constexpr int kHeapWidth = 1400, kChart = 300, kGap = 12;
constexpr int kFramesWidth = 900, kLine = 20, kIndent = 14;
constexpr double kBytes = 84, kBar = 120, kPercent = 56;
constexpr std::size_t kMost = 500;  // segments or frames: a page has an end

void paint_line(QPainter& painter, const QRectF& line, const QString& text, const QColor& color) {
  painter.setFont(paint_font(12));
  painter.setPen(color);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fitted(painter.font(), text, line.width()));
}

QString and_more(std::size_t all) {
  return HeapDrawingText::tr("… and %L1 more").arg(all - kMost);
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
  const double high = std::min<double>(kChart, rect.width() * 0.45);
  const QRectF chart(0, y, rect.width(), high);
  paint_heap_chart(painter, chart, picture.chart, theme);
  const CurveChart at = picture.chart.chart(chart);
  const HeapStep step = picture.strips->step;
  if (at.shown().overlaps({step, step + 1}))
    painter.fillRect(QRectF(std::floor(at.x_of(step + 0.5)), at.plot().top(), 1, at.plot().height()), theme.text);
  const std::size_t all = picture.strips->strips.size();
  const double top = y + high + kGap, bottom = top + HeapStripsLayout::height_of(std::min(all, kMost));
  const HeapStripsLook look{.history = picture.history,
                            .coloring = picture.coloring,
                            .graph = picture.graph,
                            .hidden = picture.hidden,
                            .lit = picture.lit};
  paint_heap_strips(painter, *picture.strips, {*picture.strips, top, rect.width()}, top, bottom, look, theme);
  if (all > kMost) paint_line(painter, {8, bottom, rect.width() - 16, kLine}, and_more(all), theme.muted_text);
  painter.restore();
}

void paint_frame(QPainter& painter, const QRectF& line, const FrameRows& rows, const FrameLine& at,
                 const Theme& theme) {
  const auto bytes_of = [&](std::size_t row) { return static_cast<double>(rows.share(row).bytes.count); };
  const double share = bytes_of(0) > 0 ? bytes_of(at.row) / bytes_of(0) : 0;
  const double bar = on_small_page(line.width()) ? 0 : kBar;
  const double right = line.right() - kBytes - bar - kPercent, left = line.left() + kIndent * at.depth;
  paint_line(painter, {left, line.top(), right - left - 8, line.height()},
             at.row == 0 ? HeapDrawingText::tr("All") : rows.label(at.row), theme.text);
  painter.drawText(QRectF(right, line.top(), kBytes, line.height()), Qt::AlignRight | Qt::AlignVCenter,
                   human_bytes(rows.share(at.row).bytes));
  if (bar > 0)
    painter.fillRect(QRectF(right + kBytes + 8, line.top() + 4, (bar - 16) * share, line.height() - 8),
                     theme.footprint);
  painter.drawText(QRectF(line.right() - kPercent, line.top(), kPercent, line.height()),
                   Qt::AlignRight | Qt::AlignVCenter, QLocale().toString(100 * share, 'f', 1) + '%');
}

}  // namespace

Drawing heap_drawing(HeapPicture picture) {
  Drawing out;
  out.title = picture.title;
  out.subtitle = HeapDrawingText::tr("the heap as it was at event %L1").arg(picture.strips->step);
  if (picture.coloring) {
    out.legend_title = legend_title(*picture.coloring);
    out.legend = [coloring = picture.coloring, hidden = picture.hidden](const Theme& theme) {
      return legend_of(*coloring, hidden, theme, false);
    };
  }
  const std::size_t lines = static_cast<std::size_t>(picture.lines.size()) + 1;
  const double rows = HeapStripsLayout::height_of(std::min(picture.strips->strips.size(), kMost));
  out.natural_size = {kHeapWidth, kAround + kChart + kGap + static_cast<int>(lines) * kLine + static_cast<int>(rows)};
  out.list_height = kChart / 2 + kGap + 2.0 * kLine * static_cast<double>(lines) + rows;
  out.paint = [picture = std::move(picture)](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_heap(painter, rect, picture, theme);
  };
  return out;
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
    if (lines.size() > kMost) paint_line(painter, line, and_more(lines.size()), theme.muted_text);
  };
  return out;
}

}  // namespace stowage
