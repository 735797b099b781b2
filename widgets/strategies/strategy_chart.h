// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/painters/export.h"
#include "widgets/strategies/footprint_bars.h"

class QCPBars;
class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;
class QLabel;

namespace stowage {

class StrategyTableModel;

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
  /// The chart as it is now, as a page of its own; needs the chart no longer, and may be painted in any thread.
  [[nodiscard]] Drawing drawing(const QString& graph_name) const;

 signals:
  void row_clicked(int row);

 private:
  void refresh();
  void apply_theme(bool dark);
  void place_bars();
  void place_axis();
  void place_lines();
  void place_absences();
  void fit_texts();
  void fit_names();
  void fit_ticks();
  [[nodiscard]] int row_at(double y) const;
  [[nodiscard]] QString summary() const;
  void changeEvent(QEvent* event) override;

  const StrategyTableModel* model_;
  QCustomPlot* plot_;
  QCPBars *bars_, *shown_bar_, *stale_bars_;
  QCPItemStraightLine *bound_line_, *baseline_line_;
  std::vector<QCPItemText*> absences_;  // of each row
  QLabel* note_;
  ChartRange range_;
  int shown_ = -1;
};

}  // namespace stowage
