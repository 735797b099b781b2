// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/charts/size_chart.h"

#include <QCoreApplication>
#include <QPainter>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/graph/claims.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct SizeChartText {
  Q_DECLARE_TR_FUNCTIONS(stowage::SizeChart)
};

constexpr double kLeft = 62, kRight = 14, kTop = 18, kBottom = 38;
constexpr double kBarShare = 0.78;    // of the distance between two bars
constexpr double kMostPitch = 90;     // few bars stay bars
constexpr double kLinearUpTo = 10;    // tensors
constexpr double kTickDistance = 16;  // at least, between two labels

/// Linear below ten, where it has the slope that the logarithm begins with; no jump and no bend there.
double symlog(double count) {
  return count <= kLinearUpTo ? count / kLinearUpTo : 1 + std::log(count / kLinearUpTo);
}

/// "4 KiB" of "4.00 KiB": powers of two are even.
QString even_bytes(Bytes bytes) {
  const QString point = QRegularExpression::escape(QLocale().decimalPoint());
  const QString zero = QLocale().zeroDigit();
  return human_bytes(bytes).remove(QRegularExpression(point + zero + "+(?!\\d)"));
}

/// 0 5 10 20 50 100 … up to `most`.
std::vector<double> count_ticks(double most) {
  std::vector<double> out{0, 5};
  for (double ten = 10; ten <= 2 * most; ten *= 10)
    for (const double times : {1.0, 2.0, 5.0}) out.push_back(times * ten);
  std::erase_if(out, [&](double tick) { return tick > most; });
  return out;
}

std::size_t tensors_of(const std::vector<SizeBin>& bins) {
  std::size_t sum = 0;
  for (const SizeBin& bin : bins) sum += bin.count;
  return sum;
}

struct Painting {
  QPainter& painter;
  const QRectF rect;
  const std::vector<SizeBin>& bins;
  const Theme& theme;
  const SizeChart chart{rect, bins};

  void paint() {
    const QRectF plot = chart.plot();
    if (plot.width() < 20 || plot.height() < 20) return;
    painter.fillRect(plot, theme.surface);
    painter.setFont(paint_font(11));
    paint_counts();
    paint_bars();
    paint_sizes();
    painter.setPen(QPen(theme.grid, page_line(1)));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  }

  void paint_counts() {
    const QRectF plot = chart.plot();
    double last = plot.bottom() + 2 * kTickDistance;
    for (const double tick : count_ticks(most())) {
      const double y = std::round(chart.y_of(tick)) + 0.5;
      if (last - y < kTickDistance) continue;
      last = y;
      painter.setPen(QPen(theme.grid, page_line(1), tick == kLinearUpTo ? Qt::DashLine : Qt::SolidLine));
      painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
      if (!page_has_axis_labels()) continue;
      painter.setPen(theme.muted_text);
      draw_left_label(painter, {rect.left() + kLeft - 6, y}, QLocale().toString(tick, 'f', 0));
    }
    if (!page_has_axis_labels()) return;
    draw_upright(painter, QRectF(rect.left(), plot.top(), 16, plot.height()),
                 fitting(painter.font(), {SizeChartText::tr("tensors (log above 10)"), SizeChartText::tr("tensors")},
                         plot.height()));
  }

  void paint_bars() {
    for (std::size_t k = 0; k < bins.size(); ++k) {
      const QRectF bar = chart.bar(k);
      if (bins[k].count > 0) painter.fillRect(bar, size_bar_color(theme));
      const QString count = grouped(bins[k].count);
      if (bins[k].count == 0 || text_width(painter.font(), count) > chart.bar(k).width() * 1.2) continue;
      painter.setPen(theme.text);
      painter.drawText(QRectF(bar.left() - 20, bar.top() - 16, bar.width() + 40, 14), Qt::AlignCenter, count);
    }
  }

  /// Each bar is named by where it begins; where there is no room, every second, fourth, … one.
  void paint_sizes() {
    if (!page_has_axis_labels()) return;
    const QRectF plot = chart.plot();
    double widest = 1;
    for (const SizeBin& bin : bins) widest = std::max(widest, text_width(painter.font(), even_bytes(bin.from)) + 8);
    const double pitch = chart.bar(0).width() / kBarShare;
    std::size_t stride = 1;
    while (static_cast<double>(stride) * pitch < widest) stride *= 2;
    painter.setPen(theme.muted_text);
    for (std::size_t k = 0; k < bins.size(); k += stride)
      draw_tick_label(painter, {chart.bar(k).center().x(), plot.bottom() + 4}, even_bytes(bins[k].from), rect.left(),
                      rect.right());
    painter.drawText(QRectF(plot.left(), plot.bottom() + 20, plot.width(), 16), Qt::AlignCenter,
                     fitting(painter.font(),
                             {SizeChartText::tr("size (each bar: up to twice its start)"), SizeChartText::tr("size")},
                             plot.width()));
  }

