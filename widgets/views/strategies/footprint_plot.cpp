// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/footprint_plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QPicture>

#include "widgets/controls/plot_style.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kZeroBelow = 0.75;  // the axis starts at 0 where least/most is below this
constexpr double kFootShare = 0.35;  // else it starts this share of the spread below the least
constexpr int kMostTicks = 8;
constexpr double kTickGap = 16;                                // between two labels
constexpr double kBarWidth = 0.72;                             // of the distance between two bars
constexpr int kLeastName = 8;                                  // pixels of its letters
constexpr double kMostLabels = 0.4;                            // of the width
constexpr double kPageText = 13, kPagePitch = 40, kFoot = 30;  // pixels

double as_double(Bytes bytes) {
  return static_cast<double>(bytes.count);
}

QColor faint(QColor color, double alpha) {
  color.setAlphaF(static_cast<float>(alpha));
  return color;
}

ChartRange range_of(const FootprintBars& data) {
  if (data.bars.empty()) return {};
  auto [least, most] = std::pair(data.bars.front().footprint, data.bars.front().footprint);
  const auto take = [&](Bytes value) {
    least = std::min(least, value);
    most = std::max(most, value);
  };
  for (const FootprintBars::Bar& bar : data.bars) take(bar.footprint);
  if (data.bound) take(*data.bound);
  if (data.baseline) take(*data.baseline);
  return chart_range(least, most);
}

}  // namespace

ChartRange chart_range(Bytes least, Bytes most) {
  const double low = as_double(least);
  const double high = std::max(as_double(most), 1.0);
  if (low >= high || low < kZeroBelow * high) return {0, high * 1.04};
  const double spread = high - low;
  return {std::max(0.0, low - kFootShare * spread), high + 0.06 * spread};
}

std::vector<Tick> footprint_ticks(const ChartRange& range, double length,
                                  const std::function<double(const QString&)>& width_of) {
  for (int most = kMostTicks; most >= 1; --most) {
    std::vector<Tick> ticks = byte_ticks(range.from, range.to, most);
    if (ticks.empty()) continue;
    const double distance = ticks.size() > 1 ? ticks[1].value - ticks[0].value : range.to - range.from;
    const double apart = distance / (range.to - range.from) * length;
    const auto has_room = [&](const Tick& tick) { return width_of(tick.label) + kTickGap <= apart; };
    if (std::ranges::all_of(ticks, has_room)) return ticks;
  }
  return {};
}

FootprintPlot::FootprintPlot() {
  for (QCPBars** bars : {&plain_, &shown_, &pale_}) {
    *bars = new QCPBars(yAxis, xAxis);
    (*bars)->setWidth(kBarWidth);
    (*bars)->setPen(Qt::NoPen);
  }
  bound_ = new QCPItemStraightLine(this);  // above the bars
  baseline_ = new QCPItemStraightLine(this);
  for (QCPAxis* axis : {yAxis, yAxis2}) {
    axis->setRangeReversed(true);
    axis->setTickLength(0);
    axis->grid()->setVisible(false);
  }
}

void FootprintPlot::set_bars(FootprintBars bars) {
  data_ = std::move(bars);
  range_ = range_of(data_);
  xAxis->setRange(range_.from, range_.to);
  for (QCPAxis* axis : {yAxis, yAxis2})
    axis->setRange(-0.6, std::max(1.0, static_cast<double>(data_.bars.size())) - 0.4);
  for (QCPBars* each : {plain_, shown_, pale_}) {
    each->data()->clear();
    each->setBaseValue(range_.from);
  }
  for (std::size_t k = 0; k < data_.bars.size(); ++k) {
    const FootprintBars::Bar& bar = data_.bars[k];
    QCPBars* of = bar.pale ? pale_ : bar.shown ? shown_ : plain_;
    of->addData(static_cast<double>(k), as_double(bar.footprint) - range_.from);  // it adds the base value
  }
  const auto place = [](QCPItemStraightLine* line, std::optional<Bytes> at) {
    line->setVisible(at.has_value());
    if (!at) return;
    line->point1->setCoords(as_double(*at), 0);
    line->point2->setCoords(as_double(*at), 1);
  };
  place(bound_, data_.bound);
  place(baseline_, data_.baseline);
  fit_texts();
}

