// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/papers/roam/subgraph_tree.h"
#include "core/plan/problem.h"

namespace stowage::roam {

/// Where a tensor is planned: in exactly one leaf of the subgraph tree.
struct Home {
  std::uint32_t leaf;  ///< index into the leaves, outermost first
  bool is_activation;  ///< made on the way there and needed on the way back: it lies below the leaf's temporaries
};

/// By TensorId, from when each is made and freed in the graph's order:
/// ```
///   made and freed there: where it is freed         there ──────┐ turn ┌────── back
///   made there, freed back (activation): likewise      leaf 0 ┤ leaf 1 ├ leaf 0
///   made back: where it is made                        made outside, freed inside: planned inside, and so on
/// ```
[[nodiscard]] std::vector<Home> find_homes(const SubgraphTree& tree, std::span<const std::uint32_t> leaves,
                                           std::span<const Lifetime> lifetimes);

/// A plan of the tensors of one leaf: activations end to end from 0, longest-lived lowest, temporaries above them.
struct LeafLayout {
  std::vector<TensorId> tensors;
  std::vector<std::int64_t> offsets;  ///< by place in `tensors`
  std::int64_t activations = 0;       ///< bytes: what lies on top of this leaf starts there
};
/// O(T²) for T tensors of the leaf; when stopped, leaves the other offsets at 0.
[[nodiscard]] LeafLayout plan_leaf(const LayoutProblem& problem, std::vector<TensorId> tensors,
                                   std::span<const Home> homes, const Task& task = {});

/// Puts leaves on top of each other, each above the activations of those before it: equation (9), with the outermost
/// first, whose activations live longest. Tensors of no leaf have offset 0.
[[nodiscard]] std::vector<Offset> concatenate(std::span<const LeafLayout> leaves, std::size_t tensor_count);

/// Moves temporaries that overlap others, so that the plan is valid. Takes out the smaller of each two (then the
/// shorter-lived, then the first), and puts them back, largest first, by best-fit. Returns how many; fails only when
/// stopped.
Result<std::size_t> repair_conflicts(const LayoutProblem& problem, std::span<const Home> homes,
                                     std::vector<Offset>& offsets, const Task& task = {});

}  // namespace stowage::roam
