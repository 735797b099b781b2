// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/dock_table.h"

#include <algorithm>
#include <iterator>

#include <QCoreApplication>

#include "app/session/document.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/learn/learn_pane.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/peak/peak_pane.h"
#include "widgets/views/recorded/frames_pane.h"
#include "widgets/views/recorded/heap_pane.h"
#include "widgets/views/spaces/spaces_pane.h"
#include "widgets/views/steps/steps_pane.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

template <class View>
QWidget* make_view(ViewState& state, OpenDocument& /*document*/) {
  return new View(state);
}

template <class View>
QWidget* make_view_at(ViewState& state, OpenDocument& /*document*/) {
  return new View(&state);
}

/// `make` gives a pane for a state.
template <auto make>
QWidget* make_pane(ViewState& state, OpenDocument& /*document*/) {
  return make(state);
}

QWidget* make_history(ViewState& /*state*/, OpenDocument& document) {
  return make_history_view(document);
}

/// A list of lifetimes has none.
bool offers_graph(const OpenDocument& document) {
  return !document.graph() || !has_only_lifetimes(*document.graph());
}

/// Of a list of lifetimes only where the user made one: an empty view is not to stand in front.
bool offers_groups(const OpenDocument& document) {
  return offers_graph(document) || document.graph()->group_count() > 0;
}

bool offers_modules(const OpenDocument& document) {
  return may_have_modules(document) && has_modules(*document.graph());
}

bool offers_heap(const OpenDocument& document) {
  return document.history() != nullptr;
}

bool offers_spaces(const OpenDocument& document) {
  return document.spaces().size() > 1;
}

constexpr DockRow kDocks[] = {
    {"graph", QT_TRANSLATE_NOOP("stowage::MainWindow", "Graph"), DockPlace::left, "explore.md#graph",
     make_view<GraphWidget>, offers_graph},
    {"strategies", QT_TRANSLATE_NOOP("stowage::MainWindow", "Strategies"), DockPlace::right, "explore.md#strategies",
     make_view<StrategyPanel>},
    {"tensors", QT_TRANSLATE_NOOP("stowage::MainWindow", "Tensors"), DockPlace::bottom, "explore.md#tensors",
     make_pane<make_tensor_table>},
    {"inspector", QT_TRANSLATE_NOOP("stowage::MainWindow", "Inspector"), DockPlace::right, "explore.md#inspector",
     make_pane<make_inspector>},
    {"conflicts", QT_TRANSLATE_NOOP("stowage::MainWindow", "Conflicts"), DockPlace::bottom, "explore.md#conflicts",
     make_pane<make_conflicts>},
    {"peak", QT_TRANSLATE_NOOP("stowage::MainWindow", "Peak"), DockPlace::bottom, "explore.md#peak",
     make_pane<make_peak>},
    {"runs", QT_TRANSLATE_NOOP("stowage::MainWindow", "Runs"), DockPlace::bottom, "streams.md#runs",
     make_pane<make_runs>},
    {"groups", QT_TRANSLATE_NOOP("stowage::MainWindow", "Groups"), DockPlace::left, "explore.md#groups",
     make_pane<make_groups>, offers_groups},
    {"moved", QT_TRANSLATE_NOOP("stowage::MainWindow", "Moved"), DockPlace::bottom, "compare.md#moved",
     make_pane<make_moved>},
    {"improve", QT_TRANSLATE_NOOP("stowage::MainWindow", "Improve"), DockPlace::right, "improve.md",
     make_view<ImprovePane>},
    {"learn", QT_TRANSLATE_NOOP("stowage::MainWindow", "Learn"), DockPlace::right, "learn.md#lessons",
     make_pane<make_learn>},
    {"steps", QT_TRANSLATE_NOOP("stowage::MainWindow", "Steps"), DockPlace::bottom, "orders.md#steps",
     make_pane<make_steps>},
    {"orders", QT_TRANSLATE_NOOP("stowage::MainWindow", "Orders"), DockPlace::bottom, "orders.md#search-for-an-order",
     make_pane<make_orders>},
    {"history", QT_TRANSLATE_NOOP("stowage::MainWindow", "History"), DockPlace::left, "explore.md#history",
     make_history},
    {"legend", QT_TRANSLATE_NOOP("stowage::MainWindow", "Legend"), DockPlace::low_left, "explore.md#legend",
     make_pane<make_legend>},
    {"heap", QT_TRANSLATE_NOOP("stowage::MainWindow", "Heap"), DockPlace::bottom, "recorded_heap.md#heap",
     make_pane<make_heap>, offers_heap},
    {"frames", QT_TRANSLATE_NOOP("stowage::MainWindow", "Frames"), DockPlace::low_left, "recorded_heap.md#frames",
     make_pane<make_frames>, offers_heap},
    {"spaces", QT_TRANSLATE_NOOP("stowage::MainWindow", "Spaces"), DockPlace::bottom, "explore.md#spaces",
     make_pane<make_spaces>, offers_spaces},
    {"modules", QT_TRANSLATE_NOOP("stowage::MainWindow", "Modules"), DockPlace::left, "explore.md#modules",
     make_pane<make_modules>, offers_modules},
};

}  // namespace

