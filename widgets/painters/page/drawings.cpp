// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/page/export.h"

#include "widgets/painters/charts/lifetimes_painter.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/charts/strategy_chart.h"
#include "widgets/painters/conflicts/conflicts_painter.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/lanes/lanes_painter.h"
#include "widgets/painters/recorded/heap_strip.h"

namespace stowage {

std::span<const DrawingInfo> drawings() {
  static constexpr DrawingInfo kTable[] = {
      {.id = "heap",
       .title = "Heap map",
       .draw = heap_map_drawing,
       .shows_plan = true,
       .shows_bands = true,
       .shows_time = true,
       .cuts_steps = true,
       .cuts_addresses = true},
      {.id = "difference",
       .title = "Difference of two plans",
       .draw = difference_drawing,
       .shows_plan = true,
       .shows_time = true,
       .cuts_steps = true,
       .cuts_addresses = true,
       .compares = true},
      {.id = "conflicts", .title = "Conflicts", .draw = conflicts_drawing},
      {.id = "matrix", .title = "Matrix of conflicts", .draw = matrix_drawing},
      {.id = "graph", .title = "Graph", .draw = graph_drawing, .shows_bands = true, .groups = true},
      {.id = "lanes",
       .title = "Lanes",
       .draw = lanes_drawing,
       .shows_bands = true,
       .shows_time = true,
       .cuts_steps = true},
      {.id = "lifetimes", .title = "Lifetimes", .draw = lifetimes_drawing, .cuts_steps = true, .counts_bytes = true},
      {.id = "memory", .title = "Memory curve", .draw = memory_drawing, .cuts_steps = true, .counts_bytes = true},
      {.id = "strategies",
       .title = "Footprints of all strategies",
       .draw = strategies_drawing,
       .shows_strategies = true},
      {.id = "recorded", .title = "Recorded heap", .draw = recorded_drawing},
  };
  return kTable;
}

}  // namespace stowage
