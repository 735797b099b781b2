// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QString>

#include "core/base/bytes.h"
#include "widgets/painters/style/axis.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

/// Where a chart of footprints begins and ends. Differences of a few percent would vanish on an axis from 0, so it
/// then starts higher, and the chart says so.
struct ChartRange {
  double from = 0, to = 1;  ///< bytes
  [[nodiscard]] bool starts_at_zero() const { return from == 0; }
};
[[nodiscard]] ChartRange chart_range(Bytes least, Bytes most);

/// Ticks at exact amounts, as many as have room on an axis of `length` pixels; `width_of` measures a label. None where
/// not even one has.
[[nodiscard]] std::vector<Tick> footprint_ticks(const ChartRange& range, double length,
                                                const std::function<double(const QString&)>& width_of);

/// The colours of bars.
struct BarColors {
  QColor plain, shown, stale;
};
[[nodiscard]] BarColors bar_colors(const Theme& theme);

/// Footprints as horizontal bars, one a row, beside the lower bound.
struct FootprintBars {
  struct Bar {
    QString name;
    Bytes footprint;
    bool shown = false;  ///< drawn strongest
    bool stale = false;  ///< drawn grey
  };
  std::vector<Bar> bars;
  std::optional<Bytes> bound, baseline;
  ChartRange range;
};

/// Draws them into `rect`, in its units: names on the left, exact sizes on the right, the axis below. Pure.
void paint_footprint_bars(QPainter& painter, const QRectF& rect, const FootprintBars& bars, const Theme& theme);

}  // namespace stowage
