// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/charts/lifetimes_painter.h"

#include <cmath>
#include <tuple>

#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/heap_map/scanline.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

using raster::Sum, raster::sum_of;

constexpr double kLeft = 78, kNamesLeft = 128, kSmallNamesLeft = 82, kRight = 12, kTop = 4, kBottom = 38, kGap = 12;
constexpr double kCurveShare = 0.22, kMostCurve = 150, kAbovePeak = 1.08;
constexpr double kNameRow = 12;     ///< a row as high as this has its name beside it
constexpr double kVectorRow = 2.5;  ///< lower rows than this are drawn as pixels
constexpr double kMostRow = 34;
struct Kept {
  std::shared_ptr<const Graph> graph;
  LifetimeChart chart;
  Coloring coloring;
  bool peak_asked = false;  // a lesson asks for the peak, so that no label says it
};

class Painting {
 public:
  Painting(QPainter& painter, const QRectF& rect, const Kept& kept, const Theme& theme)
      : painter_(painter), rect_(rect), kept_(kept), chart_(kept.chart), theme_(theme) {
    std::tie(from_, to_) = shown(chart_);
    const double curve = std::min(rect.height() * kCurveShare, kMostCurve);
    const bool labels = page_has_axis_labels();
    const double room = rect.height() - kTop - (labels ? kBottom : 2) - kGap - curve;
    row_ = std::min(room / static_cast<double>(std::max<std::size_t>(chart_.rows.size(), 1)), kMostRow);
    const double names = on_small_page(rect.width()) ? kSmallNamesLeft : kNamesLeft;
    const double left = rect.left() + (row_ >= kNameRow ? names : labels ? kLeft : 2);
    const double width = rect.right() - kRight - left;
    bars_ = QRectF(left, rect.top() + kTop, width, row_ * static_cast<double>(chart_.rows.size()));
    curve_ = QRectF(left, bars_.bottom() + kGap, width, curve);
    bytes_ =
        StepChart(curve_, from_, to_, kAbovePeak * std::max(1.0, static_cast<double>(kept.chart.alive.peak().count)));
  }

  void paint() {
    if (bars_.width() < 20 || curve_.height() < 8) return;
    painter_.fillRect(bars_, theme_.surface);
    painter_.fillRect(curve_, theme_.surface);
    paint_step_axis();
    if (row_ >= kVectorRow)
      paint_bars();
    else
      paint_pixels();
    paint_row_axis();
    paint_curve();
    const double peak = static_cast<double>(chart_.alive.peak_step()) + 0.5;
    if (peak > from_ && peak < to_ && !kept_.peak_asked) paint_peak();
  }

 private:
  static std::pair<double, double> shown(const LifetimeChart& chart) {
    const auto all = static_cast<double>(std::max<std::size_t>(chart.steps(), 1));
    const auto crop = page_crop().steps;
    if (!crop) return {0, all};
    const double from = std::clamp(crop->first, 0.0, all - 1);
    return {from, std::clamp(crop->second, from + 1, all)};
  }
  [[nodiscard]] double x_of(double step) const { return bytes_.x_of(step); }

  void paint_step_axis() {
    const int most = std::max(2, static_cast<int>(bars_.width() / 90));
    const auto times = kept_.graph->times();
    painter_.setFont(paint_font(11));
    for (const Tick& tick : place_ticks({}, times, from_, to_, most)) {
      const double x = std::round(x_of(tick.value)) + 0.5;
      painter_.setPen(QPen(theme_.grid, page_line(1)));
      painter_.drawLine(QPointF(x, bars_.top()), QPointF(x, bars_.bottom()));
      painter_.drawLine(QPointF(x, curve_.top()), QPointF(x, curve_.bottom() + 4));
      painter_.setPen(theme_.muted_text);
      if (page_has_axis_labels())
        draw_tick_label(painter_, {x, curve_.bottom() + 5}, tick.label, rect_.left(), rect_.right());
    }
    if (!page_has_axis_labels()) return;
    // What is said of dense rows stands on the same line.
    const QStringList titles =
        times.empty() ? QStringList{CurveText::tr("step of the order"), CurveText::tr("step")}
                      : QStringList{CurveText::tr("time (steps of one width, not to scale)"), CurveText::tr("time")};
    const bool shared = row_ < kVectorRow && page_has_captions();
    painter_.drawText(QRectF(curve_.left(), curve_.bottom() + 20, curve_.width(), 16),
                      shared ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter,
                      fitting(painter_.font(), titles, shared ? curve_.width() / 3 : curve_.width()));
  }

