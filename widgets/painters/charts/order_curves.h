// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/graph/claims.h"
#include "widgets/painters/charts/step_chart.h"
#include "widgets/painters/model/step_bands.h"
#include "widgets/painters/style/text.h"

namespace stowage {

/// Bytes alive step by step if the operators run in some order.
struct OrderCurve {
  QString name;
  std::shared_ptr<const StepCurve> bytes;  ///< null: none
};

/// Memory of two orders of the same operators over each other; the second may be missing.
/// ```
///  12 ┤  ▁▁● 12 MiB        ─── second, a line
///   8 ┤ ▟██▙─●─┐
///   4 ┤▟████████▙          ▒▒▒ first, an area
///     ┼────────────  step
/// ```
struct OrderCurves {
  OrderCurve first, second;
  std::optional<Lifetime> range{};           ///< the steps shown; none: all
  std::shared_ptr<const StepBands> bands{};  ///< parts of one of the orders; null: not shown
  QString bands_caption{};                   ///< says which order they are of
  std::vector<std::int64_t> times{};         ///< of the graph's steps, which the axis then shows; empty: none
  Uncounted uncounted{};                     ///< by the bytes: where there is any, peaks are only the least

  /// The steps of the longer curve.
  [[nodiscard]] std::size_t steps() const;
  [[nodiscard]] Bytes most() const;
  /// What is shown, cut to the steps there are.
  [[nodiscard]] Lifetime shown() const;
};

/// Where they are drawn.
class OrderCurvesChart : public CurveChart {
 public:
  OrderCurvesChart(const QRectF& rect, const OrderCurves& curves);

  /// The row of the bands; null without any.
  [[nodiscard]] const QRectF& bands() const { return bands_; }

 private:
  QRectF bands_;
};

/// What the peaks of the curves are called, and where: away from both curves and from each other, where there is room.
/// Null of a peak that is out of view.
struct OrderLabels {
  PlacedLabel first, second;
};
[[nodiscard]] OrderLabels order_labels(const OrderCurvesChart& chart, const OrderCurves& curves);

[[nodiscard]] QColor first_order_color(const Theme& theme);
[[nodiscard]] QColor second_order_color(const Theme& theme);

/// Draws the curves with their peaks into `rect`. Where a pixel holds many steps it shows the least and the most of
/// them.
void paint_order_curves(QPainter& painter, const QRectF& rect, const OrderCurves& curves, const Theme& theme);

/// Bytes alive at each step of the order that a view has, by step: in its plan, where outputs may lie over inputs, or
/// without one, of all tensors with sizes rounded up to `alignment`.
[[nodiscard]] std::vector<Bytes> bytes_alive(const PlanView& view, Bytes alignment);

/// The curves as a figure; a part of the steps can be cut out.
[[nodiscard]] Drawing curves_drawing(OrderCurves curves, const QString& title, const QString& subtitle);
/// bytes_alive() as a figure. Needs graph and lifetimes.
[[nodiscard]] Result<Drawing> memory_drawing(const PlanView& view, const DrawingLook& look = {}, const Task& task = {});

}  // namespace stowage
