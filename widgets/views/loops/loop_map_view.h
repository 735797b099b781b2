// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "widgets/base/view_state.h"
#include "widgets/painters/loops/loop_map.h"

namespace stowage {

class HeapMapWidget;

/// The heap map of a loop's unrolled body, with the names of its copies above and its marks over it. It has a selection
/// of its own, since its tensors are not those of the graph: a click lights all that goes round with a tensor.
class LoopMapView final : public QWidget {
  Q_OBJECT

 public:
  explicit LoopMapView(QWidget* parent = nullptr);
  ~LoopMapView() override;

  /// Null: nothing.
  void set_map(std::shared_ptr<const LoopMap> map);
  /// The iteration whose copy is lit.
  void set_iteration(std::size_t iteration);
  /// Lights the ring of a tensor of the body; none: no tensor is chosen.
  void set_tensor(TensorId t);
  [[nodiscard]] const LoopLight& light() const { return light_; }
  [[nodiscard]] bool busy() const;
  [[nodiscard]] Drawing drawing() const;

 signals:
  /// The user clicked a value of that tensor of the body, or (none) gave the choice up.
  void tensor_picked(stowage::TensorId t);
  /// The user clicked the name of a copy.
  void copy_picked(std::size_t copy);

 private:
  [[nodiscard]] bool shows_map() const;
  void take_selection();
  void show_hovered();
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  [[nodiscard]] const Theme& theme() const;
  [[nodiscard]] QRectF strip() const;

  class Cover;
  ViewState own_;
  std::shared_ptr<const LoopMap> map_;
  LoopLight light_;
  HeapMapWidget* widget_;
  Cover* cover_;
  bool syncing_ = false;
};

}  // namespace stowage
