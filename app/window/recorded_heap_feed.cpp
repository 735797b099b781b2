// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/followers.h"

#include <cstdint>

#include <QMainWindow>

#include "app/controllers/opening.h"
#include "app/controllers/window_parts.h"
#include "app/frame/docks.h"
#include "app/session/document.h"
#include "app/session/planning.h"
#include "core/insight/recorded/recorded_heap.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/inspector/inspector.h"
#include "widgets/views/recorded/frames_pane.h"
#include "widgets/views/recorded/heap_pane.h"

namespace stowage {

void feed_recorded_heap(const WindowParts& parts) {
  auto* heap = &parts.docks.view<HeapPane>();
  auto* frames = &parts.docks.view<FramesPane>();
  auto* inspector = &parts.docks.view<Inspector>();
  OpenDocument* document = &parts.document;
  Planning* planning = &parts.planning;
  QObject::connect(heap, &HeapPane::step_changed, frames, &FramesPane::set_step);
  QObject::connect(&parts.heap_map, &HeapMapWidget::coloring_changed, heap, &HeapPane::set_coloring);
  QObject::connect(heap, &HeapPane::device_chosen, parts.opening, [document, opening = parts.opening](std::int64_t id) {
    ReadOptions options = document->read_options();
    options.device = id;
    opening->read_again(options);
  });
  QObject::connect(document, &OpenDocument::replaced, heap, [document, heap, frames, inspector] {
    heap->set_history(document->history(), document->graph());
    heap->set_devices(document->devices());
    frames->set_history(document->history());
    inspector->set_history(document->history());
  });
  QObject::connect(document, &OpenDocument::revised, heap,
                   [document, heap] { heap->set_history(document->history(), document->graph()); });
  // While all are planned again, the last best plan stays.
  const auto show_best = [document, planning, heap] {
    if (!document->history()) return;
    if (const auto best = planning->results().best_plan(); best || !planning->running()) heap->set_best_plan(best);
  };
  QObject::connect(planning, &Planning::plans_changed, heap, show_best);
  QObject::connect(planning, &Planning::view_changed, heap, show_best);
}

}  // namespace stowage
