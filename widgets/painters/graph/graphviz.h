// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "widgets/painters/graph/graph_layout.h"

namespace stowage {

/// How Graphviz is asked.
struct GraphvizOptions {
  enum class Direction { down, right };
  Direction direction = Direction::down;  ///< where later operators lie
  bool tight = false;                     ///< as little room between boxes as arrow heads need
  std::optional<bool> stream_order{};     ///< draw the local orders; by default where shows_stream_order()
  QString program{};                      ///< instead of `dot` or `sfdp`
  double seconds = 30;
};

/// Draws some operators of a graph (ascending) in layers, with Graphviz's `dot` as a child process. Blocks: call it
/// from a worker. Only numbers and measured sizes are sent, never texts, so no id can break or change the drawing.
/// bad_input where Graphviz is missing or fails; cancelled and timed_out (the child is killed) as the task says.
[[nodiscard]] Result<GraphLayout> layout_graph(const Graph& graph, std::span<const OperatorId> operators,
                                               const GraphvizOptions& options = {}, const Task& task = {});

/// The same for elements that have sizes and no places yet (graph_elements.h), whose arcs may go round in circles.
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
