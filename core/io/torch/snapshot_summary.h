// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/heap/heap_graph.h"
#include "core/heap/record.h"
#include "core/io/import_summary.h"

namespace stowage {

/// Adds what became of a recorded heap: what is in the graph, what was assumed, and what does not fit together.
void summarize(const HeapHistory& history, const HeapAssumptions& assumed, const HeapGraph& made,
               ImportSummary& summary);

}  // namespace stowage