void FootprintPlot::set_style(const Theme& theme, const QFont& font) {
  font_ = font;
  set_plot_style(*this, theme, font);
  yAxis->setTickLabelColor(theme.text);
  yAxis2->setTickLabelColor(theme.text);
  const QColor blue = theme.dark ? QColor(86, 180, 233) : QColor(0, 114, 178);
  plain_->setBrush(faint(blue, 0.45));
  shown_->setBrush(blue);
  pale_->setBrush(faint(theme.muted_text, 0.3));
  bound_->setPen(QPen(theme.bound, 1.5, Qt::DashLine));
  baseline_->setPen(QPen(theme.text, 1.5, Qt::DotLine));
}

bool FootprintPlot::fit_texts() {
  const bool names = fit_names();
  return fit_ticks() || names;
}

/// Names as large as the distance between two bars allows; where that is too little, of every second, third … bar.
bool FootprintPlot::fit_names() {
  const double pitch = axisRect()->height() / std::max(1.0, static_cast<double>(data_.bars.size()));
  QFont font = font_;
  const int largest = std::max(kLeastName, QFontInfo(font_).pixelSize());
  font.setPixelSize(std::clamp(static_cast<int>(pitch * 0.86), kLeastName, largest));
  const auto stride = static_cast<std::size_t>(std::max(1.0, std::ceil(kLeastName * 1.15 / std::max(pitch, 0.1))));
  const auto shown =
      static_cast<std::size_t>(std::ranges::find(data_.bars, true, &FootprintBars::Bar::shown) - data_.bars.begin());
  QMap<double, QString> names, sizes;
  for (std::size_t k = 0; k < data_.bars.size(); ++k) {
    const bool beside = shown < data_.bars.size() && k + stride > shown && k < shown + stride;  // of the one shown
    if (beside ? k != shown : k % stride != 0) continue;
    names.insert(static_cast<double>(k), fitted(font, data_.bars[k].name, kMostLabels * viewport().width()));
    sizes.insert(static_cast<double>(k), human_bytes(data_.bars[k].footprint));
  }
  bool other = font != yAxis->tickLabelFont();
  yAxis->setTickLabelFont(font);
  yAxis2->setTickLabelFont(font);
  other |= set_ticks(*yAxis, names);
  return set_ticks(*yAxis2, sizes) || other;
}

QStringList FootprintPlot::names() const {
  const auto ticker = yAxis->ticker().dynamicCast<QCPAxisTickerText>();
  return ticker ? QStringList(ticker->ticks().values()) : QStringList();
}

/// As many exact ticks as the axis has room for now.
bool FootprintPlot::fit_ticks() {
  const QFontMetricsF metrics(xAxis->tickLabelFont());
  const auto width_of = [&](const QString& label) { return metrics.horizontalAdvance(label); };
  QMap<double, QString> labels;
  for (const Tick& tick : footprint_ticks(range_, axisRect()->width(), width_of)) labels.insert(tick.value, tick.label);
  return set_ticks(*xAxis, labels);
}

void FootprintPlot::paint(QPainter& painter, const QRectF& rect, const Theme& theme) {
  const std::lock_guard lock(painting_);
  set_style(theme, paint_font(kPageText));
  setBackground(Qt::NoBrush);  // the page has one
  axisRect()->setBackground(theme.surface);
  yAxis2->setVisible(true);
  yAxis2->setTickLabels(true);
  const double most = kPagePitch * std::max(1.0, static_cast<double>(data_.bars.size())) + kFoot;
  const QSize size = QSizeF(rect.width(), std::min(rect.height(), most)).toSize().expandedTo({1, 1});
  setViewport({QPoint(), size});
  for (int pass = 0; pass < 2; ++pass) {  // names take room from the ticks
    updateLayout();
    fit_texts();
  }
  // QCustomPlot wants a painter of its own, and `painter` has the device already.
  QPicture picture;
  QCPPainter into(&picture);
  into.setMode(QCPPainter::pmVectorized);
  toPainter(&into, size.width(), size.height());
  into.end();
  painter.save();
  painter.translate(rect.topLeft());
  // A picture is drawn in inches, but the page is laid out in pixels, whatever the device's resolution.
  painter.scale(static_cast<double>(picture.logicalDpiX()) / painter.device()->logicalDpiX(),
                static_cast<double>(picture.logicalDpiY()) / painter.device()->logicalDpiY());
  painter.drawPicture(0, 0, picture);
  painter.restore();
}

}  // namespace stowage
