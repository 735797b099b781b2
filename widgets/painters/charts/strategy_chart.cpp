// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/charts/strategy_chart.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct StrategyChartText {
  Q_DECLARE_TR_FUNCTIONS(stowage::StrategyChart)
};

constexpr double kZeroBelow = 0.75;  // the axis begins at zero bytes where least/most is below this
constexpr double kMostTicks = 8, kTickGap = 16;
constexpr double kMostPitch = 34, kLeastPitch = 14;  // pixels from bar to bar; closer, some have no name
constexpr double kBarShare = 0.7;                    // of that
constexpr double kMostNames = 0.42;                  // of the width,
constexpr double kMostNamesSmall = 0.56;             // or of that of a small page: names are more than long bars
constexpr double kLeastBars = 0.25;                  // of the width, where values tell gaps, too
constexpr double kGap = 6, kFoot = 34;

QFont font(double width) {
  return paint_font(on_small_page(width) ? 11 : 12);
}

/// "50.8 KiB (+2.0 %)": what stands right of a bar.
QString value_of(const StrategyBars::Bar& bar, const StrategyBars& all, bool with_gap) {
  const QString bytes = human_bytes(bar.footprint);
  if (!with_gap || !all.bound || all.bound->count <= 0) return bytes;
  return bytes + QStringLiteral(" (") + signed_percent(gap(bar.footprint, *all.bound)) + ')';
}

class Chart {
 public:
  Chart(QPainter& painter, const QRectF& rect, const StrategyBars& bars, const Theme& theme)
      : painter_(painter), bars_(bars), axis_(strategy_axis(bars)), theme_(theme), rect_(rect) {
    const auto count = static_cast<double>(std::max<std::size_t>(bars.bars.size(), 1));
    foot_ = page_has_axis_labels() ? kFoot : 2;
    pitch_ = std::min((rect.height() - foot_) / count, kMostPitch);
    stride_ = static_cast<std::size_t>(std::max(1.0, std::ceil(kLeastPitch / std::max(pitch_, 0.1))));
    for (const StrategyBars::Bar& bar : bars.bars) names_ = std::max(names_, text_width(font(rect.width()), bar.name));
    const double most = on_small_page(rect.width()) ? kMostNamesSmall : kMostNames;
    names_ = std::min(std::ceil(names_) + 1, rect.width() * most);
    // Bars come before the gaps in percent.
    with_gap_ = axis_.above_bound && rect.width() >= kSmallPage / 2;
    const double for_values = rect.width() * (1 - kLeastBars) - names_ - 2 * kGap;
    if (with_gap_ && values_width() > for_values) with_gap_ = false;
    values_ = values_width();
    const double left = rect.left() + names_ + kGap, right = rect.right() - values_ - kGap;
    plot_ = QRectF(left, rect.top(), std::max(8.0, right - left), pitch_ * count);
  }

  void paint() {
    painter_.fillRect(plot_, theme_.surface);
    if (page_has_axis_labels()) paint_axis();
    for (std::size_t k = 0; k < bars_.bars.size(); ++k) paint_bar(k);
    if (bars_.bound) paint_level(*bars_.bound, QPen(theme_.bound, page_line(1.5), Qt::DashLine, Qt::FlatCap));
    if (bars_.baseline) paint_level(*bars_.baseline, QPen(theme_.text, page_line(1.5), Qt::DotLine, Qt::FlatCap));
  }

 private:
  [[nodiscard]] double values_width() const {
    double widest = 0;
    for (const StrategyBars::Bar& bar : bars_.bars)
      widest = std::max(widest, text_width(font(rect_.width()), value_of(bar, bars_, with_gap_)));
    return widest;
  }
  [[nodiscard]] double x_of(double bytes) const { return plot_.left() + bytes / axis_.most * plot_.width(); }
  [[nodiscard]] double beyond(Bytes footprint) const { return static_cast<double>((footprint - axis_.zero).count); }

