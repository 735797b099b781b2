// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/graph/graph.h"

// What the edits say no with, and with what they end.
namespace stowage {

/// A graph after an edit. Tensors and groups of the graph before keep their ids unless the edit says otherwise;
/// operators are renumbered where the edit changed the global order.
///
/// Every function of this folder has the form `Result<EditedGraph> f(const Graph&, …)`: it returns a new graph, keeps
/// everything it was not asked to change (unknown keys of the file included), and refuses what would make no graph
/// with bad_input and the reason, naming the cycle an edge would close. What would change nothing is refused too, so
/// that every step of a history is one. The time is that of a copy and of deriving what depends on the change: linear.
struct EditedGraph {
  Graph graph;
  std::vector<OperatorId> operators;  ///< by OperatorId of the graph before: its id now; empty where none changed
};

[[nodiscard]] inline tl::unexpected<Error> refused(std::string reason) {
  return tl::unexpected(Error::bad_input("", "", std::move(reason)));
}

/// Why these cannot be edited: there are none, or one of them is not in the graph; else empty.
[[nodiscard]] inline std::string fault_of(const Graph& graph, std::span<const OperatorId> operators) {
  if (operators.empty()) return "no operator is selected";
  for (OperatorId o : operators)
    if (o.index() >= graph.operator_count()) return "the operator no longer exists";
  return {};
}
[[nodiscard]] inline std::string fault_of(const Graph& graph, std::span<const TensorId> tensors) {
  if (tensors.empty()) return "no tensor is selected";
  for (TensorId t : tensors)
    if (t.index() >= graph.tensor_count()) return "the tensor no longer exists";
  return {};
}
[[nodiscard]] inline std::string fault_of(const Graph& graph, StreamId stream) {
  return stream.index() < graph.stream_count() ? "" : "the stream no longer exists";
}
[[nodiscard]] inline std::string fault_of(const Graph& graph, GroupId group) {
  return group.index() < graph.group_count() ? "" : "the group no longer exists";
}

/// An edit that left every operator its id.
[[nodiscard]] inline EditedGraph edited(Graph::Data data) {
  return {Graph(std::move(data)), {}};
}

}  // namespace stowage
