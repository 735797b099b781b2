// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QStringList>
#include <QWidget>

#include "widgets/painters/page/export.h"

class QLabel;

namespace stowage {

class FootprintPlot;
class StrategyTableModel;
struct ChartRange;

/// The footprints of all strategies that have a plan as bars beside the lower bound, and in words how many have none. A
/// click asks for that plan.
class StrategyChart final : public QWidget {
  Q_OBJECT

 public:
  /// `model` must outlive the chart.
  explicit StrategyChart(const StrategyTableModel* model, QWidget* parent = nullptr);

  /// The bar drawn strongest; a row of the model, or -1.
  void set_shown(int row);
  [[nodiscard]] ChartRange range() const;
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
  [[nodiscard]] int row_at(double y) const;
  [[nodiscard]] QString summary() const;
  [[nodiscard]] QStringList without_bars() const;
  void changeEvent(QEvent* event) override;

  const StrategyTableModel* model_;
  FootprintPlot* plot_;
  std::vector<int> drawn_;
  QLabel* note_;
  int shown_ = -1;
};

}  // namespace stowage
