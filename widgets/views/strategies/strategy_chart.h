// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QStringList>
#include <QWidget>

#include "widgets/painters/page/export.h"
#include "widgets/views/strategies/footprint_bars.h"

class QCPBars;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace stowage {

class StrategyTableModel;
struct StrategyRow;

/// The footprints of all strategies that have a plan as bars beside the lower bound, and in words how many have none. A
/// click asks for that plan. Where bars lie closer than names can be read, only some are named, the one shown among
/// them.
class StrategyChart final : public QWidget {
  Q_OBJECT

 public:
  /// `model` must outlive the chart.
  explicit StrategyChart(const StrategyTableModel* model, QWidget* parent = nullptr);

  /// The bar drawn strongest; a row of the model, or -1.
  void set_shown(int row);
  [[nodiscard]] ChartRange range() const { return range_; }
  /// The rows of the model that have a bar, from above.
  [[nodiscard]] const std::vector<int>& drawn() const { return drawn_; }
  /// Where the bar of a row is, in this widget's coordinates; null for one without.
  [[nodiscard]] QPointF bar_position(int row) const;
  /// The names that are written beside the bars, from above.
  [[nodiscard]] QStringList names() const;
  /// The chart as it is now, as a page of its own; needs the chart no longer, and may be painted in any thread.
  [[nodiscard]] Drawing drawing(const QString& graph_name) const;

  [[nodiscard]] QSize sizeHint() const override;

 signals:
  void row_clicked(int row);

 private:
  void refresh();
  void apply_theme(bool dark);
  void place_bars();
  void place_axis();
  void place_lines();
  void fit_texts();
  void fit_names();
  void fit_ticks();
  [[nodiscard]] int row_at(double y) const;
  [[nodiscard]] QString summary() const;
  [[nodiscard]] QStringList without_bars() const;
  [[nodiscard]] const StrategyRow& row_of_bar(std::size_t bar) const;
  void changeEvent(QEvent* event) override;

  const StrategyTableModel* model_;
  QCustomPlot* plot_;
  QCPBars *bars_, *shown_bar_, *stale_bars_;
  QCPItemStraightLine *bound_line_, *baseline_line_;
  std::vector<int> drawn_;
  QLabel* note_;
  ChartRange range_;
  int shown_ = -1;
};

}  // namespace stowage
