// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/graph_layout.h"

#include <algorithm>
#include <cmath>

namespace stowage {

double distance_to_segment(QPointF point, QPointF a, QPointF b) {
  const QPointF along = b - a, from = point - a;
  const double length = QPointF::dotProduct(along, along);
  const double at = length > 0 ? std::clamp(QPointF::dotProduct(from, along) / length, 0.0, 1.0) : 0.0;
  const QPointF off = from - at * along;
  return std::hypot(off.x(), off.y());
}

double distance_to_arrow(QPointF point, const QPainterPath& path, QPointF tip) {
  double best = distance_to_segment(point, path.currentPosition(), tip);
  for (const QPolygonF& line : path.toSubpathPolygons())
    for (qsizetype i = 0; i + 1 < line.size(); ++i)
      best = std::min(best, distance_to_segment(point, line[i], line[i + 1]));
  return best;
}

const GraphLayout::Node* GraphLayout::find(OperatorId o) const {
  if (by_module()) return o.index() < stands_for.size() ? &nodes[stands_for[o.index()]] : nullptr;
  const auto at = std::ranges::lower_bound(nodes, o, {}, &Node::op);
  return at != nodes.end() && at->op == o ? &*at : nullptr;
}

const GraphLayout::Node* GraphLayout::node_at(QPointF point) const {
  const auto at = std::ranges::find_if(nodes, [&](const Node& node) { return node.box.contains(point); });
  return at != nodes.end() ? &*at : nullptr;
}

const GraphLayout::Edge* GraphLayout::edge_at(QPointF point, double reach) const {
  const Edge* best = nullptr;
  double nearest = reach;
  for (const Edge& edge : edges) {
    if (edge.kind == EdgeKind::stream) continue;
    if (!edge.bounds.adjusted(-reach, -reach, reach, reach).contains(point)) continue;
    const double distance = distance_to_arrow(point, edge.path, edge.tip);
    if (distance > nearest || (distance == nearest && best != nullptr)) continue;
    best = &edge;
    nearest = distance;
  }
  return best;
}

}  // namespace stowage
