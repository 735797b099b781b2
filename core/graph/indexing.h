// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"

// What a graph's data hold twice, derived from what they hold once: for GraphBuilder, and for edits, which change a
// graph's data and derive again only what depends on the change.
namespace stowage {

/// An arc of a graph: `from` must finish before `to` starts.
struct Arc {
  OperatorId from, to;
};

/// Data arcs (a workspace is none), by tensor, then control edges; repeats are kept.
[[nodiscard]] std::vector<Arc> arcs_of(const Graph::Data& data);

/// operator_position and stream_operators, from operator_stream.
void index_streams(Graph::Data& data);
/// inputs and outputs, from tensor_producer and tensor_consumers.
void index_operator_tensors(Graph::Data& data);
/// control_successors, from control.
void index_control(Graph::Data& data);
/// All of these.
void index_all(Graph::Data& data);

/// Puts the operators in another order, `order[k]` being the id before of what is operator k now, with all that names
/// them; nothing is indexed. Returns the ids now by the ids before.
std::vector<OperatorId> reorder_operators(Graph::Data& data, std::span<const std::uint32_t> order);
/// The owner of each tensor, and where in it the tensor lies. False where views lie in a circle.
bool index_views(Graph::Data& data);

}  // namespace stowage
