// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/insight/recorded/recorded_heap.h"
#include "widgets/base/pane.h"

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

/// `state` must outlive the pane.
[[nodiscard]] FramesPane* make_frames(ViewState& state);

}  // namespace stowage