  void paint_axis() {
    const QFont small = paint_font(11);
    painter_.setFont(small);
    const auto width_of = [&](const QString& label) { return text_width(small, label); };
    for (const Tick& tick : strategy_ticks(axis_, plot_.width(), width_of)) {
      const double x = std::round(x_of(tick.value)) + 0.5;
      painter_.setPen(QPen(theme_.grid, page_line(1)));
      painter_.drawLine(QPointF(x, plot_.top()), QPointF(x, plot_.bottom() + 3));
      painter_.setPen(theme_.muted_text);
      draw_tick_label(painter_, {x, plot_.bottom() + 3}, tick.label, rect_.left(), rect_.right());
    }
    const double middle = plot_.center().x(), half = std::min(middle - rect_.left(), rect_.right() - middle);
    painter_.setPen(theme_.text);
    painter_.drawText(QRectF(middle - half, plot_.bottom() + 17, 2 * half, 16), Qt::AlignCenter,
                      fitting(small, titles(), 2 * half));
  }

  /// The longest first.
  [[nodiscard]] QStringList titles() const {
    if (!axis_.above_bound) return {StrategyChartText::tr("footprint")};
    const QString bound = human_bytes(*bars_.bound);
    return {StrategyChartText::tr("footprint beyond the lower bound of %1").arg(bound),
            StrategyChartText::tr("beyond the bound of %1").arg(bound), StrategyChartText::tr("beyond the bound")};
  }

  /// Every bar has its name, or every second, third …, and the one that is shown.
  [[nodiscard]] bool is_named(std::size_t k) const {
    const auto shown =
        static_cast<std::size_t>(std::ranges::find(bars_.bars, true, &StrategyBars::Bar::shown) - bars_.bars.begin());
    const bool beside = shown < bars_.bars.size() && k + stride_ > shown && k < shown + stride_;
    return beside ? k == shown : k % stride_ == 0;
  }

  void paint_bar(std::size_t k) {
    const StrategyBars::Bar& bar = bars_.bars[k];
    const double top = plot_.top() + pitch_ * static_cast<double>(k);
    const QColor blue = theme_.dark ? QColor(86, 180, 233) : QColor(0, 114, 178);
    const QColor color =
        bar.pale ? mix(theme_.surface, theme_.muted_text, 0.3) : mix(theme_.surface, blue, bar.shown ? 1 : 0.45);
    const double length = std::max(x_of(beyond(bar.footprint)) - plot_.left(), 0.0);
    painter_.fillRect(QRectF(plot_.left(), top + pitch_ * (1 - kBarShare) / 2, length, pitch_ * kBarShare), color);
    if (!is_named(k)) return;
    const double high = std::max(pitch_, kLeastPitch), middle = top + pitch_ / 2;
    set_letters(painter_, font(rect_.width()), theme_.text);
    painter_.drawText(QRectF(rect_.left(), middle - high / 2, names_, high), Qt::AlignRight | Qt::AlignVCenter,
                      fitted(painter_.font(), bar.name, names_));
    painter_.drawText(QRectF(plot_.right() + kGap, middle - high / 2, values_ + 2, high),
                      Qt::AlignLeft | Qt::AlignVCenter, value_of(bar, bars_, with_gap_));
  }

  void paint_level(Bytes level, const QPen& pen) {
    const double x = x_of(beyond(level));
    if (x < plot_.left() - 1 || x > plot_.right() + 1) return;
    painter_.setPen(pen);
    painter_.drawLine(QPointF(x, plot_.top()), QPointF(x, plot_.bottom()));
  }

  QPainter& painter_;
  const StrategyBars& bars_;
  StrategyAxis axis_;
  const Theme& theme_;
  QRectF rect_, plot_;
  double foot_ = 0, pitch_ = 1, names_ = 0, values_ = 0;
  std::size_t stride_ = 1;
  bool with_gap_ = false;
};

/// Grey: no plan for the graph as it is.
bool is_pale(const StrategyRow& row) {
  return row.stale || row.faulty();
}

QString bar_name(const StrategyRow& row) {
  const QString name = row_name(row);
  return row.faulty() ? StrategyChartText::tr("%1: invalid").arg(name) : name;
}

StrategyBars bars_of(const PlanSet& plans, const StrategyRow* shown) {
  StrategyBars out;
  for (const StrategyRow& row : plans.rows())
    if (row.footprint)
      out.bars.push_back(
          {.name = bar_name(row), .footprint = *row.footprint, .shown = &row == shown, .pale = is_pale(row)});
  if (!plans.uncounted().any()) out.bound = plans.lower_bound();  // no gap is known
  if (plans.baseline()) out.baseline = plans.baseline()->plan->footprint;
  return out;
}

