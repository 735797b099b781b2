// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// All pairs of tensors as a square image, each cell saying how many of its pairs are unsafe. The tensors are put in
/// one order and cut into `side` runs as equal as can be; cell (r, c) stands for the pairs of runs r and c.
/// Memory: side² cells, never T².
struct ConflictMatrix {
  std::vector<TensorId> order;  ///< of rows and columns
  std::size_t side = 0;         ///< cells each way; at most the number of tensors
  std::vector<float> share;     ///< row by row: unsafe pairs of a cell / its pairs, 0 … 1; -1 where it has no pairs
  std::size_t rows_read = 0;    ///< of the tensors; fewer than all: the shares are estimates

  [[nodiscard]] bool exact() const { return rows_read == order.size(); }
  [[nodiscard]] float at(std::size_t row, std::size_t column) const { return share[row * side + column]; }
  /// The run of the tensor that stands at `rank` in the order.
  [[nodiscard]] std::size_t cell_of(std::size_t rank) const { return rank * side / order.size(); }
  /// The first rank of a run.
  [[nodiscard]] std::size_t first_rank(std::size_t cell) const { return (cell * order.size() + side - 1) / side; }
};

/// Tensors by the step at which they are born, then by index; those never needed last.
[[nodiscard]] std::vector<TensorId> order_of_birth(const Graph& graph, std::span<const Lifetime> lifetimes);

/// With at most `most_cells` cells each way. Exact up to tens of thousands of tensors (every row of the relation is
/// read once, T² / 64 steps); beyond, some rows of each run are read. Fails only with cancelled or timed_out.
[[nodiscard]] Result<ConflictMatrix> conflict_matrix(const Conflicts& conflicts, std::vector<TensorId> order,
                                                     std::size_t most_cells, const Task& task = {});

}  // namespace stowage
