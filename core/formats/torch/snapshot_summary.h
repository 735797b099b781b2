// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/formats/import_summary.h"
#include "core/insight/recorded/heap_graph.h"
#include "core/insight/recorded/record.h"

namespace stowage {

/// "device 0 event 17": the position in the file's list. `no_events` are the positions of items that are not events
/// (ascending).
[[nodiscard]] std::string heap_event_name(const RecordedHeap& history, std::span<const std::uint32_t> no_events,
                                          HeapStep step);

/// "0, 1, 7", with "…" behind the first `most`.
[[nodiscard]] std::string some_numbers(std::span<const std::int64_t> numbers, std::size_t most);

/// What was found out about a record while its heap was rebuilt.
struct HeapFound {
  HeapAssumptions assumed;
  HeapInconsistencies doubts;
  std::vector<std::uint32_t> no_events;  ///< as HeapRecord::no_events
  bool unclear_segments = false;         ///< as HeapRecord::unclear_segments
};

/// Adds to the summary what the graph has of a recorded heap, what was assumed, and what is inconsistent.
void summarize(const RecordedHeap& history, HeapStreams streams, const HeapFound& found, const HeapGraph& made,
               ImportSummary& summary);

}  // namespace stowage
