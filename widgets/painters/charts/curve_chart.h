// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <QColor>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "core/graph/lifetimes.h"
#include "widgets/painters/model/step_curve.h"
#include "widgets/painters/style/theme.h"

class QPainter;

namespace stowage {

/// Where curves of bytes by step are drawn: pixels ↔ steps and bytes.
/// ```
///  8 MiB ┤ ▟██▙  ┌─      plot(): below the numbers of bytes and left of nothing; the highest curve leaves room above
///  4 MiB ┤▟████▙─┘       it for a label
///   step ┼──────────
///         0    10
/// ```
class CurveChart {
 public:
  /// What a chart has room for besides its curves.
  struct Room {
    double above = 0;     ///< pixels left free over the plot
    int label_lines = 1;  ///< in the plot over the highest curve
    bool titled = false;  ///< on a page its axis of bytes says what it is of
  };
  /// `shown`: the steps; `most`: of all curves.
  CurveChart(const QRectF& rect, Lifetime shown, Bytes most) : CurveChart(rect, shown, most, Room()) {}
  CurveChart(const QRectF& rect, Lifetime shown, Bytes most, const Room& room);

  [[nodiscard]] const QRectF& rect() const { return rect_; }
  [[nodiscard]] const QRectF& plot() const { return plot_; }
  [[nodiscard]] Lifetime shown() const { return shown_; }
  [[nodiscard]] Bytes most() const { return most_; }
  [[nodiscard]] double x_of(double step) const;
  [[nodiscard]] double y_of(Bytes bytes) const;
  /// The step under `x`, cut to those shown; none where there are none.
  [[nodiscard]] std::optional<std::size_t> step_at(double x) const;
  /// How many numbers of bytes the axis has room for.
  [[nodiscard]] int tick_count() const;

 private:
  void end_at_tick();

  QRectF rect_, plot_;
  Lifetime shown_;
  Bytes most_;
  double headroom_ = 0;  // pixels from the end of the axis to the top of the plot
};

// Parts of such a chart, to be drawn without smoothing. Where a pixel holds many steps, curves show the least and the
// most of them.
/// Steps are told as `times` (boundary k is at step k) where there are any; `title` says what else they are. `upright`
/// says, the longest wording first, what the bytes are, where the chart has room for it.
void paint_curve_axes(QPainter& painter, const CurveChart& chart, const Theme& theme,
                      std::span<const std::int64_t> times = {}, const QString& title = {},
                      const QStringList& upright = {});
/// Parts of the steps, ascending and apart: every second one stands out a little, and each of some width ends with a
/// line.
void paint_curve_bands(QPainter& painter, const CurveChart& chart, std::span<const Lifetime> bands, const Theme& theme);
void paint_curve_area(QPainter& painter, const CurveChart& chart, const StepCurve& curve, const QColor& color);
void paint_curve_line(QPainter& painter, const CurveChart& chart, const StepCurve& curve, const QColor& color,
                      int thickness);

}  // namespace stowage
