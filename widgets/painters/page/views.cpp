// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/page/views.h"

#include "widgets/painters/charts/lifetimes_painter.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/charts/size_chart.h"
#include "widgets/painters/charts/strategy_page.h"
#include "widgets/painters/conflicts/conflicts_painter.h"
#include "widgets/painters/graph/allocation_drawing.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/lanes/lane_drawing.h"
#include "widgets/painters/recorded/heap_drawing.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

Result<Drawing> draw_heap(const PlanView& view, const ViewLook& look, QSize, const Task&) {
  if (look.over_time && !map_run(view))
    return tl::unexpected(
        Error::bad_input("", "", "no time is known over which this plan can be drawn; it has steps only"));
  return heap_map_drawing(view, look.by, look.bands, look.over_time);
}

Result<Drawing> draw_difference(const PlanView& view, const ViewLook& look, QSize, const Task& task) {
  return difference_drawing(view, look.over_time, task);
}

Result<Drawing> draw_conflicts(const PlanView& view, const ViewLook& look, QSize size, const Task& task) {
  return conflicts_drawing(view, look.by, size, task);
}

Result<Drawing> draw_matrix(const PlanView& view, const ViewLook& look, QSize size, const Task& task) {
  return conflicts_drawing(view, look.by, size, task, ConflictsLook::matrix);
}

Result<Drawing> draw_memory(const PlanView& view, const ViewLook& look, QSize, const Task&) {
  return memory_drawing(view, look.alignment);
}

Result<Drawing> draw_graph(const PlanView& view, const ViewLook& look, QSize size, const Task& task) {
  return graph_drawing(view, look.by, size, {}, task, look.bands, look.group);
}

Result<Drawing> draw_lanes(const PlanView& view, const ViewLook& look, QSize, const Task&) {
  return lanes_drawing(view, look.by, look.bands, look.over_time);
}

Result<Drawing> draw_lifetimes(const PlanView& view, const ViewLook& look, QSize, const Task&) {
  return lifetimes_drawing(view, look.by, look.alignment);
}

template <NncRule rule>
Result<Drawing> draw_allocation(const PlanView& view, const ViewLook& look, QSize, const Task& task) {
  return allocation_drawing(view, look.by, rule, task);
}

Result<Drawing> draw_sizes(const PlanView& view, const ViewLook&, QSize, const Task&) {
  return sizes_drawing(view);
}

Result<Drawing> draw_strategies(const PlanView& view, const ViewLook& look, QSize, const Task&) {
  if (!look.plans) return tl::unexpected(Error::bad_input("", "", "there are no plans to compare"));
  const PlanSet& plans = *look.plans;
  const int best = plans.best() ? plans.row_of(plans.best()) : -1;
  const StrategyRow* shown = best < 0 ? nullptr : &plans.rows()[static_cast<std::size_t>(best)];
  return strategy_page(plans, shown, text_of(view.graph->name()));
}

Result<Drawing> draw_recorded(const PlanView& view, const ViewLook& look, QSize, const Task& task) {
  if (!view.history)
    return tl::unexpected(Error::bad_input("", "", "only recorded heaps, such as memory snapshots, have this view"));
  return recorded_drawing(view, look.by, task);
}

}  // namespace

std::span<const ViewInfo> views() {
  static constexpr ViewInfo kTable[] = {
      {"heap", "Heap map", draw_heap, true, true, true, true, true},
      {"difference", "Difference of two plans", draw_difference, true, false, true, true, true, false, false, true},
      {"conflicts", "Conflicts", draw_conflicts},
      {"matrix", "Matrix of conflicts", draw_matrix},
      {"graph", "Graph", draw_graph, false, true, false, false, false, false, true},
      {"lanes", "Lanes", draw_lanes, false, true, true, true},
      {"lifetimes", "Lifetimes", draw_lifetimes, false, false, false, true, false, false, false, false, true},
      {"allocation", "Allocation graph", draw_allocation<NncRule::size>},
      {"allocation-degree", "Allocation graph, most partners first", draw_allocation<NncRule::degree>},
      {"memory", "Memory curve", draw_memory, false, false, false, true, false, false, false, false, true},
      {"sizes", "Sizes", draw_sizes},
      {"strategies", "Footprints of all strategies", draw_strategies, false, false, false, false, false, true},
      {"recorded", "Recorded heap", draw_recorded},
  };
  return kTable;
}

}  // namespace stowage
