// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/conflicts/matrix_painter.h"

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
/// The unsafe pairs of an input as a page: the graph of a small one, the matrix of a larger, and beside it the figures
/// and the tensors with most conflicts. Blocks. Needs graph, lifetimes and conflicts of the view.
[[nodiscard]] Result<Drawing> conflicts_drawing(const PlanView& view, const DrawingLook& look = {},
                                                const Task& task = {});
/// The same, always with the matrix.
[[nodiscard]] Result<Drawing> matrix_drawing(const PlanView& view, const DrawingLook& look = {}, const Task& task = {});

/// How much of a neighbourhood is drawn.
struct NeighbourhoodLimits {
  int hops = 1;           ///< unsafe pairs to go from the centre, at least 1
  Bytes smallest{};       ///< smaller neighbours are left out
  std::size_t most = 60;  ///< tensors drawn, the centre among them; at least 1
  /// Only neighbours alive in these steps, where there is a range.
  std::optional<Lifetime> within{};

  friend bool operator==(const NeighbourhoodLimits&, const NeighbourhoodLimits&) = default;
};

/// The tensors around some others in the unsafe relation, and how many were left out, each for the first reason that
/// holds: another time, too small, too many.
struct ConflictNeighbourhood {
  struct Member {
    TensorId tensor;
    int hop;  ///< 0: the centre
    friend bool operator==(Member, Member) = default;
  };
  std::vector<Member> members;  ///< hop by hop; of one hop the largest first, ties by index
  std::size_t elsewhere = 0;    ///< neighbours not alive in the range
  std::size_t too_small = 0;    ///< neighbours below the smallest size
  std::size_t too_many = 0;     ///< neighbours for which there was no room
  std::size_t centre_left = 0;  ///< tensors of the centre for which there was no room

  [[nodiscard]] std::vector<TensorId> tensors() const;
};

/// The neighbours of a hop are those unsafe to a member of the hop before that is drawn. `centre` may be in any order,
/// distinct. About T/8 steps a member of all hops but the last. Fails only with cancelled or timed_out.
[[nodiscard]] Result<ConflictNeighbourhood> conflict_neighbourhood(
    const Graph& graph, std::span<const Lifetime> lifetimes, const Conflicts& conflicts,
    std::span<const TensorId> centre, const NeighbourhoodLimits& limits, const Task& task = {});

}  // namespace stowage