  [[nodiscard]] double most() const {
    std::size_t out = 1;
    for (const SizeBin& bin : bins) out = std::max(out, bin.count);
    return static_cast<double>(out);
  }
};

}  // namespace

SizeChart::SizeChart(const QRectF& rect, const std::vector<SizeBin>& bins)
    : plot_(page_has_axis_labels() ? rect.adjusted(kLeft, kTop, -kRight, -kBottom)
                                   : rect.adjusted(2, kTop, -kRight, -2)) {
  for (const SizeBin& bin : bins) {
    counts_.push_back(bin.count);
    most_ = std::max(most_, static_cast<double>(bin.count));
  }
  pitch_ = std::min(plot_.width() / static_cast<double>(std::max<std::size_t>(bins.size(), 1)), kMostPitch);
}

double SizeChart::y_of(double count) const {
  return plot_.bottom() - symlog(count) / symlog(most_) * plot_.height();
}

QRectF SizeChart::bar(std::size_t bin) const {
  const double top = y_of(static_cast<double>(counts_[bin]));
  return {plot_.left() + (static_cast<double>(bin) + (1 - kBarShare) / 2) * pitch_, top, pitch_ * kBarShare,
          plot_.bottom() - top};
}

std::optional<std::size_t> SizeChart::bin_at(QPointF at) const {
  const double bin = (at.x() - plot_.left()) / pitch_;
  const bool inside = bin >= 0 && bin < static_cast<double>(counts_.size()) && at.y() <= plot_.bottom() + kBottom;
  return inside ? std::optional(static_cast<std::size_t>(bin)) : std::nullopt;
}

QColor size_bar_color(const Theme& theme) {
  return ramp_color(0.5, theme);
}

void paint_size_chart(QPainter& painter, const QRectF& rect, const std::vector<SizeBin>& bins, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing);
  Painting{painter, rect, bins, theme}.paint();
}

QString size_bin_text(const SizeBin& bin) {
  const auto count = static_cast<int>(bin.count);
  if (bin.from == Bytes{0}) return SizeChartText::tr("%Ln tensor(s) of size 0", nullptr, count);
  const QString tensors = SizeChartText::tr("%Ln tensor(s)", nullptr, count);
  const QString range = SizeChartText::tr("%1 up to below %2").arg(even_bytes(bin.from), even_bytes(bin.to));
  if (bin.count == 0) return SizeChartText::tr("%1: none").arg(range);
  return SizeChartText::tr("%1: %2, together %3").arg(range, tensors, full_bytes(bin.bytes));
}

QString size_chart_summary(const std::vector<SizeBin>& bins, std::size_t unknown) {
  Bytes bytes;
  for (const SizeBin& bin : bins) bytes += bin.bytes;
  const QString tensors = SizeChartText::tr("%Ln tensor(s)", nullptr, static_cast<int>(tensors_of(bins)));
  const QString known = SizeChartText::tr("%1, together %2").arg(tensors, full_bytes(bytes));
  return unknown == 0
             ? known
             : SizeChartText::tr("%1; %Ln more of unknown size", nullptr, static_cast<int>(unknown)).arg(known);
}

QString size_chart_sentence(const Graph& graph) {
  return graph.tensor_count() == 0 ? SizeChartText::tr("This graph has no tensors.")
                                   : SizeChartText::tr("No tensor has a known size.");
}

Result<Drawing> sizes_drawing(const PlanView& view, const DrawingLook&, const Task&) {
  const QString title = text_of(view.graph->name());
  const std::vector<SizeBin> bins = size_distribution(*view.graph);
  if (bins.empty()) return sentence_drawing(title, size_chart_sentence(*view.graph));
  return Drawing{.title = title,
                 .subtitle = size_chart_summary(bins, unknown_sizes(*view.graph)),
                 .paint = [bins](QPainter& painter, const QRectF& rect, const Theme& theme) {
                   paint_size_chart(painter, rect, bins, theme);
                 }};
}

}  // namespace stowage
