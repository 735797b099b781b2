// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "widgets/base/canvas.h"
#include "widgets/painters/recorded/heap_chart.h"

namespace stowage {

/// A recorded heap over time, with a line at the step that is shown. A click, a drag and the arrow keys pick another.
class HeapChartView final : public QWidget {
  Q_OBJECT

 public:
  explicit HeapChartView(QWidget* parent = nullptr);

  /// Without a timeline it is empty.
  void set_heap(const HeapChart& heap);
  void set_step(std::optional<HeapStep> step);
  /// What is said of a step: bytes, and the annotation it lies in.
  [[nodiscard]] QString step_text(HeapStep step) const;
  [[nodiscard]] CurveChart chart() const { return heap_.chart(rect()); }
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, 80}; }

 signals:
  void step_picked(stowage::HeapStep step);
  /// The keyboard asks for this many steps on.
  void moved(int steps);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void redraw();
  void pick(double x);

  HeapChart heap_;
  std::optional<HeapStep> step_;
  CachedPicture picture_;  // all but what changes often
};

/// Steps that a key of a view of time asks for; 0 for any other key.
[[nodiscard]] int steps_of_key(int key);

}  // namespace stowage
