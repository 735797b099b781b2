// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/conflicts/matrix_painter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>

namespace stowage {
namespace {

constexpr std::size_t kCells = MatrixTileKey::kCells;
constexpr std::uint64_t kDraftSamples = 8, kFineSamples = 64;  // pairs a cell
constexpr double kMostCost = 1e9;                              // about nanoseconds a tile
/// What a tensor of a whole row costs beside asking one pair on its own.
constexpr double kRowCost = 0.4, kLookupCost = 1, kPairCost = 4;

std::uint8_t shade_of(PairCount count) {
  if (count.asked == 0) return 0;
  const double share = static_cast<double>(count.unsafe) / static_cast<double>(count.asked);
  return static_cast<std::uint8_t>(1 + std::ceil(254 * std::sqrt(share) - 1e-9));
}

/// The runs of one tile's rows or columns.
class Runs {
 public:
  Runs(std::span<const TensorId> order, std::uint32_t tile, int level) : level_(level) {
    const std::size_t from = std::min(order.size(), std::size_t{tile} * (kCells << level));
    all_ = order.subspan(from, std::min(order.size() - from, kCells << level));
  }
  [[nodiscard]] std::span<const TensorId> all() const { return all_; }
  [[nodiscard]] std::span<const TensorId> operator[](std::size_t cell) const {
    const std::size_t from = std::min(all_.size(), cell << level_);
    return all_.subspan(from, std::min(all_.size() - from, std::size_t{1} << level_));
  }
  /// Cells with a tensor in them.
  [[nodiscard]] std::size_t count() const { return (all_.size() + (std::size_t{1} << level_) - 1) >> level_; }

 private:
  int level_;
  std::span<const TensorId> all_;
};

/// Whole rows of the relation read as bits, or pairs one by one: whichever is cheaper.
bool rows_are_cheaper(const Conflicts& conflicts, std::size_t columns) {
  const double row = kRowCost * static_cast<double>(conflicts.tensor_count());
  return row + kLookupCost * static_cast<double>(columns) < kPairCost * static_cast<double>(columns);
}

double exact_cost(const Conflicts& conflicts, const Runs& rows, const Runs& columns) {
  const auto height = static_cast<double>(rows.all().size()), width = static_cast<double>(columns.all().size());
  if (!rows_are_cheaper(conflicts, columns.all().size())) return kPairCost * height * width;
  return height * (kRowCost * static_cast<double>(conflicts.tensor_count()) + kLookupCost * width);
}

/// Adds the unsafe partners of one tensor to the counts of its row of cells, from cell `first` on.
class RowCounter {
 public:
  RowCounter(const Conflicts& conflicts, const Runs& columns)
      : conflicts_(conflicts),
        columns_(columns),
        by_rows_(rows_are_cheaper(conflicts, columns.all().size())),
        bits_((conflicts.tensor_count() + 63) / 64) {}

  void add(TensorId t, std::size_t first, std::span<PairCount> counts) {
    if (by_rows_) conflicts_.unsafe_row(t, bits_);
    for (std::size_t c = first; c < columns_.count(); ++c) {
      const std::span<const TensorId> others = columns_[c];
      std::uint64_t unsafe = 0, itself = 0;
      for (TensorId other : others) {
        if (other == t) {
          ++itself;
          continue;
        }
        unsafe += by_rows_ ? bits_[other.index() / 64] >> (other.index() % 64) & 1 : conflicts_.unsafe(t, other);
      }
      counts[c].unsafe += unsafe;
      counts[c].asked += others.size() - itself;
    }
  }

