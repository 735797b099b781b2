// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>
#include <QPen>

#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

/// The look of one kind of edge, the same in the drawing and in its legend.
struct EdgeStyle {
  QColor color;
  double width = 1;
  QVector<qreal> dashes{};  ///< in pixels; empty: solid
  bool head = true;         ///< has an arrow head
  bool open_head = false;   ///< hollow, for what carries no data
};
[[nodiscard]] EdgeStyle edge_style(GraphLayout::EdgeKind kind, const Theme& theme);
[[nodiscard]] QPen edge_pen(const EdgeStyle& style, double width);

void paint_arrow_head(QPainter& painter, QPointF from, QPointF tip, const EdgeStyle& style, const QColor& background);
/// A small arrow into the left side of a box: tensors that are present from the start.
void paint_input_mark(QPainter& painter, const QRectF& box, const Theme& theme);
/// A small arrow out of the right side of a box: tensors that are kept until the end.
void paint_output_mark(QPainter& painter, const QRectF& box, const Theme& theme);
/// Two boxes that overlap, on the lower left corner of a box: a tensor that it makes lies in bytes of another, or may.
void paint_shares_mark(QPainter& painter, const QRectF& box, const Theme& theme);
/// "+3" on the upper right corner of a box: neighbours that are not drawn.
void paint_unseen_mark(QPainter& painter, const QRectF& box, std::uint32_t count, const Theme& theme);

}  // namespace stowage