  void paint_bars() {
    const double gap = row_ >= 5 ? std::min(row_ * 0.18, 4.0) : 0;
    const QFont font = paint_font(11);
    painter_.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < chart_.rows.size(); ++i) {
      const TensorId t = chart_.rows[i];
      const Fill fill = kept_.coloring.fill(kept_.coloring.class_of(t), theme_);
      const double x = std::max(x_of(chart_.lives[i].begin), bars_.left());
      const double y = bars_.top() + row_ * static_cast<double>(i);
      const double right = std::min(x_of(chart_.lives[i].end), bars_.right());
      const bool outside = right <= bars_.left() || x >= bars_.right();
      const QRectF bar(x, y + gap / 2, outside ? 0 : std::max(right - x, 1.0), row_ - gap);
      if (!outside) fill_rect(painter_, bar, fill);
      if (row_ < kNameRow) continue;
      set_letters(painter_, font, theme_.text);
      painter_.drawText(QRectF(rect_.left(), y, bars_.left() - rect_.left() - 8, row_),
                        Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                        fitted_name(font, text_of(kept_.graph->name(t)), bars_.left() - rect_.left() - 8));
      const QString size = human_bytes(kept_.graph->size(t));
      if (row_ < kNameRow + gap + 1 || text_width(font, size) + 10 > bar.width()) continue;
      if (fill.hatched())
        painter_.fillRect(QRectF(bar.left() + 3, bar.top(), text_width(font, size) + 6, bar.height()), fill.color);
      painter_.setPen(ink_on(fill.color));
      painter_.drawText(bar.adjusted(6, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, size);
    }
  }

  void paint_pixels() {
    const double scale = std::min(cells_a_pixel(painter_, bars_.size()), 4.0);
    const QSize pixels((bars_.size() * scale).toSize().expandedTo({1, 1}));
    draw_cells(painter_, bars_, lifetime_image(chart_, kept_.coloring, pixels, theme_, from_, to_));
    const double rows = static_cast<double>(chart_.rows.size()) / static_cast<double>(pixels.height());
    if (rows <= 1 || !page_has_captions()) return;
    set_letters(painter_, paint_font(11), theme_.muted_text);
    const QString count = QLocale().toString(rows, 'f', 1);
    painter_.drawText(
        QRectF(curve_.left(), curve_.bottom() + 20, curve_.width(), 16), Qt::AlignRight | Qt::AlignVCenter,
        fitting(painter_.font(),
                {CurveText::tr("%1 tensors per line of pixels; paler means fewer of them alive").arg(count),
                 CurveText::tr("%1 tensors per line (pale: fewer alive)").arg(count),
                 CurveText::tr("%1 tensors per line").arg(count)},
                curve_.width() * 2 / 3));
  }

  void paint_row_axis() {
    set_ink(painter_, QPen(theme_.grid, page_line(1)), Qt::NoBrush);
    painter_.setRenderHint(QPainter::Antialiasing, false);
    painter_.drawRect(bars_);
    painter_.drawRect(curve_);
    painter_.setRenderHint(QPainter::Antialiasing);
    if (row_ >= kNameRow || !page_has_axis_labels()) return;
    set_letters(painter_, paint_font(11), theme_.muted_text);
    const auto rows = static_cast<double>(chart_.rows.size());
    paint_left_axis(
        painter_, bars_, number_ticks(0, rows, std::max(3, static_cast<int>(bars_.height() / 40))),
        [&](double row) { return bars_.top() + row * row_; }, theme_, false);
    title(bars_, {CurveText::tr("tensors, in the order in which they are made"), CurveText::tr("tensors")});
  }

  void title(const QRectF& beside, const QStringList& wordings) {
    draw_upright(painter_, QRectF(rect_.left() - 1, beside.top(), 16, beside.height()),
                 fitting(painter_.font(), wordings, beside.height()));
  }

  void paint_curve() {
    stowage::paint_curve(painter_, bytes_, chart_.alive, grey_curve(theme_));
    if (!page_has_axis_labels()) return;
    set_letters(painter_, paint_font(11), theme_.muted_text);
    const double high = std::max(1.0, static_cast<double>(chart_.alive.peak().count));
    paint_left_axis(
        painter_, curve_, byte_ticks(0, high, std::max(2, static_cast<int>(curve_.height() / 24))),
        [&](double bytes) { return bytes_.y_of_amount(bytes); }, theme_, false);
    title(curve_, {CurveText::tr("bytes alive"), CurveText::tr("alive")});
  }

  void paint_peak() {
    const double x = std::floor(x_of(static_cast<double>(chart_.alive.peak_step()) + 0.5)) + 0.5;
    const Bytes most = chart_.alive.peak();
    stowage::paint_peak(painter_, bytes_, x, bars_.top(), most, theme_);
    const QString size = footprint_words(*kept_.graph, most);
    const QString text =
        fitting_label({CurveText::tr("peak %1 at %2").arg(size, step_text(*kept_.graph, chart_.alive.peak_step())),
                       CurveText::tr("peak %1").arg(size), size},
                      curve_.width() / 2);
    const bool right = x < curve_.center().x();
    draw_label(painter_, text, QPointF(x + (right ? 7 : -7), bytes_.y_of(most) + 4),
               right ? Qt::AlignLeft : Qt::AlignRight, curve_.adjusted(2, 2, -2, -2), theme_.peak, theme_);
  }

