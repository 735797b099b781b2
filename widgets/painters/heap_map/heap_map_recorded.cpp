// SPDX-License-Identifier: Apache-2.0
// What a recorded heap adds to a heap map: annotations and the reserved bytes in the curve's panel, and a line where
// the device had no memory left.
#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct HeapMapText {
  Q_DECLARE_TR_FUNCTIONS(stowage::HeapMap)
};

constexpr double kLeastForName = 30;  // pixels of a band with its name
constexpr double kLine = 2;           // pixels

/// The bytes from one event on: drawn as steps, or where a pixel has many events, from the least to the most of them.
struct Column {
  double left, right;
  StepCurve::Extent bytes;
};

std::vector<Column> columns_of(const HeapMapGeometry& geometry, const StepCurve& curve) {
  const QRectF& panel = geometry.curve();
  const auto count = static_cast<double>(curve.size());
  const double from = std::clamp(std::floor(geometry.view().x0), 0.0, count);
  const double to = std::clamp(std::ceil(geometry.view().x1), from, count);
  std::vector<Column> out;
  const auto add = [&](double left, double right, std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    out.push_back({std::clamp(left, panel.left(), panel.right()), std::clamp(right, panel.left(), panel.right()),
                   curve.extent(begin, end)});
  };
  if (to - from <= panel.width()) {
    for (double event = from; event < to; ++event)
      add(std::round(geometry.x_of(event)), std::round(geometry.x_of(event + 1)), static_cast<std::size_t>(event),
          static_cast<std::size_t>(event) + 1);
    return out;
  }
  for (double x = panel.left(); x < panel.right(); ++x) {
    const double begin = std::clamp(std::floor(geometry.place_at(x)), 0.0, count);
    const double end = std::clamp(std::ceil(geometry.place_at(x + 1)), begin, count);
    add(x, x + 1, static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
  }
  return out;
}

}  // namespace

void paint_map_annotations(QPainter& painter, const HeapMapGeometry& geometry, const HeapTimeline& heap,
                           const Theme& theme) {
  const QRectF& panel = geometry.curve();
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(paint_font(10));
  const QColor tint = see_through(theme.muted_text, 0.08, theme.surface);
  for (std::size_t k = 0; k < heap.bands.size(); ++k) {
    const double left = std::max(std::round(geometry.x_of(heap.bands[k].begin)), panel.left());
    const double right = std::min(std::round(geometry.x_of(heap.bands[k].end)), panel.right());
    if (right - left < 1) continue;
    if (k % 2 == 1) painter.fillRect(QRectF(left, panel.top(), right - left, panel.height()), tint);
    if (right - left < kLeastForName) continue;
    painter.setPen(theme.muted_text);
    painter.drawText(QRectF(left + 3, panel.top(), right - left - 4, 14), Qt::AlignLeft | Qt::AlignVCenter,
                     fitted(painter.font(), heap.names[k], right - left - 6));
  }
  painter.restore();
}

void paint_map_reserved(QPainter& painter, const HeapMapGeometry& geometry, const HeapTimeline& heap,
                        const Theme& theme) {
  if (heap.reserved.peak().count == 0) return;  // nobody recorded segments
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QRectF& panel = geometry.curve();
  const auto y_of = [&](Bytes bytes) { return std::round(geometry.curve_y_of(static_cast<double>(bytes.count))); };
  const std::vector<Column> columns = columns_of(geometry, heap.reserved);
  double before = columns.empty() ? 0 : y_of(columns.front().bytes.most);
  for (const Column& each : columns) {
    const double high = y_of(each.bytes.most), low = y_of(each.bytes.least);
    const double top = std::min(high, before), bottom = std::max(low, before);
    painter.fillRect(QRectF(each.left, top - 1, kLine, bottom - top + kLine), theme.footprint);
    painter.fillRect(QRectF(each.left, high - 1, std::max(each.right - each.left, 1.0), kLine), theme.footprint);
    before = low;
  }
  painter.restore();
  if (columns.empty()) return;
  const QString text = fitting_label({HeapMapText::tr("reserved")}, panel.width());
  if (!text.isEmpty())
    draw_label(painter, text, QPointF(panel.left() + 4, y_of(columns.front().bytes.most) - 3),
               Qt::AlignLeft | Qt::AlignBottom, panel, theme.footprint, theme);
}

void paint_map_failures(QPainter& painter, const HeapMapGeometry& geometry, const HeapTimeline& heap,
                        const Theme& theme) {
  const QRectF& plot = geometry.plot();
  const double bottom = geometry.curve().isNull() ? plot.bottom() : geometry.curve().bottom();
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  double last = plot.left() - kLine;
  QRectF label;
  for (const HeapOutOfMemory& failure : heap.failures) {
    const double x = std::floor(geometry.x_of(failure.step + 0.5));
    if (x < plot.left() || x > plot.right() || x < last + 1) continue;
    last = x;
    painter.fillRect(QRectF(std::min(x, plot.right() - kLine), plot.top(), kLine, bottom - plot.top()), theme.peak);
    const QString size = human_bytes(failure.requested);
    const QString text = fitting_label(
        {HeapMapText::tr("Out of memory: %1 requested").arg(size), HeapMapText::tr("Out of memory"), size},
        plot.width());
    const bool left = x < plot.center().x();
    const QPointF anchor(left ? x + 5 : x - 4, plot.top() + 4);
    const Qt::Alignment align = (left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop;
    if (text.isEmpty() || label.intersects(label_box(text, anchor, align, plot))) continue;
    label = draw_label(painter, text, anchor, align, plot, theme.peak, theme);
  }
  painter.restore();
}

}  // namespace stowage