std::span<const DockRow> dock_rows() {
  return kDocks;
}

bool may_have_modules(const OpenDocument& document) {
  return document.graph() && !document.history() && document.graph()->times().empty();
}

const DockRow& dock_row(std::string_view name) {
  return *std::ranges::find(kDocks, name, &DockRow::name);
}

QString title_of(const DockRow& row) {
  return QCoreApplication::translate("stowage::MainWindow", row.title);
}

const WorkspaceRow& workspace_row(Workspace id) {
  static const WorkspaceRow kTable[] = {
      {Workspace::explore,
       "explore",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Explore"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "The graph, its plan, and the reasons for offsets"),
       "explore.md",
       {.left = {"graph", "modules", "groups", "history"},
        .low_left = {"legend"},
        .bottom = {"tensors", "peak", "conflicts"},
        .right = {"strategies"},
        .low_right = {"improve", "inspector"}}},
      {Workspace::streams,
       "streams",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Streams"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Streams and syncs, with their costs and savings"),
       "streams.md",
       {.left = {"graph", "modules", "groups", "history"},
        .low_left = {"legend"},
        .bottom = {"tensors", "conflicts", "runs"},
        .right = {"strategies"},
        .low_right = {"improve", "inspector"}}},
      {Workspace::recorded,
       "recorded",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Recorded heap"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Segments, blocks and stacks of a recorded heap"),
       "recorded_heap.md",
       {.left = {},
        .low_left = {"frames", "legend"},
        .bottom = {"heap", "tensors", "peak"},
        .right = {"strategies"},
        .low_right = {"improve", "inspector"},
        .bottom_share = 0.4,
        .low_left_share = 0.28}},
      {Workspace::orders,
       "orders",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Orders"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Orders of the operators"),
       "orders.md",
       {.left = {"graph", "modules", "groups", "history"},
        .low_left = {"legend"},
        .bottom = {"orders", "peak", "steps"},
        .right = {"strategies"},
        .low_right = {"improve", "inspector"},
        .bottom_share = 0.45,
        .width_for_all = 1440}},
      {Workspace::compare,
       "compare",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Compare"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Two plans side by side, and the tensors that moved"),
       "compare.md",
       {.left = {},
        .low_left = {"legend", "history"},
        .bottom = {"moved", "tensors", "peak"},
        .right = {"strategies"},
        .low_right = {"inspector"}}},
      {Workspace::learn,
       "learn",
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Learn"),
       QT_TRANSLATE_NOOP("stowage::Workspaces", "Lessons, and a planner step by step"),
       "learn.md",
       {.left = {"graph"},
        .low_left = {"legend"},
        .bottom = {"tensors", "conflicts", "strategies", "steps"},
        .right = {"learn", "inspector"},
        .low_right = {},
        .bottom_share = 0.42}},
  };
  return kTable[static_cast<std::size_t>(id)];
}

}  // namespace stowage
