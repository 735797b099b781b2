// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <QImage>

#include "widgets/painters/conflicts/matrix_geometry.h"
#include "widgets/painters/conflicts/matrix_tiles.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/style/theme.h"

class QPainter;

namespace stowage {

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

/// Both axes: names where a row is high enough for one, else ranks.
void paint_matrix_axes(QPainter& painter, const MatrixGeometry& geometry, const Graph& graph, const MatrixAxis& axis,
                       const Theme& theme);
/// Marks on both axes, the pair selected, the crosshair.
void paint_matrix_marks(QPainter& painter, const MatrixGeometry& geometry, const MatrixMarks& marks,
                        const Theme& theme);

}  // namespace stowage
