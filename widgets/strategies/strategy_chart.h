// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/base/bytes.h"
#include "widgets/painters/export.h"

class QCPBars;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace stowage {

class StrategyTableModel;

/// Where a chart of footprints begins and ends. Differences of a few percent would vanish on an axis from 0, so it
/// then starts higher, and the chart says so.
struct ChartRange {
  double from = 0, to = 1;  ///< bytes
  [[nodiscard]] bool starts_at_zero() const { return from == 0; }
};
[[nodiscard]] ChartRange chart_range(Bytes least, Bytes most);

/// The footprints of all strategies as bars beside the lower bound. A click asks for that plan.
class StrategyChart final : public QWidget {
  Q_OBJECT

 public:
  /// `model` must outlive the chart.
  explicit StrategyChart(const StrategyTableModel* model, QWidget* parent = nullptr);

  /// The bar drawn strongest; a row of the model, or -1.
  void set_shown(int row);
  [[nodiscard]] ChartRange range() const { return range_; }
  /// Where the bar of a row is, in this widget's coordinates.
  [[nodiscard]] QPointF bar_position(int row) const;
  /// The chart as it is, for export; to be painted on the GUI thread, while the chart lives.
  [[nodiscard]] Drawing drawing();

 signals:
  void row_clicked(int row);

 private:
  void refresh();
  void apply_theme(bool dark);
  void draw(QPainter& painter, const QRectF& rect, const Theme& theme);
  void place_bars();
  void place_axis();
  void place_bound();
  void fit_names();
  [[nodiscard]] int row_at(double y) const;
  [[nodiscard]] QString summary() const;
  void changeEvent(QEvent* event) override;

  const StrategyTableModel* model_;
  QCustomPlot* plot_;
  QCPBars *bars_, *shown_bar_, *stale_bars_;
  QCPItemStraightLine* bound_line_;
  QLabel* note_;
  ChartRange range_;
  double unit_ = 1;  // bytes a unit of the axis
  int shown_ = -1;
};

}  // namespace stowage
