// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <QRectF>

#include "widgets/base/canvas.h"
#include "widgets/painters/recorded/frame_rows.h"

namespace stowage {

/// Where the rows of frames are in a flame graph: each below its caller, as wide as its bytes.
/// ```
///  ┌ All ─────────────────────────────┐
///  ├ main (train.py:7) ─────────┬─────┘
///  ├ conv (model.py:10) ┬ relu ─┤
/// ```
struct FlameBox {
  std::size_t row = 0;  ///< into FrameRows::rows
  QRectF rect;
};
/// Of `root` and all below it, from the top of `rect` down, which may be too low for all: callers come first. What is
/// narrower than half a pixel is left out with all below it.
[[nodiscard]] std::vector<FlameBox> flame_boxes(const FrameRows& rows, std::size_t root, const QRectF& rect);

/// Frames as a flame graph. A click picks a frame, a double click or Enter shows it alone; Escape, 0 or Home shows all
/// again; arrow keys walk.
class FlameView final : public Canvas {
  Q_OBJECT

 public:
  explicit FlameView(QWidget* parent = nullptr);

  /// May be null.
  void set_rows(std::shared_ptr<const FrameRows> rows);
  [[nodiscard]] std::vector<FlameBox> boxes() const;
  void fit() override { show_alone(0); }
  [[nodiscard]] QSize minimumSizeHint() const override { return {120, 60}; }

 signals:
  void row_picked(std::size_t row);

 private:
  void paint(QPainter& painter) override;
  Drag press_at(QPointF at) override;
  bool double_click(QPointF at) override;
  [[nodiscard]] QString tip_at(QPointF at) const override;
  bool key(QKeyEvent& event) override;
  bool give_up() override;
  [[nodiscard]] std::optional<std::size_t> row_at(QPointF at) const;
  [[nodiscard]] QString row_text(std::size_t row) const;
  void pick(std::size_t row);
  void show_alone(std::size_t row);
  void walk(int key);

  std::shared_ptr<const FrameRows> rows_;
  std::size_t root_ = 0;
  std::optional<std::size_t> picked_;
};

}  // namespace stowage
