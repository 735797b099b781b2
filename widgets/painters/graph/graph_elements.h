// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <QFont>

#include "core/graph/graph.h"
#include "widgets/painters/graph/graph_layout.h"

namespace stowage {

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

/// Cuts the texts of a node to what a box may hold, and makes its box as large as they need.
void give_size(GraphLayout::Node& node);

/// Size of an edge's label.
[[nodiscard]] QSizeF edge_label_size(const QString& label);

}  // namespace stowage
