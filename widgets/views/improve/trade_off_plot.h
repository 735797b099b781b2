// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <qcustomplot.h>

#include "core/base/bytes.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

/// What a chart of footprint against makespan shows.
struct TradeOffMarks {
  struct Mark {
    Bytes footprint;
    std::int64_t makespan = 0;  ///< nanoseconds
  };
  std::vector<Mark> front;  ///< the smallest footprint first
  std::optional<Mark> given, one_stream, baseline;
  std::optional<Bytes> budget;
  std::optional<std::size_t> shown;    ///< of the front
  std::optional<std::size_t> fastest;  ///< of the front, within the budget
  bool estimated = false;              ///< times are

  [[nodiscard]] bool empty() const { return front.empty(); }
};

/// Footprint (up) against makespan (across). A click, or Return, picks the point that the pointer or the arrow keys
/// are on; the line of the budget can be dragged.
class TradeOffPlot final : public QCustomPlot {
  Q_OBJECT

 public:
  explicit TradeOffPlot(QWidget* parent = nullptr);

  void set_marks(TradeOffMarks marks);
  [[nodiscard]] const TradeOffMarks& marks() const { return marks_; }
  void set_style(const Theme& theme, const QFont& font);
  /// Where a point of the front is drawn.
  [[nodiscard]] QPointF place_of(const TradeOffMarks::Mark& mark) const;
  /// The point of the front near a place, if any.
  [[nodiscard]] std::optional<std::size_t> point_at(QPointF at) const;
  /// Draws it into `rect`, in its units. For a plot that is no part of a window and gets no events.
  void paint(QPainter& painter, const QRectF& rect, const Theme& theme);

 signals:
  void picked(std::size_t point);
  /// None: the pointer is on no point.
  void hovered(std::optional<std::size_t> point, QPoint global);
  void budget_dragged(stowage::Bytes budget);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place_axes();
  void fit_ticks();
  void fit_legend();
  void name_axes(bool named);
  void set_page_lines();
  [[nodiscard]] bool is_on_budget(QPointF at) const;

  TradeOffMarks marks_;
  std::optional<std::size_t> current_;  ///< that the keys are on
  bool dragging_ = false;
  QCPGraph *line_, *points_, *shown_, *fastest_, *given_, *one_stream_, *baseline_, *key_;
  QCPItemStraightLine* budget_;
};

}  // namespace stowage
