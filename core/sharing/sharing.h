// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/base/task.h"
#include "core/sharing/permissions.h"
#include "core/sharing/shared_graph.h"

namespace stowage {

/// The graphs to plan in place of a graph in which tensors share bytes, and the graph that bounds its plans.
struct Sharing {
  /// Views in their owners, and outputs over inputs only where they must be.
  SharedGraph apart;
  /// The same with further outputs over inputs, as chosen (choose_pairs.h); none where that changes nothing.
  std::optional<SharedGraph> in_place;
  /// Every plan of the graph, whichever pairs it uses, is a plan of this graph (relaxed_graph.h), so that its lower
  /// bounds hold for the original. None where `apart` says exactly which plans there are.
  std::optional<Graph> relaxed;
  /// Whether there are usable permissions that no plan may use: bounds then hold for such plans alone.
  bool ignores_permissions = false;
  /// By operator of `relaxed`: the operator of the graph.
  std::vector<OperatorId> relaxed_operators;
};

/// Fails with bad_input where a duty is void (check_duties), or where duties contradict each other or the alignment;
/// `permitted`: whether permissions are used. Sizes and offsets are multiples of `alignment`.
[[nodiscard]] Result<Sharing> share(const Graph& graph, Bytes alignment, bool permitted, const Task& task = {});

}  // namespace stowage
