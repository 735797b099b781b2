// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <QPointF>
#include <QSize>

#include "core/base/error.h"
#include "core/base/task.h"
#include "widgets/painters/coloring.h"
#include "widgets/painters/conflict_matrix.h"
#include "widgets/painters/export.h"
#include "widgets/painters/plan_view.h"

namespace stowage {

/// Up to so many tensors the unsafe pairs are drawn as a graph; beyond, as a matrix.
inline constexpr std::size_t kMostConflictNodes = 150;

/// The conflict graph of a small input, placed: one disc a tensor, its area in proportion to its size (but never
/// smaller than can be seen), a line an unsafe pair.
struct ConflictGraph {
  struct Disc {
    QPointF center;
    double radius;
    QString name;  ///< shortened
  };
  std::vector<Disc> discs;                                     ///< by TensorId
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  ///< tensors i < j, sorted
  QRectF bounds;                                               ///< of discs and names
};

/// Placed by Graphviz's sfdp; blocks. Errors as for layout_discs.
[[nodiscard]] Result<ConflictGraph> conflict_graph(const Graph& graph, const Conflicts& conflicts,
                                                   const Task& task = {});

/// Paints the conflict graph as large as fits into `rect`.
void paint_conflict_graph(QPainter& painter, const QRectF& rect, const ConflictGraph& layout, const Coloring& coloring,
                          const Theme& theme);

/// Colour of a cell of the matrix: the more of its pairs are unsafe, the further from the background; even one pair
/// among thousands can be seen.
[[nodiscard]] QColor conflict_color(float share, const Theme& theme);
/// The square of the matrix within `rect`, beside its axes.
[[nodiscard]] QRectF conflict_matrix_area(const QRectF& rect);
/// Paints the matrix with its axes into `rect`.
void paint_conflict_matrix(QPainter& painter, const QRectF& rect, const ConflictMatrix& matrix, const Theme& theme);

/// The unsafe pairs of an input as a page: the graph of a small one, the matrix of a larger, and beside it the figures
/// and the tensors with most conflicts. Blocks. Needs graph, lifetimes and conflicts of the view.
[[nodiscard]] Result<Drawing> conflicts_drawing(const PlanView& view, ColorBy by, QSize size, const Task& task = {});

}  // namespace stowage
