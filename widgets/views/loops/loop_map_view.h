// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "widgets/painters/loops/loop_map.h"

namespace stowage {

/// The heap map of a loop's unrolled body, with the names of its copies above and its marks over it. It has a selection
/// of its own, since its tensors are not those of the graph: a click lights all that goes round with a tensor.
class LoopMapView : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// Null: nothing.
  virtual void set_map(std::shared_ptr<const LoopMap> map) = 0;
  /// The iteration whose copy is lit.
  virtual void set_iteration(std::size_t iteration) = 0;
  /// Lights the ring of a tensor of the body; none: no tensor is chosen.
  virtual void set_tensor(TensorId t) = 0;
  [[nodiscard]] const LoopLight& light() const { return light_; }
  [[nodiscard]] virtual bool busy() const = 0;
  [[nodiscard]] virtual Drawing drawing() const = 0;

 signals:
  /// The user clicked a value of that tensor of the body, or (none) gave the choice up.
  void tensor_picked(stowage::TensorId t);
  /// The user clicked the name of a copy.
  void copy_picked(std::size_t copy);

 protected:
  LoopLight light_;
};

[[nodiscard]] LoopMapView* make_loop_map_view();

}  // namespace stowage
