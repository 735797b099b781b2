// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <QColor>
#include <QRectF>
#include <QString>

#include "core/graph/lifetimes.h"
#include "widgets/painters/step_curve.h"
#include "widgets/painters/theme.h"

class QPainter;

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
  std::optional<Lifetime> range{};  ///< the steps shown; none: all
  std::vector<Lifetime> bands{};    ///< parts of the order, tinted in turn; ascending and apart

  /// Of the longer curve.
  [[nodiscard]] std::size_t steps() const;
  [[nodiscard]] Bytes most() const;
  /// What is shown, cut to the steps there are.
  [[nodiscard]] Lifetime shown() const;
};

/// Where they are drawn: pixels ↔ steps and bytes.
class OrderCurvesChart {
 public:
  OrderCurvesChart(const QRectF& rect, const OrderCurves& curves);

  [[nodiscard]] const QRectF& plot() const { return plot_; }
  [[nodiscard]] double x_of(double step) const { return plot_.left() + (step - begin_) / steps_ * plot_.width(); }
  [[nodiscard]] double y_of(Bytes bytes) const;
  /// The step under `x`, cut to those shown; none where there are none.
  [[nodiscard]] std::optional<std::size_t> step_at(double x) const;

 private:
  QRectF plot_;
  double begin_ = 0, steps_ = 1, most_ = 1;
  bool empty_ = false;
};

[[nodiscard]] QColor first_order_color(const Theme& theme);
[[nodiscard]] QColor second_order_color(const Theme& theme);

/// Draws the curves with their peaks into `rect`. Where a pixel holds many steps it shows the least and the most of
/// them.
void paint_order_curves(QPainter& painter, const QRectF& rect, const OrderCurves& curves, const Theme& theme);

}  // namespace stowage
