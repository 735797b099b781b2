// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/static_plans.h"

#include "core/planning/graph_plans.h"

namespace stowage {

Result<Bytes> static_footprint(const RecordedHeap& history, HeapStreams streams, Bytes alignment, const Task& task) {
  constexpr double kSeconds = 3;  // strategies that improve their plan have found nearly all by then
  RecordedHeap copy = history;    // heap_graph() names tensors in it
  STOWAGE_TRY(const auto made, heap_graph(copy, streams, "", "", task));
  STOWAGE_TRY(const auto planned, make_plans(made.graph.graph, {.alignment = alignment}, task.limited_to(kSeconds)));
  return planned.best().footprint;
}

}  // namespace stowage
