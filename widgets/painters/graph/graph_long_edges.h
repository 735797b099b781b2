// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "widgets/painters/graph/graph_layout.h"

namespace stowage {

/// Which edges of a drawing are better drawn by us as arcs beside it than routed by Graphviz.
///
/// In a layered drawing an edge costs a dummy node a layer that it crosses. A training step has one such edge for
/// every activation that waits for its backward operator, and they cross half the drawing each: Graphviz needs minutes
/// and the result is a bundle of parallel lines. So where edges cross too many layers in all, the long ones are taken
/// out, but only those that say nothing about the order (another path leads from one end to the other), so that later
/// operators still come later. By edge; none of them in most graphs.
[[nodiscard]] std::vector<bool> edges_for_arcs(const GraphLayout& layout);

/// Draws one such edge, once the nodes have their places: an arc on the right side (below, in a drawing to the right),
/// the longer the further out, so that arcs nest.
void draw_arc(GraphLayout::Edge& edge, const GraphLayout& layout, bool to_the_right);

}  // namespace stowage
