// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// One connected component of the unsafe relation, with its pairs and cliques: the exact search works on it.
/// **Items** are the tensors of the component that occupy something, numbered from 0. Components do not affect each
/// other: plans of all components together are a plan of all.
///
/// A **clique** is a set of items that are pairwise unsafe, so that they lie one above the other. The tensors alive at
/// one step of the global order are one; these are the *time sections* of interval problems. Streams add the heaviest
/// clique of all.
struct ConflictModel {
  using Item = std::uint32_t;

  std::vector<TensorId> tensors;    ///< by item
  std::vector<std::int64_t> sizes;  ///< by item, rounded to the alignment
  std::vector<std::int64_t> steps;  ///< by item: its start must be a multiple of this
  Csr<Item> neighbours;             ///< by item: those unsafe to it
  Csr<Item> cliques;                ///< none is a part of the one before or after it
  Csr<std::uint32_t> cliques_of;    ///< by item

  std::int64_t bound = 0;        ///< no plan of the component is smaller: the heaviest clique listed, the largest item
  std::int64_t granularity = 1;  ///< footprints worth asking for are multiples of this

  [[nodiscard]] std::size_t size() const { return tensors.size(); }
};

/// The components, those of the largest bound first. The graph has no groups. `heaviest` is a clique worth knowing,
/// such as that of core/plan/bounds.h. Fails with too_large where there are more than 6,000,000 pairs, for which two
/// searches would take 75 bytes each; other errors are only cancelled or timed_out.
[[nodiscard]] Result<std::vector<ConflictModel>> conflict_components(const LayoutProblem& problem,
                                                                     std::vector<TensorId> heaviest,
                                                                     const Task& task = {});

}  // namespace stowage
