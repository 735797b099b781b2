// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include <qcustomplot.h>

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

/// What a chart of footprints shows.
struct FootprintBars {
  struct Bar {
    QString name;
    Bytes footprint;
    bool shown = false;  ///< drawn strongest
    bool pale = false;   ///< drawn grey: no plan for the graph as it is
  };
  std::vector<Bar> bars;
  std::optional<Bytes> bound, baseline;
};

/// Footprints as horizontal bars, one a row, beside the lower bound; on screen, and on a page. Where bars lie closer
/// than names can be read, only some are named, the one shown among them.
class FootprintPlot final : public QCustomPlot {
 public:
  FootprintPlot();

  void set_bars(FootprintBars bars);
  [[nodiscard]] const FootprintBars& bars() const { return data_; }
  void set_style(const Theme& theme, const QFont& font);
  /// Names and ticks as there is room for them now. False where they are so already.
  bool fit_texts();
  [[nodiscard]] ChartRange range() const { return range_; }
  /// That are written beside the bars, from above.
  [[nodiscard]] QStringList names() const;
  /// Draws it into `rect`, in its units, with the exact sizes on the right. For a plot that is no part of a window and
  /// gets no events: then from any thread.
  void paint(QPainter& painter, const QRectF& rect, const Theme& theme);

 private:
  bool fit_names();
  bool fit_ticks();

  FootprintBars data_;
  ChartRange range_;
  QFont font_;
  QCPBars *plain_, *shown_, *pale_;
  QCPItemStraightLine *bound_, *baseline_;
  std::mutex painting_;
};

}  // namespace stowage
