// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/heap_docks.h"

#include <QAction>
#include <QDockWidget>

#include "app/window/main_window.h"
#include "core/recorded/recorded_heap.h"
#include "widgets/base/view_state.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/inspector/inspector.h"
#include "widgets/views/recorded/frames_pane.h"
#include "widgets/views/recorded/heap_pane.h"

namespace stowage {

HeapDocks::HeapDocks(MainWindow& window, const HeapMapWidget& map, ViewState& state)
    : QObject(&window), window_(window), state_(state) {
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
  for (const char* name : kNames) {
    auto* dock = window.findChild<QDockWidget*>(name);
    docks_.push_back({dock});
    offer(dock, false);
    // A layout that is restored may have them.
    connect(
        dock->toggleViewAction(), &QAction::toggled, this,
        [this, dock](bool seen) {
          if (seen && !shown_) dock->hide();
        },
        Qt::QueuedConnection);
  }
}

/// Its commands.
void HeapDocks::offer(const QDockWidget* dock, bool offered) {
  for (const char* command : {"show_", "export_"})
    window_.findChild<QAction*>(QLatin1String(command) + dock->objectName())->setVisible(offered);
}

void HeapDocks::follow_document() {
  const OpenDocument& document = window_.document();
  window_.findChild<HeapPane*>()->set_history(document.history(), document.graph());
  window_.findChild<HeapPane*>()->set_devices(document.devices());
  window_.findChild<FramesPane*>()->set_history(document.history());
  window_.findChild<Inspector*>()->set_history(document.history());
  if (!document.is_open()) return;  // the window hides all docks, and brings them back as they were
  const bool has = document.history() != nullptr;
  color_by_source_line(has);
  for (Dock& each : docks_) {
    if (shown_ && !has) each.closed = each.dock->isHidden();
    offer(each.dock, has);
    if (!has)
      each.dock->hide();
    else if (!shown_ && !each.closed)
      each.dock->show();
  }
  for (const Dock& each : docks_)
    if (has && !shown_ && !each.closed) each.dock->raise();
  shown_ = has;
}

/// On one stream the colours of streams say nothing. What the user chose stays.
void HeapDocks::color_by_source_line(bool has_history) {
  if (has_history && !colored_ && state_.color_by() == ColorBy::stream) {
    colored_ = true;
    state_.set_color_by(ColorBy::kind);
  } else if (!has_history && colored_) {
    colored_ = false;
    if (state_.color_by() == ColorBy::kind) state_.set_color_by(ColorBy::stream);
  }
}

/// While all are planned anew, that of before stays.
void HeapDocks::follow_plans() {
  if (!shown_) return;
  const Planning& planning = window_.planning();
  if (const auto best = planning.results().best_plan(); best || !planning.running())
    window_.findChild<HeapPane*>()->set_best_plan(best);
}

}  // namespace stowage
