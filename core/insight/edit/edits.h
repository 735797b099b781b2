// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/base/text.h"
#include "core/graph/graph.h"
#include "core/insight/edit/factor.h"

namespace stowage {

/// A graph after an edit. Tensors and groups of the graph before keep their ids unless the edit says otherwise;
/// operators are renumbered where the edit changed the global order.
///
/// Every edit (of this folder) has the form `Result<EditedGraph> f(const Graph&, …)`. It returns a
/// new graph, and keeps everything it was not asked to change (unknown keys of the file included). It refuses what is
/// not a graph, with bad_input and the reason, naming the cycle an edge would close. It also refuses to change nothing,
/// so that every step of a history is a change. Linear time: a copy, and deriving what depends on the change.
struct EditedGraph {
  Graph graph;
  std::vector<OperatorId> operators;  ///< by old OperatorId: the new id; empty where no id changed
};

[[nodiscard]] inline tl::unexpected<Error> refused(std::string reason) {
  return bad_input("", "", std::move(reason));
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

// Edits of the global order.

/// Steps to which an operator can be moved while all others keep their order; half-open, its own step included.
struct AllowedSteps {
  std::size_t begin, end;
  OperatorId after;   ///< the last operator that it must follow (data or sync), or none
  OperatorId before;  ///< the first that must follow it, or none

  [[nodiscard]] bool contain(std::size_t step) const { return begin <= step && step < end; }
};

/// Returns only the operator's own step where a time axis fixes the order. O(arcs of the operator + syncs).
[[nodiscard]] AllowedSteps allowed_steps(const Graph& graph, OperatorId op);

/// Moves `op` to that step; all between move by one. The local order of its stream follows. Refused, naming the arc,
/// where data or a sync forbid it, and for graphs with a time axis.
[[nodiscard]] Result<EditedGraph> move_to_step(const Graph& graph, OperatorId op, std::size_t step);

/// Makes all operators run in that order. Refused where it is not an order of the graph (core/graph/lifetimes.h) or is
/// the present one, and for graphs with a time axis.
[[nodiscard]] Result<EditedGraph> put_in_order(const Graph& graph, std::span<const OperatorId> sequence);

// Edits of streams. None of them changes the global order; the local order of a stream follows it, so that operators
// can be moved freely: data arcs and syncs never lead back.

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

// Edits of control edges ("syncs", also within one stream).

/// Refused where it would close a cycle over data arcs, syncs and the local orders of streams (the reason names a
/// shortest one), or is there already. A sync against the global order changes that order to the stable one: of the
/// operators that may come next, always the one that was first. Local orders stay; where a time axis fixes the order,
/// it is refused.
[[nodiscard]] Result<EditedGraph> add_sync(const Graph& graph, OperatorId before, OperatorId after);

/// Adds, of many syncs, the new ones along the global order, each once; leaves the others out. The same
/// graph as if add_sync() had added them one by one. Refused where none is left.
[[nodiscard]] Result<EditedGraph> add_syncs_in_order(const Graph& graph, std::span<const ControlEdge> edges);

/// Removes one copy of each edge given, the last of equal ones; the order stays. Refused where there are too few.
[[nodiscard]] Result<EditedGraph> remove_syncs(const Graph& graph, std::span<const ControlEdge> edges);

/// The syncs that other arcs imply, as places in graph.control(), ascending: data arcs, local orders and the syncs that
/// are not listed have the same closure as all of them. Of equal ones that no other arcs imply, the first is kept.
/// This is the transitive reduction, in which the answer does not depend on an order of removal.
/// Cost: that of Conflicts::compute(), and for each sync the arcs out of its first operator. Cancelled, timed out, or
/// too_large where it needs more memory than is sensible.
[[nodiscard]] Result<std::vector<std::size_t>> redundant_syncs(const Graph& graph, const Task& task = {});

// Edits of sizes. No tensor may pass kMaxTensorSize, nor all together reach kMaxTotalSize.

/// Multiplies sizes by the factor, rounded up to whole bytes.
[[nodiscard]] Result<EditedGraph> scale_sizes(const Graph& graph, std::span<const TensorId> tensors, Factor factor);
[[nodiscard]] Result<EditedGraph> scale_all_sizes(const Graph& graph, Factor factor);

[[nodiscard]] Result<EditedGraph> set_sizes(const Graph& graph, std::span<const TensorId> tensors, Bytes size);

// Edits of durations. No operator may pass kMaxDuration, nor all together reach kMaxTotalDuration.

/// Sets the duration of each; 0 ns removes a known one. The origin of a person's own figure is Duration::From::unsaid:
/// it was neither measured nor worked out.
[[nodiscard]] Result<EditedGraph> set_durations(const Graph& graph, std::span<const OperatorId> operators,
                                                Duration duration);

/// Multiplies durations by the factor, rounded to whole nanoseconds but never to 0; they keep their origin. Unknown
/// durations stay unknown.
[[nodiscard]] Result<EditedGraph> scale_durations(const Graph& graph, std::span<const OperatorId> operators,
                                                  Factor factor);
[[nodiscard]] Result<EditedGraph> scale_all_durations(const Graph& graph, Factor factor);

// Edits of contiguous groups.

/// A new group, the last, of two tensors or more, which will lie end to end in the order given. Refused where one of
/// them is a view, is in a group already, has an alignment of its own, or is given twice.
[[nodiscard]] Result<EditedGraph> make_group(const Graph& graph, std::span<const TensorId> members);

/// `members` are the group's, in another order.
[[nodiscard]] Result<EditedGraph> reorder_group(const Graph& graph, GroupId group, std::span<const TensorId> members);

/// The members after it close the gap; where only one would be left, the group is dissolved.
[[nodiscard]] Result<EditedGraph> remove_from_group(const Graph& graph, TensorId member);

/// Groups after it have an id one lower.
[[nodiscard]] Result<EditedGraph> dissolve_group(const Graph& graph, GroupId group);
/// All of them.
[[nodiscard]] Result<EditedGraph> dissolve_groups(const Graph& graph);

// Edits of the bytes that tensors share (core/graph/graph.h).

/// Why `tensor` cannot lie in `of`, from byte `offset` of it on; empty where it can.
[[nodiscard]] std::string why_no_view(const Graph& graph, TensorId tensor, TensorId of, std::int64_t offset = 0);
/// Lays `tensor` there; if it was a view already, it moves.
[[nodiscard]] Result<EditedGraph> make_view(const Graph& graph, TensorId tensor, TensorId of, std::int64_t offset = 0);
/// Gives a view bytes of its own again. Refused where it is not a view.
[[nodiscard]] Result<EditedGraph> end_view(const Graph& graph, TensorId view);

/// Permits writing `output` over `input`, at the same offset. Refused where it is permitted, or a duty, already. A
/// permission may be void all the same, depending on the other users of the input's bytes; other edits change this.
[[nodiscard]] Result<EditedGraph> permit_in_place(const Graph& graph, TensorId output, TensorId input);
/// The same for several pairs at once. Refused where there are none, or where one of them is refused.
[[nodiscard]] Result<EditedGraph> permit_in_place(const Graph& graph, std::span<const InPlace> pairs);
/// Takes the permission, or the duty, away. Refused where there is none.
[[nodiscard]] Result<EditedGraph> forbid_in_place(const Graph& graph, TensorId output, TensorId input);

/// Lists pairs that kernels of element-wise operators ("Relu", "AddGrad") would permit: a result over an input of its
/// size, by output, then input. Leaves out inputs present from the start (not the graph's own), outputs of the graph as
/// inputs, bytes that the operator also reads as another tensor, pairs with a view on either side, and pairs that the
/// graph has already. permissions() decides which of them can be used.
[[nodiscard]] std::vector<InPlace> element_wise_pairs(const Graph& graph);

}  // namespace stowage
