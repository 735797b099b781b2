// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/block_problem.h"
#include "core/plan/plan.h"

namespace stowage {

/// Tensors that never share a byte in any plan, and the fewest bytes that they need. The certificate of a lower bound.
struct Clique {
  Bytes weight;                   ///< the sum of their sizes; with groups perhaps more (group_bound.h)
  std::vector<TensorId> members;  ///< ascending, of positive size
};

/// Lower bounds on every plan's footprint, on sizes rounded to the alignment; groups are ignored, except in
/// largest_block and with_groups. largest_operator ≤ lifetime ≤ clique ≤ with_groups where the latter are known.
struct Bounds {
  Bytes largest_block;             ///< largest block (a group counts whole)
  Bytes largest_operator;          ///< most bytes touched by one operator
  Bytes lifetime;                  ///< most bytes alive at one step of the global order
  std::uint32_t peak_step = 0;     ///< the first step that reaches it
  std::optional<Clique> clique{};  ///< heaviest clique of the unsafe relation, once computed
  /// A clique that needs more, since groups lie end to end or tensors are aligned (group_bound.h); where one was found.
  std::optional<Clique> with_groups{};
  Bytes alignment{1};  ///< that of the sizes: the bounds hold for plans of this alignment

  /// The largest bound known.
  [[nodiscard]] Bytes best() const;
};

/// All but the clique; O(T + N).
[[nodiscard]] Bounds quick_bounds(const BlockProblem& problem);

/// The heaviest clique of the unsafe relation, that is the maximum-weight antichain of "before", by minimum flow
/// (algorithms after Dilworth). Where the relation is one of windows on a line it is the peak of the lifetimes.
[[nodiscard]] Result<Clique> heaviest_clique(const BlockProblem& problem, const Task& task = {});

/// The quick bounds and the clique; add_cliques() of group_bound.h finds with_groups, too.
[[nodiscard]] Result<Bounds> all_bounds(const BlockProblem& problem, const Task& task = {});
/// The same for a graph whose conflicts are not known.
[[nodiscard]] Result<Bounds> all_bounds(const Graph& graph, Bytes alignment, const Task& task = {});

/// The certificate of the best of these bounds: tensors that alone need as much in every plan of the graph, ascending.
/// core/check/bound_check.h replays it. Empty for a graph with views or in-place pairs as long as no clique is known.
/// O(T).
[[nodiscard]] std::vector<TensorId> bound_tensors(const Graph& graph, const Bounds& bounds);

/// Raises the plan's bound to `proved`, and sets whether the bound proves the plan optimal: never where the graph
/// leaves something uncounted (core/graph/unknown_sizes.h) or is assumed (core/graph/bound_scope.h).
void raise_bound(const Graph& graph, Bytes proved, Plan& plan);

}  // namespace stowage
