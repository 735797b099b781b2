// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"

// Derives the redundant parts of a graph's data from the others: for GraphBuilder, and for edits, which derive only
// what depends on the change; and topological orders.
namespace stowage {

/// An arc of a graph: `from` must finish before `to` starts.
struct Arc {
  OperatorId from, to;
};

/// Calls `visit(Arc)` for each data arc (a workspace has none), by tensor, then for each control edge; keeps repeats.
template <class Visit>
void for_each_arc(const Graph::Data& data, const Visit& visit) {
  for (std::size_t t = 0; t < data.tensor_size.size(); ++t) {
    const OperatorId producer = data.tensor_producer[t];
    if (!producer.valid()) continue;
    for (OperatorId consumer : data.tensor_consumers[t])
      if (consumer != producer) visit(Arc{producer, consumer});
  }
  for (const auto& [before, after] : data.control) visit(Arc{before, after});
}

/// operator_position and stream_operators, from operator_stream.
void index_streams(Graph::Data& data);
/// inputs and outputs, from tensor_producer and tensor_consumers.
void index_operator_tensors(Graph::Data& data);
/// control_successors, from control.
void index_control(Graph::Data& data);
/// All of these indexes.
void index_all(Graph::Data& data);

/// Renumbers the operators, and all that names them: `order[k]` is the old id of the new operator k. Derives no index.
/// Returns the new ids by old ids.
std::vector<OperatorId> reorder_operators(Graph::Data& data, std::span<const std::uint32_t> order);
/// Derives the owner of each tensor and its inset. False where views form a circle.
bool index_views(Graph::Data& data);

/// Either an order of all vertices, or one cycle: v0 → v1 → … → v0 (v0 named once).
struct TopologicalOrder {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> cycle;
};

/// Kahn's algorithm; of the ready vertices always the one of the lowest rank, if there are ranks, and of these the
/// lowest. O((V + E) log V).
[[nodiscard]] TopologicalOrder stable_topological_order(const Csr<std::uint32_t>& successors,
                                                        std::span<const std::uint32_t> ranks = {});

/// "a → b → c → a"; the middle of a long cycle is left out and counted.
[[nodiscard]] std::string describe_cycle(const std::vector<std::uint32_t>& cycle, const NameTable& names);

}  // namespace stowage
