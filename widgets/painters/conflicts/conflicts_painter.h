// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>

#include "core/base/error.h"
#include "core/base/task.h"
#include "widgets/painters/conflicts/matrix_tiles.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// Up to so many tensors the unsafe pairs are drawn as a graph; beyond, as a matrix.
inline constexpr std::size_t kMostConflictNodes = 150;

/// The conflict graph of some tensors, placed: one disc a tensor, its area in proportion to its size (but never
/// smaller than can be seen), a line an unsafe pair.
struct ConflictGraph {
  struct Disc {
    TensorId tensor;
    QPointF center;
    double radius;
    QString name;  ///< shortened
  };
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<Disc> discs;  ///< in the order of the tensors asked for
  std::vector<Pair> pairs;  ///< places of discs i < j, sorted
  QRectF bounds;            ///< of discs and names

  [[nodiscard]] const Disc* disc_at(QPointF at) const;
  /// The pair whose line passes closest to `at`, at most `reach` away; null beside all.
  [[nodiscard]] const Pair* pair_at(QPointF at, double reach) const;
  /// Null where it is not drawn.
  [[nodiscard]] const Disc* find(TensorId t) const;
};

/// Placed by Graphviz's sfdp; blocks. `tensors` are distinct. Errors as for layout_discs.
[[nodiscard]] Result<ConflictGraph> conflict_graph(const Graph& graph, const Conflicts& conflicts,
                                                   std::span<const TensorId> tensors, const Task& task = {});

/// What stands out in a conflict graph, and how it is coloured.
struct ConflictGraphLook {
  const Coloring* coloring = nullptr;      ///< null: all neutral
  std::span<const std::uint8_t> hidden{};  ///< classes switched off, sorted: neutral
  std::span<const TensorId> selected{};    ///< sorted
  std::span<const TensorId> found{};       ///< sorted; where there are any, the others are dimmed
  TensorId hovered{};
  const ConflictGraph::Pair* pair = nullptr;  ///< under the mouse
};

/// Paints the conflict graph in its own coordinates.
void paint_conflict_scene(QPainter& painter, const ConflictGraph& layout, const ConflictGraphLook& look,
                          const Theme& theme);
/// Paints it as large as fits into `rect`.
void paint_conflict_graph(QPainter& painter, const QRectF& rect, const ConflictGraph& layout,
                          const ConflictGraphLook& look, const Theme& theme);

/// Colour of a cell of the matrix: the more of its pairs are unsafe, the further from the background; even one pair
/// among thousands can be seen.
[[nodiscard]] QColor conflict_color(float share, const Theme& theme);
/// The square of the matrix within `rect`, beside its axes.
[[nodiscard]] QRectF conflict_matrix_area(const QRectF& rect);
/// Paints the matrix with its axes into `rect`.
void paint_conflict_matrix(QPainter& painter, const QRectF& rect, const ConflictMatrix& matrix, const Theme& theme);

/// The unsafe pairs of an input as a page: the graph of a small one, the matrix of a larger, and beside it the figures
/// and the tensors with most conflicts. Blocks. Needs graph, lifetimes and conflicts of the view.
[[nodiscard]] Result<Drawing> conflicts_drawing(const PlanView& view, const DrawingLook& look = {},
                                                const Task& task = {});
/// The same, always with the matrix.
[[nodiscard]] Result<Drawing> matrix_drawing(const PlanView& view, const DrawingLook& look = {}, const Task& task = {});

}  // namespace stowage
