// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/block_problem.h"
#include "core/plan/plan.h"

namespace stowage {

/// A lower bound of all plans, and its certificate: tensors that alone need as much (core/check/bound_check.h replays
/// it).
struct ProvedBound {
  enum class How : std::uint8_t {
    search,     ///< everything smaller was tried: has no certificate
    lifetimes,  ///< the tensors alive at one step
    block,      ///< a block, whose tensors lie end to end
    clique,     ///< tensors that never share a byte in any plan
    waste,      ///< a clique that needs more than its sizes, since groups lie end to end or tensors are aligned
  };
  Bytes bytes;
  std::vector<TensorId> tensors{};  ///< distinct; those of a clique ascend, and have bytes
  How how = How::search;
};

/// Lower bounds on every plan's footprint, on sizes rounded to the alignment; groups and companions are ignored, except
/// in largest_block and of_blocks. largest_operator ≤ lifetime ≤ clique < of_blocks where the latter are known.
struct Bounds {
  ProvedBound largest_block;               ///< largest block (a group counts whole)
  Bytes largest_operator;                  ///< most bytes touched by one operator
  ProvedBound lifetime;                    ///< most bytes alive at one step of the global order
  std::uint32_t peak_step = 0;             ///< the first step that reaches it
  std::optional<ProvedBound> clique{};     ///< heaviest clique of the unsafe relation, once computed
  std::optional<ProvedBound> of_blocks{};  ///< best_clique(), where it needs more
  Bytes alignment{1};                      ///< that of the sizes: the bounds hold for plans of this alignment

  /// The largest bound known; of equals that of a clique.
  [[nodiscard]] const ProvedBound& proved() const;
  [[nodiscard]] Bytes best() const { return proved().bytes; }
};

/// All but the clique; O(T + N).
[[nodiscard]] Bounds quick_bounds(const BlockProblem& problem);

/// The heaviest clique of the unsafe relation, that is the maximum-weight antichain of "before", by minimum flow
/// (algorithms after Dilworth). Where the relation is one of windows on a line it is the peak of the lifetimes.
[[nodiscard]] Result<ProvedBound> heaviest_clique(const BlockProblem& problem, const Task& task = {});

/// The heaviest clique, or one that needs more because of blocks or alignments of tensors. Two tensors of one group
/// never share a byte either, and a companion shares none with a tensor that is unsafe for the other; and between two
/// members of a group that are in the clique lies a **hole**: members of the group that are not in the clique. Tensors
/// of the clique fill a hole only as far as they are safe with its members, and as their sizes add up.
/// ```
///   group   ┌─ in the clique ─┬─ not in it: a hole ─┬─ in the clique ─┐
///                             ├─ filler ─┤░ wasted ░│                       bytes = sizes + wasted bytes
/// ```
/// In the same way, bytes are wasted between tensors with an alignment of their own.
///
/// Local search over cliques (one tensor enters, and those leave that may share bytes with it; tabu), limited by work:
/// about a tenth of a second at most.
[[nodiscard]] Result<ProvedBound> best_clique(const BlockProblem& problem, const Task& task = {});
/// Adds both cliques to the bounds. Stopped, it leaves them as they were.
[[nodiscard]] Result<void> add_cliques(const BlockProblem& problem, Bounds& bounds, const Task& task = {});

/// Whether cliques prove no more than quick_bounds(): lifetimes on a line say all, and no group or alignment wastes
/// bytes.
[[nodiscard]] bool lifetimes_say_all(const BlockProblem& problem);

/// The quick bounds and the heaviest clique.
[[nodiscard]] Result<Bounds> all_bounds(const BlockProblem& problem, const Task& task = {});
/// The same for a graph whose conflicts are not known.
[[nodiscard]] Result<Bounds> all_bounds(const Graph& graph, Bytes alignment, const Task& task = {});

/// Raises the plan's bound, with its certificate, to `proved`, and sets whether the bound proves the plan optimal:
/// never where the graph leaves something uncounted or is assumed (core/graph/claims.h).
void raise_bound(const Graph& graph, const ProvedBound& proved, Plan& plan);

}  // namespace stowage
