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

// The result of an edit, and why edits are refused.
namespace stowage {

/// A graph after an edit. Tensors and groups of the graph before keep their ids unless the edit says otherwise;
/// operators are renumbered where the edit changed the global order.
///
/// Every edit (order_edits.h, core/insight/edit) has the form `Result<EditedGraph> f(const Graph&, …)`. It returns a
/// new graph, and keeps everything it was not asked to change (unknown keys of the file included). It refuses what is
/// not a graph, with bad_input and the reason, naming the cycle an edge would close. It also refuses to change nothing,
/// so that every step of a history is a change. Linear time: a copy, and deriving what depends on the change.
struct EditedGraph {
  Graph graph;
  std::vector<OperatorId> operators;  ///< by old OperatorId: the new id; empty where no id changed
};

[[nodiscard]] inline tl::unexpected<Error> refused(std::string reason) {
  return tl::unexpected(Error::bad_input("", "", std::move(reason)));
}

/// Why these operators cannot be edited: there are none, or one is not in the graph; empty if they can.
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
