// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/followers.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include <QCoreApplication>
#include <QScopedValueRollback>

#include "app/controllers/lessons.h"
#include "app/controllers/opening.h"
#include "app/frame/dock_table.h"
#include "core/insight/recorded/recorded_heap.h"
#include "widgets/base/latest_job.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/views/recorded/frames_pane.h"
#include "widgets/views/recorded/heap_pane.h"

namespace stowage {
namespace {

class ModuleReader final : public QObject {
  Q_DECLARE_TR_FUNCTIONS(stowage::ModuleReader)

 public:
  explicit ModuleReader(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
    connect(&parts_.document, &OpenDocument::replaced, this, &ModuleReader::follow);
    connect(&parts_.document, &OpenDocument::revised, this, &ModuleReader::follow);
  }

 private:
  void follow() {
    job_.cancel();
    if (!may_have_modules(parts_.document)) return parts_.state.set_modules(nullptr);
    job_.start([this, graph = parts_.document.graph()](const Task&) -> LatestJob::Delivery {
      std::shared_ptr<const GraphModules> modules;
      if (has_modules(*graph))
        modules = std::make_shared<const GraphModules>(GraphModules{.graph = graph, .tree = module_tree(*graph)});
      return [this, modules = std::move(modules)] { parts_.state.set_modules(modules); };
    });
  }

  const WindowParts parts_;
  LatestJob job_{this, {.text = [] { return tr("Reading modules…"); }}};
};

/// Whether the file gives tensors at least two kinds.
bool has_kinds(const Graph& graph) {
  const auto& kinds = graph.data().tensor_kind;
  Graph::Label first = 0;
  for (const Graph::Label kind : kinds) {
    if (graph.data().labels[kind].empty()) continue;
    if (first != 0 && kind != first) return true;
    first = kind;
  }
  return false;
}

/// Whether source lines name much of a recorded heap: without its history there are hardly any.
bool has_source_lines(const Graph& graph) {
  constexpr std::int64_t kLeastShare = 10;  // one byte in so many
  std::int64_t named = 0, all = 0;
  for (const TensorId t : graph.tensors()) {
    all += graph.size(t).count;
    if (!graph.kind(t).empty()) named += graph.size(t).count;
  }
  return named >= all / kLeastShare;
}

class DefaultColoring final : public QObject {
 public:
  explicit DefaultColoring(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
    connect(&parts_.state, &ViewState::colors_changed, this, [this] {
      if (suggesting_ || !parts_.document.is_open() || parts_.lessons->is_open()) return;
      chosen_[suggested_] = parts_.state.color_by();
    });
    connect(parts_.lessons, &Lessons::color_wanted, this, &DefaultColoring::override_with);
    connect(&parts_.document, &OpenDocument::replaced, this, &DefaultColoring::suggest);
    connect(parts_.lessons, &Lessons::changed, this, [this] {
      const bool in_lesson = parts_.lessons->is_open();
      if (std::exchange(in_lesson_, in_lesson) != in_lesson) suggest();
    });
  }

 private:
  /// Another document: its colours. Those of a lesson are streams.
  void suggest() {
    if (!parts_.document.is_open()) return;
    const QScopedValueRollback<bool> guard(suggesting_, true);
    const bool lesson = parts_.lessons->is_open();
    suggested_ = lesson ? ColorBy::stream : usual();
    const auto instead = chosen_.find(suggested_);
    parts_.state.set_color_by(instead == chosen_.end() || lesson ? suggested_ : instead->second);
  }

  /// For a page of a lesson: not a choice of the user's.
  void override_with(ColorBy by) {
    const QScopedValueRollback<bool> guard(suggesting_, true);
    parts_.state.set_color_by(by);
  }

  [[nodiscard]] ColorBy usual() const {
    const Graph& graph = *parts_.document.graph();
    if (parts_.document.history() != nullptr && has_source_lines(graph)) return ColorBy::kind;
    if (graph.stream_count() > 1) return ColorBy::stream;
    return parts_.document.history() == nullptr && has_kinds(graph) ? ColorBy::kind : ColorBy::size;
  }

  const WindowParts parts_;
  std::map<ColorBy, ColorBy> chosen_;  // by what was suggested
  ColorBy suggested_ = ColorBy::stream;
  bool suggesting_ = false, in_lesson_ = false;
};

}  // namespace

void feed_recorded_heap(const WindowParts& parts) {
  auto* heap = &parts.docks.view<HeapPane>();
  auto* frames = &parts.docks.view<FramesPane>();
  OpenDocument* document = &parts.document;
  Planning* planning = &parts.planning;
  QObject::connect(heap, &HeapPane::step_changed, frames, &FramesPane::set_step);
  QObject::connect(&parts.heap_map, &HeapMapWidget::coloring_changed, heap, &HeapPane::set_coloring);
  QObject::connect(heap, &HeapPane::device_chosen, parts.opening, [document, opening = parts.opening](std::int64_t id) {
    ReadOptions options = document->read_options();
    options.device = id;
    opening->read_again(options);
  });
  QObject::connect(document, &OpenDocument::replaced, heap, [document, heap, frames] {
    heap->set_history(document->history(), document->graph());
    heap->set_devices(document->devices());
    frames->set_history(document->history());
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

void read_modules(const WindowParts& parts) {
  new ModuleReader(parts);
}

void choose_default_colors(const WindowParts& parts) {
  new DefaultColoring(parts);
}

}  // namespace stowage
