// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>

#include "core/graph/graph.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/model/graph_modules.h"

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

/// Size of an edge's label.
[[nodiscard]] QSizeF edge_label_size(const QString& label);

/// What there is to draw where these modules are open, with sizes and texts but no places yet: one box for each module
/// that is closed and each operator that is seen, and one edge a pair of boxes and kind, with all tensors from the one
/// to the other. O(operators + arcs log arcs).
[[nodiscard]] GraphLayout module_elements(const GraphModules& modules, std::span<const std::uint32_t> open);

/// "12 modules and 3 operators stand for 10,039 operators"
[[nodiscard]] QString module_sentence(const GraphLayout& layout);

}  // namespace stowage