 private:
  const Conflicts& conflicts_;
  const Runs& columns_;
  const bool by_rows_;
  std::vector<std::uint64_t> bits_;
};

void mirror(std::vector<std::uint8_t>& shade) {
  for (std::size_t r = 0; r < kCells; ++r)
    for (std::size_t c = 0; c < r; ++c) shade[r * kCells + c] = shade[c * kCells + r];
}

/// Place of a tensor in the order of its stream: present from the start, then stream by stream.
std::size_t stream_rank(const Graph& graph, TensorId t) {
  const OperatorId producer = graph.producer(t);
  return producer.valid() ? graph.stream(producer).index() + 1 : 0;
}

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

MatrixAxis matrix_axis(const PlanView& view, MatrixOrder by, std::optional<Lifetime> within) {
  const Graph& graph = *view.graph;
  MatrixAxis axis{order_of_birth(graph, *view.lifetimes), {}};
  if (within) std::erase_if(axis.order, [&](TensorId t) { return !(*view.lifetimes)[t.index()].overlaps(*within); });
  if (by == MatrixOrder::stream)
    std::ranges::stable_sort(axis.order, {}, [&](TensorId t) { return stream_rank(graph, t); });
  if (by == MatrixOrder::offset && view.plan)
    std::ranges::stable_sort(axis.order, {}, [&](TensorId t) { return view.plan->offsets[t.index()]; });
  if (by == MatrixOrder::size)
    std::ranges::stable_sort(axis.order, std::ranges::greater{}, [&](TensorId t) { return graph.size(t); });
  axis.rank.assign(graph.tensor_count(), MatrixAxis::kNowhere);
  for (std::size_t r = 0; r < axis.order.size(); ++r) axis.rank[axis.order[r].index()] = static_cast<std::uint32_t>(r);
  return axis;
}

int top_level(std::size_t tensors) {
  int level = 0;
  while ((kCells << level) < tensors) ++level;
  return level;
}

float share_of_shade(std::uint8_t shade) {
  if (shade == 0) return -1;
  const float root = static_cast<float>(shade - 1) / 254;
  return root * root;
}

PairCount count_unsafe(const Conflicts& conflicts, std::span<const TensorId> rows, std::span<const TensorId> columns,
                       std::uint64_t most) {
  PairCount out;
  const auto ask = [&](TensorId a, TensorId b) {
    if (a == b) return;
    ++out.asked;
    out.unsafe += conflicts.unsafe(a, b) ? 1 : 0;
  };
  if (rows.size() * columns.size() <= most) {
    for (TensorId a : rows)
      for (TensorId b : columns) ask(a, b);
    return out;
  }
  // Rows evenly spread, columns by the golden ratio: no two samples alike, and none of the cell left out for long.
  constexpr std::uint64_t kGolden = 0x9e37'79b9;
  for (std::uint64_t s = 0; s < most; ++s)
    ask(rows[s * rows.size() / most], columns[(((s + 1) * kGolden & 0xffff'ffff) * columns.size()) >> 32]);
  return out;
}

Result<MatrixTile> matrix_tile(const Conflicts& conflicts, std::span<const TensorId> order, const MatrixTileKey& key,
                               MatrixPrecision precision, const Task& task) {
  const Runs rows(order, key.row, key.level), columns(order, key.column, key.level);
  const std::uint64_t samples = precision == MatrixPrecision::draft ? kDraftSamples : kFineSamples;
  MatrixTile out;
  out.shade.assign(kCells * kCells, 0);
  out.exact = (std::uint64_t{1} << (2 * key.level)) <= samples ||
              (precision == MatrixPrecision::fine && exact_cost(conflicts, rows, columns) <= kMostCost);
  out.final = out.exact || precision == MatrixPrecision::fine;
  RowCounter counter(conflicts, columns);
  std::vector<PairCount> counts(kCells);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    const std::size_t first = key.row == key.column ? r : 0;
    std::ranges::fill(counts, PairCount{});
    if (out.exact) {
      for (TensorId t : rows[r]) {
        if (task.should_stop()) return tl::unexpected(task.why_stopped());
        counter.add(t, first, counts);
      }
    } else {
      if (task.should_stop()) return tl::unexpected(task.why_stopped());
      for (std::size_t c = first; c < columns.count(); ++c)
        counts[c] = count_unsafe(conflicts, rows[r], columns[c], samples);
    }
    for (std::size_t c = first; c < columns.count(); ++c) out.shade[r * kCells + c] = shade_of(counts[c]);
  }
  if (key.row == key.column) mirror(out.shade);
  return out;
}

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
  STOWAGE_TRY(const Tally counts, tally(conflicts, matrix, ranks, task));
  const std::size_t side = matrix.side;
  matrix.share.assign(side * side, -1);
  for (std::size_t r = 0; r < side; ++r)
    for (std::size_t c = 0; c < side; ++c) {
      const std::uint64_t columns = matrix.first_rank(c + 1) - matrix.first_rank(c);
      // A tensor and itself are no pair.
      const std::uint64_t pairs = counts.rows[r] * (columns - (r == c ? 1 : 0));
      if (pairs > 0)
        matrix.share[r * side + c] =
            static_cast<float>(static_cast<double>(counts.unsafe[r * side + c]) / static_cast<double>(pairs));
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
