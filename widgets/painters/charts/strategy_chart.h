// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QRectF>
#include <QString>

#include "core/base/bytes.h"
#include "widgets/painters/style/axis.h"
#include "widgets/painters/style/theme.h"

class QPainter;

namespace stowage {

/// The footprints of strategies, to be drawn as bars, from above.
struct StrategyBars {
  struct Bar {
    QString name;
    Bytes footprint;
    bool shown = false;  ///< the plan that is shown: in full colour
    bool pale = false;   ///< a plan of another graph, or a wrong one: grey
  };
  std::vector<Bar> bars;
  std::optional<Bytes> bound, baseline;
};

/// The axis of such a chart. It always begins at zero: with zero bytes, or, where plans differ by little, with the
/// lower bound, and then shows how much each plan needs beyond that.
struct StrategyAxis {
  Bytes zero;       ///< the footprint at which bars begin
  double most = 1;  ///< bytes from there to the end
  bool above_bound = false;
};
[[nodiscard]] StrategyAxis strategy_axis(const StrategyBars& bars);
/// Ticks from 0 to its end, as many as `length` pixels have room for; `width_of` measures a label.
[[nodiscard]] std::vector<Tick> strategy_ticks(const StrategyAxis& axis, double length,
                                               const std::function<double(const QString&)>& width_of);

/// Pixels that the chart needs to name every bar.
[[nodiscard]] double strategy_chart_height(std::size_t bars);

/// Names left of the bars, footprints right of them, the bound dashed, the baseline dotted, the axis below.
void paint_strategy_chart(QPainter& painter, const QRectF& rect, const StrategyBars& bars, const Theme& theme);

}  // namespace stowage
