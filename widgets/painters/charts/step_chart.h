// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QCoreApplication>
#include <QPolygonF>
#include <QRectF>
#include <QStringList>

#include "widgets/painters/model/step_scale.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

/// The words of charts of curves.
struct CurveText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Curves)
};

/// Where curves of bytes by step are drawn: pixels ↔ places across (steps, events, times) and bytes upwards.
class StepChart {
 public:
  StepChart() = default;
  /// Places [begin, end) across `plot`; at its foot are the `least` bytes, and `headroom` pixels below its top the
  /// `most`.
  StepChart(const QRectF& plot, double begin, double end, double most, double headroom = 0, double least = 0)
      : plot_(plot), begin_(begin), end_(end), most_(most), headroom_(headroom), least_(least) {}

  [[nodiscard]] const QRectF& plot() const { return plot_; }
  [[nodiscard]] double begin() const { return begin_; }
  [[nodiscard]] double end() const { return end_; }
  [[nodiscard]] double x_of(double place) const;
  /// Never above the plot.
  [[nodiscard]] double y_of_amount(double bytes) const;
  [[nodiscard]] double y_of(Bytes bytes) const { return y_of_amount(static_cast<double>(bytes.count)); }

 protected:
  QRectF plot_;
  double begin_ = 0, end_ = 1, most_ = 1;
  double headroom_ = 0;  // pixels from the end of the axis to the top of the plot
  double least_ = 0;
};

/// Such a chart with axes around its plot:
/// ```
///  8 MiB ┤ ▟██▙  ┌─      plot(): below the numbers of bytes and left of nothing; the highest curve leaves room above
///  4 MiB ┤▟████▙─┘       it for a label
///   step ┼──────────
///         0    10
/// ```
class CurveChart : public StepChart {
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

  [[nodiscard]] Lifetime shown() const { return shown_; }
  [[nodiscard]] Bytes most() const { return {static_cast<std::int64_t>(most_)}; }
  /// The step under `x`, cut to those shown; none where there are none.
  [[nodiscard]] std::optional<std::size_t> step_at(double x) const;
  /// How many numbers of bytes the axis has room for.
  [[nodiscard]] int tick_count() const;

 private:
  void end_at_tick();

  Lifetime shown_;
};

// Parts of such charts.

/// Amounts left of a plot, with lines across it, or short ones beside it. On the screen those wider than `room`
/// have smaller letters: far up in a large buffer, each digit counts.
void paint_left_axis(QPainter& painter, const QRectF& plot, const std::vector<Tick>& ticks,
                     const std::function<double(double)>& y_of, const Theme& theme, bool across = true,
                     double room = 57);
/// At most so many ticks in places [low, high] of a scale: steps, shown as `times` (boundary k is at step k) where
/// there are any; or time; or events.
[[nodiscard]] std::vector<Tick> place_ticks(const StepScale& scale, std::span<const std::int64_t> times, double low,
                                            double high, int most);
/// What stands around a chart.
struct ChartAxes {
  std::vector<Tick> amounts{}, places{};
  QString title{};        ///< of the places: left of their numbers
  QStringList upright{};  ///< of the amounts, the longest wording first: on a page, where it has room
};
/// Those of a chart of steps; they are shown as `times` (boundary k is at step k) where there are any.
[[nodiscard]] ChartAxes step_axes(const CurveChart& chart, std::span<const std::int64_t> times = {});
/// Draws them on pages that have axes, and on the screen.
void paint_axes(QPainter& painter, const StepChart& chart, const ChartAxes& axes, const Theme& theme);
/// Parts of the steps, ascending and apart: every second one stands out a little, and each of some width ends with a
/// line. Without smoothing.
void paint_step_bands(QPainter& painter, const StepChart& chart, std::span<const Lifetime> bands, const Theme& theme);

/// How a curve is drawn.
struct CurveInk {
  QColor line{};         ///< invalid: none
  double thickness = 1;  ///< of the line, in pixels
  QColor area{};         ///< below the curve; invalid: none
  Qt::PenStyle style = Qt::SolidLine;
  bool dips = true;  ///< where a pixel holds several pieces, the line shows the least of them beside the most
};
/// Draws a curve as far as it is in view, in flat pieces: its own, or one for each pixel where several share one. On
/// pixels nothing is smoothed: a jagged line of a thousand pieces takes many milliseconds to smoothen, for no gain.
void paint_curve(QPainter& painter, const StepChart& chart, const StepCurve& curve, const CurveInk& ink);
/// A grey line over a lighter area, the most of each pixel: bytes alive, below a drawing of the tensors.
[[nodiscard]] CurveInk grey_curve(const Theme& theme);
/// Pixels of a curve's line, from left to right, that a label there hides; more where the line is steep. As CurveInk
/// says, `dips` are drawn, too.
[[nodiscard]] double hidden_by(const StepChart& chart, const StepCurve& curve, const QRectF& label, bool dips = true);
/// A dotted line at `x` from `top` to the foot of the plot, with a dot at the most bytes.
void paint_peak(QPainter& painter, const StepChart& chart, double x, double top, Bytes most, const Theme& theme);

}  // namespace stowage