QStringList without_bars(const PlanSet& plans) {
  int idle = 0, refused = 0, stopped = 0;
  for (const StrategyRow& row : plans.rows()) {
    if (row.footprint || row.state == StrategyRow::State::waiting) continue;
    const bool not_run = row.state == StrategyRow::State::idle && !row.failure;
    ++(row.refusal ? refused : not_run ? idle : stopped);
  }
  QStringList parts;
  if (idle > 0) parts += StrategyChartText::tr("%Ln not run.", nullptr, idle);
  if (refused > 0) parts += StrategyChartText::tr("%Ln cannot plan this graph.", nullptr, refused);
  if (stopped > 0) parts += StrategyChartText::tr("%Ln gave no plan.", nullptr, stopped);
  return parts;
}

QString summary(const PlanSet& plans, const StrategyBars& bars) {
  if (bars.bars.empty()) return StrategyChartText::tr("No plan yet");
  QStringList parts;
  if (plans.uncounted().any())
    parts += StrategyChartText::tr("Each footprint is only the least: not everything is counted.");
  if (bars.bound) parts += StrategyChartText::tr("Dashed: lower bound %1.").arg(human_bytes(*bars.bound));
  if (bars.baseline)
    parts += StrategyChartText::tr("Dotted: baseline %1, %2.")
                 .arg(plan_name(plans.baseline()->plan->strategy), human_bytes(*bars.baseline));
  return (parts + without_bars(plans)).join(' ');
}

}  // namespace

StrategyAxis strategy_axis(const StrategyBars& bars) {
  if (bars.bars.empty()) return {};
  Bytes least = bars.bars.front().footprint, most = least;
  for (const StrategyBars::Bar& bar : bars.bars) {
    least = std::min(least, bar.footprint);
    most = std::max(most, bar.footprint);
  }
  if (bars.baseline) most = std::max(most, *bars.baseline);
  const auto low = static_cast<double>(least.count), high = std::max(1.0, static_cast<double>(most.count));
  // A plan below the bound is a wrong one.
  const bool close = bars.bound && *bars.bound <= least && *bars.bound < most && low >= kZeroBelow * high;
  const Bytes zero = close ? *bars.bound : Bytes{};
  return {zero, std::max(1.0, static_cast<double>((most - zero).count)) * 1.04, close};
}

std::vector<Tick> strategy_ticks(const StrategyAxis& axis, double length,
                                 const std::function<double(const QString&)>& width_of) {
  for (int most = static_cast<int>(kMostTicks); most >= 1; --most) {
    std::vector<Tick> ticks = byte_ticks(0, axis.most, most);
    if (ticks.size() < 2) return ticks;
    const double apart = (ticks[1].value - ticks[0].value) / axis.most * length;
    const auto has_room = [&](const Tick& tick) { return width_of(tick.label) + kTickGap <= apart; };
    if (std::ranges::all_of(ticks, has_room)) return ticks;
  }
  return {};
}

QString row_name(const StrategyRow& row) {
  return row.strategy ? strategy_name(*row.strategy) : imported_plan_name(row.of_file);
}

Result<Drawing> strategies_drawing(const PlanView& view, const DrawingLook& look, const Task&) {
  if (!look.plans) return tl::unexpected(Error::bad_input("", "", "there are no plans to compare"));
  const PlanSet& plans = *look.plans;
  const int best = plans.best() ? plans.row_of(plans.best()) : -1;
  const StrategyRow* shown = best < 0 ? nullptr : &plans.rows()[static_cast<std::size_t>(best)];
  return strategy_page(plans, shown, text_of(view.graph->name()));
}

Drawing strategy_page(const PlanSet& plans, const StrategyRow* shown, const QString& graph_name) {
  const StrategyBars bars = bars_of(plans, shown);
  const QString what = StrategyChartText::tr("Footprints of all strategies"), words = summary(plans, bars);
  return {.title = graph_name.isEmpty() ? what : graph_name,
          .subtitle = graph_name.isEmpty() ? words : what + ". " + words,
          .paint =
              [bars](QPainter& painter, const QRectF& rect, const Theme& theme) {
                painter.save();
                Chart(painter, rect, bars, theme).paint();
                painter.restore();
              },
          .list_height = kFoot + (kLeastPitch + 2) * static_cast<double>(bars.bars.size())};
}

}  // namespace stowage
