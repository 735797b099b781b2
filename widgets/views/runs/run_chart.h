// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/page/export.h"
#include "widgets/views/runs/played_run.h"

namespace stowage {

/// Where a run is drawn.
/// ```
///  compute ▕██▌ ███▌   ██▏   one row a stream: when each operator ran
///  copy    ▕  ██    ███  ▏
///  bytes   ▕▁▂▃▅▇▇▅▃▂▁   ▏   bytes alive, below the lines of footprint and bound
/// ```
struct RunChartLayout {
  QRectF rows, curve;  ///< plots of the same width
  double row_height = 0;
  double duration = 1;

  [[nodiscard]] double x_of(double time) const { return rows.left() + time / duration * rows.width(); }
  [[nodiscard]] double time_at(double x) const;
};
[[nodiscard]] RunChartLayout lay_out_run_chart(const QRectF& rect, const PlayedRun& run);
/// Whether a row has more operators than pixels: it is then shaded by how busy the stream was.
[[nodiscard]] bool is_shaded(const RunChartLayout& layout, const PlayedRun& run);
/// The run without its play head; operators outside of `range` (steps of the global order) are faint. One pass over the
/// events.
void paint_run(QPainter& painter, const QRectF& rect, const PlayedRun& run, Bytes bound,
               const std::optional<StepRange>& range, const Theme& theme);

/// A run as a small chart, with the play head; click or drag moves it.
class RunChart final : public Canvas {
  Q_OBJECT

 public:
  explicit RunChart(QWidget* parent = nullptr);

  /// Null: the sentence instead. `bound` is 0 where none is known.
  void set_run(std::shared_ptr<const PlayedRun> run, Bytes bound, const QString& sentence);
  /// What the operators are narrowed to, or none.
  void set_range(std::optional<StepRange> range);
  /// The time of the play head, or none.
  void set_head(std::optional<double> time);
  /// Whether operators are too many to be drawn one by one; see is_shaded().
  [[nodiscard]] bool shaded() const;
  [[nodiscard]] Drawing drawing() const;

 signals:
  void time_picked(double time);
  /// shaded() may be another.
  void resized();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] QRectF area() const;
  void paint(QPainter& painter) override;
  Drag press_at(QPointF at) override;
  void drag_to(QPointF at) override;
  [[nodiscard]] QString tip_at(QPointF at) const override;

  std::shared_ptr<const PlayedRun> run_;
  Bytes bound_;
  QString sentence_;
  std::optional<double> head_;
  std::optional<StepRange> range_;
  CachedPicture picture_;  // all but what changes often
};

}  // namespace stowage
