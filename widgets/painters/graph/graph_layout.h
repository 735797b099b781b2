// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <QCoreApplication>
#include <QFont>
#include <QPainterPath>
#include <QPointF>
#include <QRectF>

#include "core/base/error.h"
#include "core/base/task.h"
#include "widgets/painters/model/graph_subset.h"

namespace stowage {

/// The words of drawn graphs.
struct GraphText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Graphs)
};

/// From a point to the nearest of the straight piece from `a` to `b`.
[[nodiscard]] double distance_to_segment(QPointF point, QPointF a, QPointF b);
/// From a point to the nearest of an arrow: its path, and the straight piece from the path's end to the tip.
[[nodiscard]] double distance_to_arrow(QPointF point, const QPainterPath& path, QPointF tip);

/// Where everything of a drawn graph lies: pure geometry. One unit is one pixel at zoom 1; y grows downwards.
/// A node may stand for the operators of a module: then it goes by the first of them.
struct GraphLayout {
  static constexpr std::uint32_t kNoModule = ~std::uint32_t{0};
  struct Node {
    OperatorId op;
    std::uint32_t module = kNoModule;  ///< into ModuleTree::nodes; none: it is the operator
    std::uint32_t operators = 0;       ///< of the module
    bool several_streams = false;      ///< they run on
    QRectF box{};
    QString title{}, subtitle{};  ///< id and kind, already shortened to fit the box
    std::uint32_t inputs = 0;     ///< tensors it uses that are present from the start
    std::uint32_t outputs = 0;    ///< tensors it makes that are kept until the end
    std::uint32_t shares = 0;     ///< tensors it makes in bytes of another: views, or permitted over an input
    std::uint32_t unseen = 0;     ///< operators next to it that are not drawn
  };
  enum class EdgeKind : std::uint8_t { data, control, stream };
  struct Edge {
    EdgeKind kind = EdgeKind::data;
    OperatorId from, to;
    std::vector<TensorId> tensors{};  ///< what a data edge carries, ascending
    QPainterPath path{};              ///< from the border of `from` to where the arrow head begins
    QPointF tip{};                    ///< of the arrow head, on the border of `to`
    QRectF bounds{};                  ///< of path and tip
    QString label{};                  ///< empty in large drawings
    QPointF label_center{};
  };

  std::vector<Node> nodes;  ///< by OperatorId
  std::vector<Edge> edges;
  QRectF bounds;
  std::size_t operator_count = 0;         ///< of the whole graph
  std::vector<std::uint32_t> stands_for;  ///< by OperatorId, into nodes, where modules are drawn; otherwise empty

  [[nodiscard]] bool by_module() const { return !stands_for.empty(); }
  /// Whether every operator is drawn, be it in a module.
  [[nodiscard]] bool complete() const { return by_module() || nodes.size() == operator_count; }
  /// The operator, or the module that it is in; null where it is not drawn.
  [[nodiscard]] const Node* find(OperatorId o) const;
  /// The node at a point, or null.
  [[nodiscard]] const Node* node_at(QPointF point) const;
  /// The edge within `reach` of a point, nearest first, or null; stream-order edges are never found.
  [[nodiscard]] const Edge* edge_at(QPointF point, double reach) const;
};

/// The letters of drawn graphs: one size everywhere, so that boxes measured on a worker fit what is painted.
[[nodiscard]] QFont graph_font();

/// What there is to draw of some operators (ascending), with sizes and texts but no places yet:
/// - one box each, wide enough for its id and kind, all boxes starting at (0, 0);
/// - one data edge a pair of operators, with all tensors from the one to the other;
/// - one edge a control edge, and with `stream_order` one between successive operators of a stream that no other edge
///   joins already.
[[nodiscard]] GraphLayout graph_elements(const Graph& graph, std::span<const OperatorId> operators, bool stream_order);

/// Whether the order of streams is worth being drawn: there are several, or what ran when is all that is known of the
/// operators (an allocation trace).
[[nodiscard]] bool shows_stream_order(const Graph& graph);

/// Whether the drawing of `before` is one of `after` too, but for streams and sizes: the operators drawn have the same
/// ids, names, tensors and syncs in both.
[[nodiscard]] bool draws_alike(const Graph& before, const Graph& after, const GraphLayout& layout);
/// Gives a finished drawing the stream order of `graph`, which draws_alike() otherwise: straight from box to box,
/// without asking for a layout again.
void restream(const Graph& graph, GraphLayout& layout);

/// Size of an edge's label.
[[nodiscard]] QSizeF edge_label_size(const QString& label);

/// What there is to draw where these modules are open, with sizes and texts but no places yet: one box for each module
/// that is closed and each operator that is seen, and one edge a pair of boxes and kind, with all tensors from the one
/// to the other. O(operators + arcs log arcs).
[[nodiscard]] GraphLayout module_elements(const GraphModules& modules, std::span<const std::uint32_t> open);

/// "12 modules and 3 operators stand for 10,039 operators"
[[nodiscard]] QString module_sentence(const Graph& graph, const GraphLayout& layout);

/// How Graphviz is asked.
struct GraphvizOptions {
  enum class Direction { down, right };
  Direction direction = Direction::down;  ///< where later operators lie
  bool tight = false;                     ///< as little room between boxes as arrow heads need
  QString program{};                      ///< instead of `dot` or `sfdp`
  double seconds = 30;
};

/// Draws some operators of a graph (ascending) in layers, with Graphviz's `dot` as a child process. Blocks: call it
/// from a worker. Only numbers and measured sizes are sent, never texts, so no id can break or change the drawing.
/// bad_input where Graphviz is missing or fails; cancelled and timed_out (the child is killed) as the task says.
[[nodiscard]] Result<GraphLayout> layout_graph(const Graph& graph, std::span<const OperatorId> operators,
                                               const GraphvizOptions& options = {}, const Task& task = {});

/// The same for elements that have sizes and no places yet, whose arcs may go round in circles.
[[nodiscard]] Result<GraphLayout> layout_elements(const Graph& graph, GraphLayout elements,
                                                  const GraphvizOptions& options = {}, const Task& task = {});

/// Places discs of some diameters so that they do not overlap and joined ones lie close, with Graphviz's `sfdp`.
/// Returns the centres; deterministic. Errors as above.
[[nodiscard]] Result<std::vector<QPointF>> layout_discs(std::span<const double> diameters,
                                                        std::span<const std::pair<std::uint32_t, std::uint32_t>> edges,
                                                        const GraphvizOptions& options = {}, const Task& task = {});

/// Which edges of a drawing are better drawn by us as arcs beside it than routed by Graphviz.
///
/// In a layered drawing an edge costs a dummy node a layer that it crosses. A training step has one such edge for
/// every activation that waits for its backward operator, and they cross half the drawing each: Graphviz needs minutes
/// and the result is a bundle of parallel lines. So where edges cross too many layers in all, the long ones are taken
/// out, but only those that say nothing about the order (another path leads from one end to the other), so that later
/// operators still come later. By edge; none of them in most graphs.
[[nodiscard]] std::vector<bool> edges_for_arcs(const GraphLayout& layout);

}  // namespace stowage