  QPainter& painter_;
  const QRectF rect_;
  const Kept& kept_;
  const LifetimeChart& chart_;
  const Theme& theme_;
  double row_ = 0, from_ = 0, to_ = 1;  // steps
  QRectF bars_, curve_;
  StepChart bytes_;
};

/// The mean of the colours of the bars at one pixel, the fainter the fewer of `most` there are.
QColor shown(const Sum& sum, std::size_t most, const Theme& theme) {
  constexpr int kCount = 3;
  if (sum[kCount] == 0) return theme.surface;
  const auto channel = [&](int i) { return static_cast<int>(sum[i] / sum[kCount]); };
  return mix(theme.surface, QColor(channel(0), channel(1), channel(2)),
             0.4 + 0.6 * static_cast<double>(sum[kCount]) / static_cast<double>(most));
}

QString subtitle(const Graph& graph, const LifetimeChart& chart) {
  QString out =
      CurveText::tr("lifetimes of %1 over %2 steps").arg(places_text(graph, chart.rows.size()), grouped(chart.steps()));
  if (chart.never_needed > 0) out += CurveText::tr("; not drawn: %1 never needed").arg(grouped(chart.never_needed));
  return out;
}

}  // namespace

LifetimeChart lifetime_chart(const Graph& graph, std::span<const Lifetime> lifetimes, StepCurve alive) {
  LifetimeChart out;
  for (TensorId t : graph.tensors())
    if (!lifetimes[t.index()].empty()) out.rows.push_back(t);
  out.never_needed = graph.tensor_count() - out.rows.size();
  std::ranges::stable_sort(out.rows, {}, [&](TensorId t) { return lifetimes[t.index()].begin; });
  for (TensorId t : out.rows) out.lives.push_back(lifetimes[t.index()]);
  out.alive = std::move(alive);
  return out;
}

QImage lifetime_image(const LifetimeChart& chart, const Coloring& coloring, QSize size, const Theme& theme,
                      double from_step, double to_step) {
  QImage image(size, QImage::Format_RGB32);
  const auto width = static_cast<std::size_t>(size.width()), height = static_cast<std::size_t>(size.height());
  const std::size_t rows = chart.rows.size();
  const double last = to_step > from_step ? to_step : static_cast<double>(std::max<std::size_t>(chart.steps(), 1));
  const double pitch = static_cast<double>(width) / (last - from_step);  // pixels a step
  const auto pixel = [&](double step) {
    return static_cast<std::size_t>(std::clamp((step - from_step) * pitch + 1e-9, 0.0, static_cast<double>(width)));
  };
  std::vector<Sum> change(width + 1);  // what begins and ends at each pixel
  for (std::size_t y = 0; y < height; ++y) {
    std::ranges::fill(change, Sum{});
    const std::size_t first = y * rows / height, end = std::max(first + 1, (y + 1) * rows / height);
    for (std::size_t i = first; i < std::min(end, rows); ++i) {
      const QColor color = coloring.fill(coloring.class_of(chart.rows[i]), theme).color;
      if (chart.lives[i].end <= from_step || chart.lives[i].begin >= last) continue;
      const std::size_t from = std::min(pixel(chart.lives[i].begin), width - 1);
      change[from] += sum_of(color, 1);
      change[std::clamp(pixel(chart.lives[i].end), from + 1, width)] -= sum_of(color, 1);
    }
    auto* const line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(y)));
    Sum sum{};
    for (std::size_t x = 0; x < width; ++x) {
      sum += change[x];
      line[x] = shown(sum, end - first, theme).rgb();
    }
  }
  return image;
}

Result<Drawing> lifetimes_drawing(const PlanView& view, const DrawingLook& look, const Task&) {
  const auto kept = std::make_shared<const Kept>(
      Kept{view.graph, lifetime_chart(*view.graph, *view.lifetimes, StepCurve(bytes_alive(view, look.alignment))),
           Coloring(*view.graph, *view.lifetimes, look.by), view.peak_asked});
  const QString title = text_of(view.graph->name());
  if (kept->chart.rows.empty())
    return sentence_drawing(title, view.graph->operator_count() == 0
                                       ? CurveText::tr("This graph has no operators and so no time axis.")
                                       : CurveText::tr("No tensor is ever needed: there are no lifetimes to draw."));
  return Drawing{.title = title,
                 .subtitle = subtitle(*view.graph, kept->chart),
                 .legend_title = legend_title(look.by),
                 .legend = [kept](const Theme& theme) { return legend_of(kept->coloring, {}, theme); },
                 .paint = [kept](QPainter& painter, const QRectF& rect,
                                 const Theme& theme) { Painting(painter, rect, *kept, theme).paint(); },
                 .crop = {.steps = true, .shown = {.steps = std::pair(0.0, static_cast<double>(kept->chart.steps()))}}};
}

}  // namespace stowage
