// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/insight/recorded/recorded_heap.h"
#include "widgets/base/pane.h"
#include "widgets/painters/model/coloring.h"

namespace stowage {

/// The heap of a recorded program as it was: why its device had no memory left, its peaks, its segments at the event of
/// the time cursor with what lay in them, and what a static plan of the same lifetimes saves. Its memory over time
/// stands below the heap map, on the same axis.
class HeapPane : public Pane {
  Q_OBJECT

 public:
  using Pane::Pane;

  /// What is shown, with the graph made of it as it is now; both null where the document has no history.
  virtual void set_history(std::shared_ptr<const RecordedHeap> history, std::shared_ptr<const Graph> graph) = 0;
  /// The devices of the file, to choose from where there are several.
  virtual void set_devices(const std::vector<RecordedDevice>& devices) = 0;
  /// The best plan that there is, to compare with where the one shown is the recorded one; may be null.
  virtual void set_best_plan(std::shared_ptr<const Plan> plan) = 0;
  /// The colours of the map; connect HeapMapWidget::coloring_changed to it.
  virtual void set_coloring(std::shared_ptr<const stowage::Coloring> coloring, const stowage::PlanView& view) = 0;

 signals:
  /// Another step was picked, here or by the time cursor; none: the one of the peak.
  void step_changed(std::optional<stowage::HeapStep> step);
  /// The heap of another device of the file is wanted.
  void device_chosen(std::int64_t number);
};

/// `state` must outlive the pane.
[[nodiscard]] HeapPane* make_heap(ViewState& state);

}  // namespace stowage
