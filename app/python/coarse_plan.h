// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/base/error.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage::python {

/// How coarse: the cells of a map, each about a pixel, and how many tensors keep a block of their own.
struct CoarseGrid {
  std::size_t columns = 1024, rows = 160;
  std::size_t most_alone = 5000;
};

/// A plan of few blocks that looks like a plan of very many tensors.
struct CoarsePlan {
  Graph graph;                        ///< of lifetimes: a step is a column, and its time that of the first step in it
  Plan plan;                          ///< with footprint and bound of the whole plan, not of its blocks
  std::size_t alone = 0, merged = 0;  ///< tensors with a block of their own, and in the others
  std::size_t blocks = 0;             ///< in which tensors are merged
};

/// A picture of a plan, for where a million tensors are too many to be sent.
///
/// The tensors of the largest areas (bytes × steps) keep their names, offsets and sizes; their lifetimes are rounded to
/// whole columns. The others are added up by cell. In each column their bytes fill rows from below where no tensor
/// stands alone: a row is filled where half of it is due, and the rest that is due (or owed) goes to the row above. So
/// the bytes of each column are right except for a row and the rounding, and no block lies over another unless two
/// tensors do. Equal rows side by side are one block. O(T + cells + columns × most_alone).
///
/// The kind of a block says the stream of its tensor where there are several streams, and otherwise whether it is of
/// one tensor. Views lie in the blocks of their owners. too_large or bad_input where the blocks do not make a graph.
[[nodiscard]] Result<CoarsePlan> coarse_plan(const Graph& graph, const Plan& plan, const CoarseGrid& grid = {});

}  // namespace stowage::python
