// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/order_chart.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QPainter>

#include "core/graph/claims.h"
#include "core/plan/plan.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

constexpr double kSummaryHeight = 20;
constexpr std::ptrdiff_t kPage = 10;

OrderCurve curve_of(const KnownOrderPtr& order) {
  if (!order) return {};
  return {order_name(*order->strategy), std::shared_ptr<const StepCurve>(order, &order->curve)};
}

}  // namespace

OrderChart::OrderChart(QWidget* parent) : Canvas(parent) {
  setObjectName("order_chart");
  setAccessibleName(tr("Memory of the compared orders, step by step"));
  follow_numbers(this, [this] { redraw(); });
}

void OrderChart::set_orders(const ComparedOrders& orders) {
  if (orders == orders_) return;
  orders_ = orders;
  curves_.first = curve_of(orders.first);
  curves_.second = curve_of(orders.second);
  curves_.uncounted = orders.graph ? uncounted(*orders.graph) : Uncounted{};
  if (marked_ && *marked_ >= curves_.steps()) marked_.reset();
  redraw();
}

void OrderChart::set_range(std::optional<Lifetime> range) {
  if (curves_.range == range) return;
  curves_.range = range;
  marked_.reset();
  redraw();
}

void OrderChart::set_bands(std::shared_ptr<const StepBands> bands, const QString& order) {
  const QString caption = bands ? tr("parts of: %1").arg(order) : QString();
  if (bands == curves_.bands && caption == curves_.bands_caption) return;
  curves_.bands = std::move(bands);
  curves_.bands_caption = caption;
  redraw();
}

QRectF OrderChart::area() const {
  return QRectF(rect()).adjusted(0, kSummaryHeight, 0, 0);
}

OrderCurvesChart OrderChart::chart() const {
  return {area(), curves_};
}

std::optional<std::size_t> OrderChart::step_at(QPointF at) const {
  return orders_.complete() && area().contains(at) ? chart().step_at(at.x()) : std::nullopt;
}

void OrderChart::redraw() {
  picture_.clear();
  describe();
  update();
}

/// The first order alone, or both and their difference. Peaks that are only the least have no known difference.
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

/// What plans need on several streams: there a smaller peak may be a larger plan.
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

void OrderChart::paint(QPainter& painter) {
  if (!orders_.complete()) return;
  picture_.draw(painter, *this, [&](QPainter& into) { paint_order_curves(into, area(), curves_, theme()); });
  painter.setFont(paint_font(12));
  painter.setPen(theme().text);
  const QRectF line(8, 0, width() - 16, kSummaryHeight);
  QStringList wordings{summary(), interleaved_summary(), brief_summary()};
  wordings.removeAll(QString());
  if (marked_) wordings = {step_line(*marked_, true), step_line(*marked_, false)};
  const QString text = fitting(painter.font(), wordings, line.width());
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fitted(painter.font(), text, line.width()));
  if (marked_) {
    const OrderCurvesChart at = chart();
    painter.fillRect(
        QRectF(std::floor(at.x_of(static_cast<double>(*marked_) + 0.5)), at.plot().top(), 1, at.plot().height()),
        theme().text);
  }
}

/// What a screen reader says.
void OrderChart::describe() {
  setAccessibleDescription(marked_ && orders_.complete() ? step_text(*marked_) : summary());
}

void OrderChart::mark(std::optional<std::size_t> step) {
  if (marked_ == step) return;
  marked_ = step;
  describe();
  update();
}

void OrderChart::move_mark(std::ptrdiff_t by) {
  const Lifetime shown = curves_.shown();
  if (shown.empty()) return;
  const auto low = static_cast<std::ptrdiff_t>(shown.begin), high = static_cast<std::ptrdiff_t>(shown.end) - 1;
  const std::ptrdiff_t from = marked_ ? static_cast<std::ptrdiff_t>(*marked_) : by > 0 ? low - 1 : high + 1;
  mark(static_cast<std::size_t>(std::clamp(from + by, low, high)));
}

QString OrderChart::tip_at(QPointF at) const {
  const auto step = step_at(at);
  return step ? step_text(*step) : QString();
}

void OrderChart::hover_at(QPointF at) {
  mark(step_at(at));
}

OrderChart::Drag OrderChart::press_at(QPointF at) {
  if (const auto step = step_at(at)) emit step_picked(*step);
  return Drag::none;
}

bool OrderChart::give_up() {
  const bool marked = marked_.has_value();
  mark(std::nullopt);
  return marked;
}

bool OrderChart::key(QKeyEvent& event) {
  const auto steps = static_cast<std::ptrdiff_t>(curves_.steps());
  switch (event.key()) {
    case Qt::Key_Left:
      return move_mark(-1), true;
    case Qt::Key_Right:
      return move_mark(1), true;
    case Qt::Key_PageUp:
      return move_mark(-kPage), true;
    case Qt::Key_PageDown:
      return move_mark(kPage), true;
    case Qt::Key_Home:
      return move_mark(-steps), true;
    case Qt::Key_End:
      return move_mark(steps), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (marked_) emit step_picked(*marked_);
      return true;
    default:
      return false;
  }
}

}  // namespace stowage
