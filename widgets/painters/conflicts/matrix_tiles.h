// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <span>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/safety/conflicts.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

/// What the rows and columns of the matrix are sorted by; ties, and the rest, by birth.
enum class MatrixOrder { time, stream, offset, size };

/// Which tensor stands where on both axes.
struct MatrixAxis {
  static constexpr std::uint32_t kNowhere = 0xffff'ffff;
  std::vector<TensorId> order;      ///< by rank
  std::vector<std::uint32_t> rank;  ///< by TensorId; kNowhere for those left out
};
/// All tensors, or those alive in `within`. By time: as order_of_birth; by stream: that of the producer, those present
/// from the start first; by offset: lowest first (by time without a plan); by size: largest first. O(T log T).
[[nodiscard]] MatrixAxis matrix_axis(const PlanView& view, MatrixOrder by, std::optional<Lifetime> within);

/// The matrix in tiles of cells. At level l a cell stands for 2^l tensors each way, so that zooming out needs no more
/// tiles than zooming in.
/// ```
///  level 0: a cell is a pair        level 1: four pairs        level 2: sixteen …
/// ```
struct MatrixTileKey {
  int level = 0;
  std::uint32_t row = 0, column = 0;  ///< of tiles, each kCells cells

  static constexpr std::size_t kCells = 256;
  /// The pair of runs the other way round shows the same.
  [[nodiscard]] MatrixTileKey mirrored() const { return {level, column, row}; }
  [[nodiscard]] MatrixTileKey upper() const { return row <= column ? *this : mirrored(); }
  /// Ranks each way.
  [[nodiscard]] std::size_t span() const { return kCells << level; }
  friend auto operator<=>(const MatrixTileKey&, const MatrixTileKey&) = default;
};

/// The lowest level at which one tile shows everything.
[[nodiscard]] int top_level(std::size_t tensors);

struct MatrixTile {
  /// Row by row, kCells each way: 0 for a cell without pairs (beyond the end, or a tensor with itself), 1 where no pair
  /// is unsafe, up to 255 where all are: 1 + 254·√share, rounded up.
  std::vector<std::uint8_t> shade;
  bool exact = false;  ///< every pair was asked
  bool final = false;  ///< as fine as it gets
};

/// The share that a shade stands for; below 0 where there are no pairs.
[[nodiscard]] float share_of_shade(std::uint8_t shade);

enum class MatrixPrecision {
  draft,  ///< a few pairs a cell: milliseconds
  fine    ///< all pairs where that takes less than about a second, otherwise some dozens a cell
};

/// A tile of the upper triangle (row ≤ column). Which pairs are sampled depends on the cell alone, so that neighbouring
/// tiles and later runs agree. Fails only with cancelled or timed_out.
[[nodiscard]] Result<MatrixTile> matrix_tile(const Conflicts& conflicts, std::span<const TensorId> order,
                                             const MatrixTileKey& key, MatrixPrecision precision,
                                             const Task& task = {});

/// Unsafe pairs among the pairs of two runs of ranks (a tensor and itself are none).
struct PairCount {
  std::uint64_t unsafe = 0, asked = 0;
};
/// Asks at most about `most` pairs, evenly spread.
[[nodiscard]] PairCount count_unsafe(const Conflicts& conflicts, std::span<const TensorId> rows,
                                     std::span<const TensorId> columns, std::uint64_t most);

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
