// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/graph/edited.h"

// Edits of streams. None of them changes the global order; the local order of a stream follows it, so that operators
// can be moved freely: data arcs and syncs never lead back.
namespace stowage {

/// Refused where all of them run on it already.
[[nodiscard]] Result<EditedGraph> move_to_stream(const Graph& graph, std::span<const OperatorId> operators,
                                                 StreamId stream);

/// A number that no stream has: one more than the largest, or the smallest free one where that is beyond 2^53.
[[nodiscard]] std::int64_t unused_stream_number(const Graph& graph);

/// The new stream is the last, with unused_stream_number(); `name` may be empty.
[[nodiscard]] Result<EditedGraph> move_to_new_stream(const Graph& graph, std::span<const OperatorId> operators,
                                                     std::string_view name);

/// An empty name removes the name. Refused where another stream has this name: users could not tell them apart.
[[nodiscard]] Result<EditedGraph> rename_stream(const Graph& graph, StreamId stream, std::string_view name);

/// "#rrggbb", or empty for the colour that views choose.
[[nodiscard]] Result<EditedGraph> recolor_stream(const Graph& graph, StreamId stream, std::string_view color);

/// The operators of `from` run on `into`; `from` goes, with its unknown keys. Streams after it have an id one lower.
[[nodiscard]] Result<EditedGraph> merge_streams(const Graph& graph, StreamId from, StreamId into);

/// Refused where an operator runs on it. Streams after it have an id one lower.
[[nodiscard]] Result<EditedGraph> remove_stream(const Graph& graph, StreamId stream);

/// Puts all operators on the first stream that has one; the other streams go.
[[nodiscard]] Result<EditedGraph> all_on_one_stream(const Graph& graph);

/// Puts every operator on a stream of its own, which has its name: no order is left but that of data and syncs. The old
/// streams go; StreamId and number are the operator's step.
[[nodiscard]] Result<EditedGraph> one_stream_each(const Graph& graph);

}  // namespace stowage
