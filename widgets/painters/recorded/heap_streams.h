// SPDX-License-Identifier: Apache-2.0
// The streams of a recorded heap, in the colours that they have in its graph.
#pragma once

#include <cstdint>

#include <QString>

#include "core/graph/graph.h"
#include "core/insight/recorded/recorded_heap.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

/// "stream 7"; `stream`: into RecordedHeap::streams.
[[nodiscard]] QString stream_name(const RecordedHeap& history, std::uint32_t stream);
/// As the graph has it; neutral where no operator of the graph is on it.
[[nodiscard]] Fill heap_stream_fill(const RecordedHeap& history, std::uint32_t stream, const Graph& graph,
                                    const Theme& theme);
/// Its name behind a round mark in its colour, as HTML: the boxes of the legend are square, so that a stream is never
/// taken for a class. The mark has lines where the fill is hatched.
[[nodiscard]] QString stream_html(const RecordedHeap& history, std::uint32_t stream, const Graph& graph,
                                  const Theme& theme);

}  // namespace stowage
