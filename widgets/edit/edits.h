// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <QColor>
#include <QString>

#include "core/graph/graph.h"
#include "core/insight/edit/factor.h"
#include "widgets/edit/edit_request.h"

namespace stowage {
struct SeveralEdits;
}

/// Requests for the edits of core/insight/edit and core/insight/improve, with the words the history shows: for every
/// view that edits. `graph` is the one the ids are of; it is needed for names only. Where its bodies are laid out, the
/// edit is made in the file's graph, or in the body that the ids are of (core/insight/bodies/edit_bodies.h). Requests
/// with a key of merging follow a gesture that goes on: a drag, a key that repeats, a colour that is being chosen.
namespace stowage::edits {

[[nodiscard]] EditRequest move_to_stream(const Graph& graph, std::span<const OperatorId> operators, StreamId stream);
/// `name` may be empty.
[[nodiscard]] EditRequest move_to_new_stream(const Graph& graph, std::span<const OperatorId> operators,
                                             const QString& name);
[[nodiscard]] EditRequest rename_stream(const Graph& graph, StreamId stream, const QString& name);
/// An invalid colour: the one views choose.
[[nodiscard]] EditRequest recolor_stream(const Graph& graph, StreamId stream, const QColor& color);
[[nodiscard]] EditRequest merge_streams(const Graph& graph, StreamId from, StreamId into);
[[nodiscard]] EditRequest remove_stream(const Graph& graph, StreamId stream);
[[nodiscard]] EditRequest all_on_one_stream();
[[nodiscard]] EditRequest one_stream_each();

[[nodiscard]] EditRequest add_sync(const Graph& graph, OperatorId before, OperatorId after);
/// One copy of each.
[[nodiscard]] EditRequest remove_syncs(const Graph& graph, std::vector<ControlEdge> edges);
[[nodiscard]] EditRequest remove_sync(const Graph& graph, ControlEdge edge);

/// Moves of the same operator that follow each other are one.
[[nodiscard]] EditRequest move_to_step(const Graph& graph, OperatorId op, std::size_t step);

/// `name` says whose order it is ("LESCEA"), `id` is that of its strategy; all operators of the graph.
[[nodiscard]] EditRequest put_in_order(const QString& name, const QString& id, std::vector<OperatorId> sequence);

[[nodiscard]] EditRequest make_group(const Graph& graph, std::span<const TensorId> members);
[[nodiscard]] EditRequest reorder_group(const Graph& graph, GroupId group, std::vector<TensorId> members);
[[nodiscard]] EditRequest remove_from_group(const Graph& graph, TensorId member);
[[nodiscard]] EditRequest dissolve_group(const Graph& graph, GroupId group);

[[nodiscard]] EditRequest scale_sizes(const Graph& graph, std::span<const TensorId> tensors, Factor factor);
[[nodiscard]] EditRequest scale_all_sizes(Factor factor);
[[nodiscard]] EditRequest set_sizes(const Graph& graph, std::span<const TensorId> tensors, Bytes size);

/// The uses from `first_late` on read a copy.
[[nodiscard]] EditRequest recompute(const Graph& graph, TensorId tensor, OperatorId first_late);
[[nodiscard]] EditRequest offload(const Graph& graph, TensorId tensor, OperatorId first_late);

/// A point of the front; operators keep their ids by name.
[[nodiscard]] EditRequest make_several(const SeveralEdits& several);

[[nodiscard]] EditRequest make_view(const Graph& graph, TensorId tensor, TensorId of);
[[nodiscard]] EditRequest end_view(const Graph& graph, TensorId view);
[[nodiscard]] EditRequest permit_in_place(const Graph& graph, TensorId output, TensorId input);
/// `count`: how many outputs a plan then has over their inputs.
[[nodiscard]] EditRequest permit_in_place(std::vector<InPlace> pairs, std::size_t count);
[[nodiscard]] EditRequest forbid_in_place(const Graph& graph, TensorId output, TensorId input);

[[nodiscard]] EditRequest scale_durations(const Graph& graph, std::span<const OperatorId> operators, Factor factor);
[[nodiscard]] EditRequest scale_all_durations(Factor factor);
/// As a person says it; 0 takes the durations away.
[[nodiscard]] EditRequest set_durations(const Graph& graph, std::span<const OperatorId> operators,
                                        std::int64_t nanoseconds);

}  // namespace stowage::edits
