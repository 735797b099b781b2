// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/page/page.h"

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
  using enum DrawingInfo::Trait;
  static constexpr DrawingInfo kTable[] = {
      {"heap", heap_map_drawing, shows_plan | shows_bands | shows_time | cuts_steps | cuts_addresses},
      {"difference", difference_drawing, shows_plan | shows_time | cuts_steps | cuts_addresses | compares},
      {"conflicts", conflicts_drawing},
      {"matrix", matrix_drawing},
      {"graph", graph_drawing, shows_bands | groups},
      {"lanes", lanes_drawing, shows_bands | shows_time | cuts_steps},
      {"lifetimes", lifetimes_drawing, cuts_steps | counts_bytes},
      {"memory", memory_drawing, cuts_steps | counts_bytes},
      {"strategies", strategies_drawing, shows_strategies},
      {"recorded", recorded_drawing},
  };
  return kTable;
}

}  // namespace stowage
