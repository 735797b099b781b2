// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/edited.h"

// Edits of the bytes that tensors share (core/graph/graph.h).
namespace stowage {

/// Why `tensor` cannot lie in `of`, from byte `offset` of it on; empty where it can.
[[nodiscard]] std::string why_no_view(const Graph& graph, TensorId tensor, TensorId of, std::int64_t offset = 0);
/// Lays `tensor` there; if it was a view already, it moves.
[[nodiscard]] Result<EditedGraph> make_view(const Graph& graph, TensorId tensor, TensorId of, std::int64_t offset = 0);
/// Gives a view bytes of its own again. Refused where it is not a view.
[[nodiscard]] Result<EditedGraph> end_view(const Graph& graph, TensorId view);

/// Permits writing `output` over `input`, at the same offset. Refused where it is permitted, or a duty, already. A
/// permission may be void all the same, depending on the other users of the input's bytes; other edits change this.
[[nodiscard]] Result<EditedGraph> permit_in_place(const Graph& graph, TensorId output, TensorId input);
/// The same for several pairs at once. Refused where there are none, or where one would be.
[[nodiscard]] Result<EditedGraph> permit_in_place(const Graph& graph, std::span<const InPlace> pairs);
/// Takes the permission, or the duty, away. Refused where there is none.
[[nodiscard]] Result<EditedGraph> forbid_in_place(const Graph& graph, TensorId output, TensorId input);

/// Lists pairs that kernels of element-wise operators ("Relu", "AddGrad") would permit: a result over an input of its
/// size, by output, then input. Leaves out inputs present from the start (not the graph's own), outputs of the graph as
/// inputs, bytes that the operator also reads as another tensor, pairs with a view on either side, and pairs that the
/// graph has already. permissions() decides which of them can be used.
[[nodiscard]] std::vector<InPlace> element_wise_pairs(const Graph& graph);

}  // namespace stowage
