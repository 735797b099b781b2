// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "core/formats/import_summary.h"

namespace stowage {

/// Says that events of a record share steps of the graph: its lifetimes are coarser than those of the record, but the
/// same ones overlap (core/formats/allocation_runs.h, core/insight/recorded/heap_graph.h).
inline void say_steps_of_events(std::size_t events, std::size_t steps, ImportSummary& summary) {
  if (steps >= events) return;
  summary.say(ImportKind::assumed,
              std::to_string(events) + " events make " + std::to_string(steps) + (steps == 1 ? " step" : " steps") +
                  ", and a tensor lasts from the first to the last event of its steps; unsafe pairs and the peak stay");
}

}  // namespace stowage
