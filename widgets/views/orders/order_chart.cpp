// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/order_chart.h"

#include <cmath>
#include <utility>

#include <QPainter>

#include "core/graph/claims.h"
#include "core/plan/plan.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

OrderCurve curve_of(const KnownOrderPtr& order) {
  if (!order) return {};
  return {order_name(*order->strategy), std::shared_ptr<const StepCurve>(order, &order->curve)};
}

}  // namespace

OrderChart::OrderChart(QWidget* parent) : ChartView(parent) {
  setObjectName("order_chart");
  setAccessibleName(tr("Memory of the compared orders, step by step"));
}

void OrderChart::show(const ComparedOrders& orders, std::optional<Lifetime> range,
                      std::shared_ptr<const StepBands> bands, const QString& order_of_bands) {
  orders_ = orders;
  curves_ = {.first = curve_of(orders.first),
             .second = curve_of(orders.second),
             .range = range,
             .bands = std::move(bands),
             .uncounted = orders.graph ? uncounted(*orders.graph) : Uncounted{}};
  if (curves_.bands) curves_.bands_caption = tr("parts of: %1").arg(order_of_bands);
  refresh();
}

/// Says the first order alone, or both and their difference, which is not known where peaks are only the least.
QString OrderChart::both_text(const QString& first, const QString& second, Bytes from, Bytes to) const {
  if (!orders_.second) return first;
  if (curves_.uncounted.any()) return tr("%1 · %2").arg(first, second);
  return tr("%1 · %2 (%3)").arg(first, second, signed_percent(gap(to, from)));
}

QString OrderChart::summary() const {
  if (!orders_.complete()) return {};
  const auto peak = [&](const KnownOrderPtr& order) {
    return order
               ? tr("%1: peak %2").arg(order_name(*order->strategy), footprint_words(curves_.uncounted, order->peak()))
               : QString();
  };
  const auto bytes = [](const KnownOrderPtr& order) { return order ? order->peak() : Bytes{}; };
  const QString peaks =
      both_text(peak(orders_.first), peak(orders_.second), bytes(orders_.first), bytes(orders_.second));
  if (!orders_.several_streams) return peaks;
  const QString alone = tr("Run one at a time: %1").arg(peaks), beside = interleaved_summary();
  return beside.isEmpty() ? alone : tr("%1. %2").arg(alone, beside);
}

/// Says what plans need on several streams: there a smaller peak may be a larger plan.
QString OrderChart::interleaved_summary() const {
  if (!orders_.first_interleaved || (orders_.second && !orders_.second_interleaved)) return {};
  const Bytes from = *orders_.first_interleaved, to = orders_.second_interleaved.value_or(Bytes{});
  return tr("Side by side: %1")
      .arg(both_text(footprint_words(curves_.uncounted, from), footprint_words(curves_.uncounted, to), from, to));
}

/// The same without names, where there is no room for them.
QString OrderChart::brief_summary() const {
  if (!orders_.complete()) return {};
  const Bytes from = orders_.first->peak(), to = orders_.second ? orders_.second->peak() : Bytes{};
  const QString peaks =
      both_text(footprint_words(curves_.uncounted, from), footprint_words(curves_.uncounted, to), from, to);
  return orders_.several_streams ? tr("One at a time: %1").arg(peaks) : peaks;
}

QString OrderChart::step_text(std::size_t step) const {
  QStringList lines{tr("Step %L1").arg(step)};
  for (const KnownOrderPtr& order : {orders_.first, orders_.second})
    if (order)
      lines += tr("%1: %2, %3")
                   .arg(order_name(*order->strategy), full_bytes(order->curve[step]),
                        text_of(orders_.graph->name(order->sequence[step])));
  if (const StepBand* band = curves_.bands ? curves_.bands->at(step) : nullptr)
    lines << band_heading(*curves_.bands, *band) << band_facts(*band);
  return lines.join('\n');
}

/// The same in one line.
QString OrderChart::step_line(std::size_t step, bool names) const {
  QStringList parts{tr("Step %L1").arg(step)};
  for (const KnownOrderPtr& order : {orders_.first, orders_.second}) {
    if (!order) continue;
    const QString bytes = human_bytes(order->curve[step]), name = order_name(*order->strategy);
    parts += names ? tr("%1: %2, %3").arg(name, bytes, text_of(orders_.graph->name(order->sequence[step])))
                   : tr("%1: %2").arg(name, bytes);
  }
  return parts.join(QStringLiteral(" · "));
}

Drawing OrderChart::drawing() const {
  if (!orders_.complete()) return {};
  return curves_drawing(curves_, text_of(orders_.graph->name()), summary());
}

void OrderChart::paint_mark(QPainter& painter, std::size_t step) const {
  const OrderCurvesChart at = chart();
  painter.fillRect(QRectF(std::floor(at.x_of(static_cast<double>(step) + 0.5)), at.plot().top(), 1, at.plot().height()),
                   theme().text);
}

QStringList OrderChart::line_of(std::optional<std::size_t> step) const {
  if (step) return {step_line(*step, true), step_line(*step, false)};
  QStringList wordings{summary(), interleaved_summary(), brief_summary()};
  wordings.removeAll(QString());
  return wordings;
}

}  // namespace stowage
