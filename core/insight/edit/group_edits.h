// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/graph/edited.h"

// Edits of contiguous groups.
namespace stowage {

/// A new group, the last, of two tensors or more, which will lie end to end in the order given. Refused where one of
/// them is a view, is in a group already, has an alignment of its own, or is given twice.
[[nodiscard]] Result<EditedGraph> make_group(const Graph& graph, std::span<const TensorId> members);

/// `members` are the group's, in another order.
[[nodiscard]] Result<EditedGraph> reorder_group(const Graph& graph, GroupId group, std::span<const TensorId> members);

/// The members after it close the gap; where only one would be left, the group is dissolved.
[[nodiscard]] Result<EditedGraph> remove_from_group(const Graph& graph, TensorId member);

/// Groups after it have an id one lower.
[[nodiscard]] Result<EditedGraph> dissolve_group(const Graph& graph, GroupId group);

}  // namespace stowage
