// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/heap_docks.h"

#include "app/window/main_window.h"
#include "app/window/offered_docks.h"
#include "core/insight/recorded/recorded_heap.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/inspector/inspector.h"
#include "widgets/views/recorded/frames_pane.h"
#include "widgets/views/recorded/heap_pane.h"

namespace stowage {

HeapDocks::HeapDocks(MainWindow& window, const HeapMapWidget& map)
    : QObject(&window), window_(window), docks_(new OfferedDocks(window, {"heap", "frames"}, this)) {
  auto* heap = window.findChild<HeapPane*>();
  auto* frames = window.findChild<FramesPane*>();
  connect(heap, &HeapPane::step_changed, frames, &FramesPane::set_step);
  connect(&map, &HeapMapWidget::coloring_changed, heap, &HeapPane::set_coloring);
  connect(&window.planning(), &Planning::plans_changed, this, &HeapDocks::follow_plans);
  connect(&window.planning(), &Planning::view_changed, this, &HeapDocks::follow_plans);
  OpenDocument& document = window.document();
  connect(&document, &OpenDocument::replaced, this, &HeapDocks::follow_document);
  connect(&document, &OpenDocument::revised, this,
          [&document, heap] { heap->set_history(document.history(), document.graph()); });
  connect(heap, &HeapPane::device_chosen, this, [this](std::int64_t number) {
    ReadOptions options = window_.document().read_options();
    options.device = number;
    emit device_chosen(options);
  });
}

void HeapDocks::follow_document() {
  const OpenDocument& document = window_.document();
  window_.findChild<HeapPane*>()->set_history(document.history(), document.graph());
  window_.findChild<HeapPane*>()->set_devices(document.devices());
  window_.findChild<FramesPane*>()->set_history(document.history());
  window_.findChild<Inspector*>()->set_history(document.history());
  if (!document.is_open()) return;  // the window hides all docks, and brings them back as they were
  const bool has = document.history() != nullptr;
  docks_->offer(has);
}

/// While all are planned anew, that of before stays.
void HeapDocks::follow_plans() {
  if (!docks_->offered()) return;
  const Planning& planning = window_.planning();
  if (const auto best = planning.results().best_plan(); best || !planning.running())
    window_.findChild<HeapPane*>()->set_best_plan(best);
}

}  // namespace stowage
