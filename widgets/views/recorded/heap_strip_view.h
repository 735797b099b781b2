// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "widgets/base/canvas.h"
#include "widgets/painters/recorded/heap_strip.h"

namespace stowage {

class ViewState;

/// The segments of a recorded heap at one step, as strips; as high as they need, to be scrolled. A click selects the
/// tensor of a block, with Ctrl another one; Up and Down walk from block to block, from the first segment shown to the
/// last.
class HeapStripView final : public Canvas {
  Q_OBJECT

 public:
  /// `state` must outlive the view.
  explicit HeapStripView(ViewState& state, QWidget* parent = nullptr);

  /// Either may be null; `strips` are of `history`.
  void set_strips(std::shared_ptr<const RecordedHeap> history, std::shared_ptr<const HeapStrips> strips);
  /// The colours of the map, which shows that graph.
  void set_coloring(std::shared_ptr<const Coloring> coloring, std::shared_ptr<const Graph> graph);

  [[nodiscard]] const std::shared_ptr<const HeapStrips>& strips() const { return strips_; }
  /// Needs strips.
  [[nodiscard]] HeapStripsLayout strips_layout() const { return {*strips_, 0, static_cast<double>(width())}; }
  [[nodiscard]] const std::shared_ptr<const Coloring>& coloring() const { return coloring_; }
  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  /// What is said of a stretch, and of a segment, line by line.
  [[nodiscard]] QString stretch_text(const HeapStretch& stretch) const;
  [[nodiscard]] QString strip_text(const HeapStrip& strip) const;

 signals:
  /// The keyboard asks for this many steps on.
  void moved(int steps);
  /// This part is to be in view.
  void shown_wanted(const QRect& part);

 private:
  void paint(QPainter& painter) override;
  [[nodiscard]] QRectF focus_area() const override { return visibleRegion().boundingRect(); }
  Drag press_at(QPointF at) override;
  void hover_at(QPointF at) override;
  void leave() override;
  [[nodiscard]] QString tip_at(QPointF at) const override;
  bool key(QKeyEvent& event) override;

  [[nodiscard]] TensorId tensor_of(const HeapStretch& stretch) const {
    return stretch.allocation == kNoneInHeap ? TensorId() : history_->allocations[stretch.allocation].tensor;
  }

  [[nodiscard]] const HeapStretch* stretch_at(QPointF at) const;
  void walk(int by);

  ViewState& state_;
  std::shared_ptr<const RecordedHeap> history_;
  std::shared_ptr<const HeapStrips> strips_;
  std::shared_ptr<const Coloring> coloring_;
  std::shared_ptr<const Graph> graph_;
};

}  // namespace stowage
