// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <map>

#include <QCoreApplication>
#include <QPointF>

#include "widgets/painters/page/page.h"

namespace stowage {

/// The words of all files of the folder.
struct ConflictsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Conflicts)
};

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

/// Tensors by the step at which they are born, then by index; those never needed last.
[[nodiscard]] std::vector<TensorId> order_of_birth(const Graph& graph, std::span<const Lifetime> lifetimes);

/// Which part of a square matrix of `count` rows and columns is seen where. Both axes have one scale.
class MatrixGeometry {
 public:
  static constexpr double kLeftAxis = 62, kBottomAxis = 20, kTop = 6, kRight = 10;
  static constexpr double kMostScale = 48;  ///< pixels a rank

  /// Another widget size, or other tensors: all is seen again where all was seen before.
  void resize(const QRectF& rect) {
    const bool fitted = is_fitted();
    const QPointF middle = plot_.isEmpty() ? QPointF() : rank_at(plot_.center());
    plot_ = rect.adjusted(kLeftAxis, kTop, -kRight, -kBottomAxis);
    plot_.setSize(plot_.size().expandedTo({1, 1}));
    fitted ? fit() : move_to(middle);
  }
  void set_count(std::size_t count) {
    count_ = count;
    fit();
  }

  [[nodiscard]] const QRectF& plot() const { return plot_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  /// Pixels a rank.
  [[nodiscard]] double scale() const { return scale_; }
  [[nodiscard]] bool is_fitted() const { return scale_ <= fitting_scale() * 1.0001; }

  /// Ranks, fractional: x is the column, y the row.
  [[nodiscard]] QPointF rank_at(QPointF point) const { return (point - plot_.topLeft()) / scale_ + origin_; }
  [[nodiscard]] QPointF place_of(QPointF rank) const { return (rank - origin_) * scale_ + plot_.topLeft(); }
  /// The whole matrix, also where it is out of sight.
  [[nodiscard]] QRectF bounds() const {
    return {place_of({0, 0}), place_of({static_cast<double>(count_), static_cast<double>(count_)})};
  }
  /// Its part in sight.
  [[nodiscard]] QRectF seen() const { return bounds() & plot_; }
  /// The ranks in sight.
  [[nodiscard]] QRectF seen_ranks() const { return {rank_at(seen().topLeft()), rank_at(seen().bottomRight())}; }

  void fit() {
    scale_ = fitting_scale();
    clamp();
  }
  void zoom_at(QPointF point, double factor) {
    const QPointF fixed = rank_at(point);
    scale_ = std::clamp(scale_ * factor, fitting_scale(), std::max(fitting_scale(), kMostScale));
    origin_ = fixed - (point - plot_.topLeft()) / scale_;
    clamp();
  }
  /// By pixels.
  void pan(QPointF by) {
    origin_ -= by / scale_;
    clamp();
  }
  /// All of `ranks` is seen, as large as can be.
  void show(const QRectF& ranks) {
    const double fits = std::min(plot_.width() / ranks.width(), plot_.height() / ranks.height());
    scale_ = std::clamp(fits, fitting_scale(), std::max(fitting_scale(), kMostScale));
    move_to(ranks.center());
  }
  /// That rank in the middle.
  void move_to(QPointF rank) {
    origin_ = rank - QPointF(plot_.width(), plot_.height()) / 2 / scale_;
    clamp();
  }

  friend bool operator==(const MatrixGeometry&, const MatrixGeometry&) = default;

 private:
  [[nodiscard]] double fitting_scale() const {
    const double side = std::min(plot_.width(), plot_.height());
    return std::min(kMostScale, side / static_cast<double>(std::max<std::size_t>(count_, 1)));
  }
  /// No further than the ends; in the middle where there is room on both sides.
  void clamp() {
    const auto one = [&](double origin, double length) {
      const double ranks = length / scale_, all = static_cast<double>(count_);
      return ranks >= all ? (all - ranks) / 2 : std::clamp(origin, 0.0, all - ranks);
    };
    origin_ = {one(origin_.x(), plot_.width()), one(origin_.y(), plot_.height())};
  }

  QRectF plot_{0, 0, 1, 1};
  std::size_t count_ = 0;
  double scale_ = 1;
  QPointF origin_;
};

/// The tiles that are there, as images. Tiles of the upper triangle serve both.
class MatrixTileCache {
 public:
  void clear() { entries_.clear(); }
  void insert(const MatrixTileKey& upper, MatrixTile tile);
  /// For either triangle; null where it is not there.
  [[nodiscard]] const MatrixTile* find(const MatrixTileKey& key) const;
  /// In the theme's colours; null where it is not there. Coloured once.
  [[nodiscard]] const QImage* image(const MatrixTileKey& key, const Theme& theme);
  /// Forgets tiles of other levels, and then others that are not `wanted`, until at most `most` are left. The one of
  /// `top` stays.
  void trim(std::size_t most, std::span<const MatrixTileKey> wanted, int top);
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::shared_ptr<const MatrixTile> tile;
    QImage straight, mirrored;
    bool dark = false;  // of the images
  };
  std::map<MatrixTileKey, Entry> entries_;  // by the key of the upper triangle
};

/// The level to draw at `ratio` device pixels a pixel: that whose cells are at least one device pixel.
[[nodiscard]] int level_to_draw(const MatrixGeometry& geometry, double ratio);
/// The tiles in sight, those of the upper triangle only, nearest to the middle first.
[[nodiscard]] std::vector<MatrixTileKey> tiles_in_sight(const MatrixGeometry& geometry, int level);

/// The cells of a level from the tiles that are there; where one is not, from a coarser one. `ratio`: device pixels a
/// pixel.
void paint_matrix_cells(QPainter& painter, const MatrixGeometry& geometry, MatrixTileCache& tiles, int level,
                        double ratio, const Theme& theme);

/// What stands on the axes.
struct MatrixMarks {
  std::vector<std::uint32_t> selected, found;  ///< ranks, ascending
  std::optional<std::uint32_t> hovered;        ///< a rank
  /// Row and column under the mouse or of the keyboard.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> crosshair;
};

/// What the colours of the cells mean where a cell is 2^level tensors each way.
[[nodiscard]] std::vector<LegendItem> matrix_legend(int level, const Theme& theme);

/// Both axes: names where a row is high enough for one, otherwise ranks.
void paint_matrix_axes(QPainter& painter, const MatrixGeometry& geometry, const Graph& graph, const MatrixAxis& axis,
                       const Theme& theme);
/// Marks on both axes, the pair selected, the crosshair.
void paint_matrix_marks(QPainter& painter, const MatrixGeometry& geometry, const MatrixMarks& marks,
                        const Theme& theme);

/// The matrix, or a part of it, as a page shows it.
struct MatrixPage {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const MatrixAxis> axis;
  MatrixTileCache tiles;
  int level = 0;
  MatrixMarks marks{};
  std::optional<QRectF> part{};  ///< ranks; none: all
};
void paint_matrix_page(QPainter& painter, const QRectF& rect, const MatrixPage& page, const Theme& theme);

}  // namespace stowage
