// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <QRectF>

#include "core/insight/recorded/recorded_heap.h"
#include "widgets/base/pane.h"
#include "widgets/painters/recorded/frame_rows.h"

namespace stowage {

/// Who asked for the memory of a recorded heap: its stack frames as a tree of callers or bottom-up, as a list of source
/// lines or as a flame graph, with what is there at the peak or at the step shown in the heap pane. Selecting a frame
/// selects what is there of it at that step; the frames of tensors that are selected elsewhere stand out.
class FramesPane : public Pane {
  Q_OBJECT

 public:
  using Pane::Pane;

  /// Null where the document has none.
  virtual void set_history(std::shared_ptr<const RecordedHeap> history) = 0;
  /// Connect HeapPane::step_changed to it; none: the peak.
  virtual void set_step(std::optional<stowage::HeapStep> step) = 0;
};

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

/// `state` must outlive the pane.
[[nodiscard]] FramesPane* make_frames(ViewState& state);

}  // namespace stowage
