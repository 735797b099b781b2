// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "core/graph/edited.h"

// Edits of the bytes that tensors share (core/graph/sharing.h).
namespace stowage {

/// Why `tensor` cannot lie in `of`, from byte `offset` of it on; empty where it can.
[[nodiscard]] std::string why_no_view(const Graph& graph, TensorId tensor, TensorId of, std::int64_t offset = 0);
/// `tensor` lies there; if it was a view already, no longer where it was.
[[nodiscard]] Result<EditedGraph> make_view(const Graph& graph, TensorId tensor, TensorId of, std::int64_t offset = 0);
/// It has bytes of its own again. Refused where it is not a view.
[[nodiscard]] Result<EditedGraph> end_view(const Graph& graph, TensorId view);

/// Why nothing can be said of writing `output` over `input`; empty where it can. A permission may be void all the same:
/// that depends on who else uses those bytes, and other edits change it.
[[nodiscard]] std::string why_not_in_place(const Graph& graph, TensorId output, TensorId input);
/// `output` may be written over `input`, at the same offset. Refused where that is permitted, or a duty, already.
[[nodiscard]] Result<EditedGraph> permit_in_place(const Graph& graph, TensorId output, TensorId input);
/// The same of several pairs at once. Refused where there are none, and as the one.
[[nodiscard]] Result<EditedGraph> permit_in_place(const Graph& graph, std::span<const InPlace> pairs);
/// Takes the permission, or the duty, away. Refused where there is none.
[[nodiscard]] Result<EditedGraph> forbid_in_place(const Graph& graph, TensorId output, TensorId input);

}  // namespace stowage
