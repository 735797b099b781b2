// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/conflicts/conflict_matrix.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace stowage {
namespace {

/// Pairs looked at before rows are left out: about a second.
constexpr double kMostPairs = 1e9;

std::vector<std::size_t> rows_to_read(const ConflictMatrix& matrix) {
  const std::size_t tensors = matrix.order.size();
  const auto most = static_cast<std::size_t>(kMostPairs / static_cast<double>(std::max<std::size_t>(tensors, 1)));
  std::vector<std::size_t> ranks;
  if (tensors <= most) {
    ranks.resize(tensors);
    std::iota(ranks.begin(), ranks.end(), std::size_t{0});
    return ranks;
  }
  // Evenly spread over each run, at least one of each.
  const std::size_t a_run = std::max<std::size_t>(1, most / matrix.side);
  for (std::size_t cell = 0; cell < matrix.side; ++cell) {
    const std::size_t first = matrix.first_rank(cell), count = matrix.first_rank(cell + 1) - first;
    for (std::size_t k = 0; k < std::min(a_run, count); ++k)
      ranks.push_back(first + k * count / std::min(a_run, count));
  }
  return ranks;
}

/// Unsafe pairs seen, and pairs looked at, by cell.
struct Tally {
  std::vector<std::uint64_t> unsafe;
  std::vector<std::uint64_t> rows;  // read, by run
};

Result<Tally> tally(const Conflicts& conflicts, const ConflictMatrix& matrix, const std::vector<std::size_t>& ranks,
                    const Task& task) {
  const std::size_t tensors = matrix.order.size(), side = matrix.side;
  std::vector<std::uint32_t> column_of(conflicts.tensor_count(), 0);
  for (std::size_t rank = 0; rank < tensors; ++rank)
    column_of[matrix.order[rank].index()] = static_cast<std::uint32_t>(matrix.cell_of(rank));
  Tally out{std::vector<std::uint64_t>(side * side, 0), std::vector<std::uint64_t>(side, 0)};
  std::vector<std::uint64_t> bits((conflicts.tensor_count() + 63) / 64);
  for (std::size_t done = 0; done < ranks.size(); ++done) {
    if (done % 64 == 0) {
      if (task.should_stop()) return tl::unexpected(task.why_stopped());
      task.report(static_cast<double>(done) / static_cast<double>(ranks.size()));
    }
    conflicts.unsafe_row(matrix.order[ranks[done]], bits);
    const std::size_t row = matrix.cell_of(ranks[done]);
    ++out.rows[row];
    std::uint64_t* const cells = out.unsafe.data() + row * side;
    for (std::size_t word = 0; word < bits.size(); ++word)
      for (std::uint64_t left = bits[word]; left != 0; left &= left - 1)
        ++cells[column_of[word * 64 + static_cast<std::size_t>(std::countr_zero(left))]];
  }
  return out;
}

}  // namespace

std::vector<TensorId> order_of_birth(const Graph& graph, std::span<const Lifetime> lifetimes) {
  std::vector<TensorId> order;
  order.reserve(graph.tensor_count());
  for (TensorId t : graph.tensors()) order.push_back(t);
  std::ranges::stable_sort(order, {}, [&](TensorId t) {
    const Lifetime life = lifetimes[t.index()];
    return std::pair(life.empty(), life.begin);
  });
  return order;
}

Result<ConflictMatrix> conflict_matrix(const Conflicts& conflicts, std::vector<TensorId> order, std::size_t most_cells,
                                       const Task& task) {
  ConflictMatrix matrix;
  matrix.order = std::move(order);
  matrix.side = std::min(matrix.order.size(), most_cells);
  const std::vector<std::size_t> ranks = rows_to_read(matrix);
  matrix.rows_read = ranks.size();
  const auto counts = tally(conflicts, matrix, ranks, task);
  if (!counts) return tl::unexpected(counts.error());
  const std::size_t side = matrix.side;
  matrix.share.assign(side * side, -1);
  for (std::size_t r = 0; r < side; ++r)
    for (std::size_t c = 0; c < side; ++c) {
      const std::uint64_t columns = matrix.first_rank(c + 1) - matrix.first_rank(c);
      // A tensor and itself are no pair.
      const std::uint64_t pairs = counts->rows[r] * (columns - (r == c ? 1 : 0));
      if (pairs > 0)
        matrix.share[r * side + c] =
            static_cast<float>(static_cast<double>(counts->unsafe[r * side + c]) / static_cast<double>(pairs));
    }
  if (matrix.exact()) return matrix;
  for (std::size_t r = 0; r < side; ++r)
    for (std::size_t c = 0; c < r; ++c) {
      float& a = matrix.share[r * side + c];
      float& b = matrix.share[c * side + r];
      a = b = (a + b) / 2;
    }
  return matrix;
}

}  // namespace stowage
