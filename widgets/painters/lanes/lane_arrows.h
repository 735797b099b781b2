// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QPainterPath>
#include <QPointF>

#include "core/graph/graph.h"
#include "widgets/painters/lanes/lanes_geometry.h"

namespace stowage {

/// An arrow between two operators: from the right edge of the one to the left edge of the other, where its tip is;
/// between operators of one lane it bows over those between them.
struct LaneArrow {
  QPainterPath path;  ///< up to where the head begins
  QPointF tip;
};
[[nodiscard]] LaneArrow lane_arrow(const LanesGeometry& geometry, const Graph& graph, OperatorId from, OperatorId to);
/// From an operator to a point that no operator need be at.
[[nodiscard]] LaneArrow lane_arrow(const LanesGeometry& geometry, const Graph& graph, OperatorId from, QPointF to);

}  // namespace stowage
