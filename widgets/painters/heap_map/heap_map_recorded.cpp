// SPDX-License-Identifier: Apache-2.0
// What a recorded heap adds to a heap map: annotations and the reserved bytes in the curve's panel, and a line where
// the device had no memory left.
#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

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
constexpr int kNameSize = 10;

/// The bytes from one event on: drawn as steps, or where a pixel has many events, from the least to the most of them.
struct Column {
  double left, right;
  StepCurve::Extent bytes;
};

/// From the left, at most so many of them.
std::vector<Column> columns_of(const HeapMapGeometry& geometry, const StepCurve& curve,
                               std::size_t most = std::numeric_limits<std::size_t>::max()) {
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
    for (double event = from; event < to && out.size() < most; ++event)
      add(std::round(geometry.x_of(event)), std::round(geometry.x_of(event + 1)), static_cast<std::size_t>(event),
          static_cast<std::size_t>(event) + 1);
    return out;
  }
  for (double x = panel.left(); x < panel.right() && out.size() < most; ++x) {
    const double begin = std::clamp(std::floor(geometry.place_at(x)), 0.0, count);
    const double end = std::clamp(std::ceil(geometry.place_at(x + 1)), begin, count);
    add(x, x + 1, static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
  }
  return out;
}

/// A stretch of the panel with one annotation, as far as it is in view; narrower than 0 where it is not.
QRectF band_of(const HeapMapGeometry& geometry, const HeapTimeline& heap, std::size_t k) {
  const QRectF& panel = geometry.curve();
  const double left = std::max(std::round(geometry.x_of(heap.bands[k].begin)), panel.left());
  const double right = std::min(std::round(geometry.x_of(heap.bands[k].end)), panel.right());
  return {left, panel.top(), right - left, panel.height()};
}

/// Where its name has room; null where there is too little.
QRectF name_line(const QRectF& band) {
  return band.width() < kLeastForName ? QRectF() : QRectF(band.left() + 3, band.top(), band.width() - 4, 14);
}

QString reserved_text(const QRectF& panel) {
  return fitting_label({HeapMapText::tr("reserved")}, panel.width());
}

}  // namespace

std::vector<QRectF> map_annotation_labels(const HeapMapGeometry& geometry, const HeapTimeline& heap) {
  std::vector<QRectF> out;
  const QFont font = paint_font(kNameSize);
  for (std::size_t k = 0; k < heap.bands.size(); ++k)
    if (const QRectF line = name_line(band_of(geometry, heap, k)); !line.isNull())
      out.emplace_back(line.left(), line.top(), std::min(line.width(), text_width(font, heap.names[k])), line.height());
  return out;
}

void paint_map_annotations(QPainter& painter, const HeapMapGeometry& geometry, const HeapTimeline& heap,
                           const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(paint_font(kNameSize));
  const QColor tint = see_through(theme.muted_text, 0.08, theme.surface);
  for (std::size_t k = 0; k < heap.bands.size(); ++k) {
    const QRectF band = band_of(geometry, heap, k);
    if (band.width() < 1) continue;
    if (k % 2 == 1) painter.fillRect(band, tint);
    const QRectF line = name_line(band);
    if (line.isNull()) continue;
    painter.setPen(theme.muted_text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fitted(painter.font(), heap.names[k], line.width() - 2));
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
  if (const QRectF label = map_reserved_label(geometry, heap); !label.isNull())
    draw_label(painter, reserved_text(panel), label.topLeft(), Qt::AlignLeft, panel, theme.footprint, theme);
}

QRectF map_reserved_label(const HeapMapGeometry& geometry, const HeapTimeline& heap) {
  const QRectF& panel = geometry.curve();
  const std::vector<Column> columns = columns_of(geometry, heap.reserved, 1);
  const QString text = reserved_text(panel);
  if (columns.empty() || text.isEmpty()) return {};
  const double y = std::round(geometry.curve_y_of(static_cast<double>(columns.front().bytes.most.count)));
  return label_box(text, QPointF(panel.left() + 4, y - 3), Qt::AlignLeft | Qt::AlignBottom, panel);
}

void paint_map_failures(QPainter& painter, const HeapMapGeometry& geometry, const HeapTimeline& heap,
                        const QRectF& taken, const Theme& theme) {
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
    QPointF anchor(left ? x + 5 : x - 4, plot.top() + 4);
    const Qt::Alignment align = (left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop;
    if (label_box(text, anchor, align, plot).intersects(taken)) anchor.setY(taken.bottom() + 2);
    if (text.isEmpty() || label.intersects(label_box(text, anchor, align, plot))) continue;
    label = draw_label(painter, text, anchor, align, plot, theme.peak, theme);
  }
  painter.restore();
}

}  // namespace stowage
