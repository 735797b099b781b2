// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lane_arrows.h"

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

constexpr double kHead = 7;
constexpr double kRise = 0.75;       // of the controls' height, reached by a cubic whose controls are equally high
constexpr double kFarOutside = 500;  // pixels

QRectF box_of(const LanesGeometry& geometry, const Graph& graph, OperatorId o) {
  return geometry.box(o.index(), graph.stream(o).index());
}

/// `p`, or where the straight line to `other` comes within reach of the plot: dashes that nobody sees take as long to
/// draw as others.
QPointF pulled_in(QPointF p, QPointF other, const QRectF& plot) {
  const double x = std::clamp(p.x(), plot.left() - kFarOutside, plot.right() + kFarOutside);
  if (x == p.x()) return p;
  return {x, p.y() + (other.y() - p.y()) * (x - p.x()) / (other.x() - p.x())};
}

/// Leaves and arrives along the lanes, so that the heads of arrows into one operator lie on one another.
LaneArrow between(QPointF from, QPointF tip, double bow) {
  const double head = std::min(kHead, std::max(tip.x() - from.x(), 2.0) / 2);
  const QPointF end = tip - QPointF(head, 0);
  LaneArrow out{.path = QPainterPath(from), .tip = tip};
  const double across = end.x() - from.x();
  const double reach = std::clamp(across / 2, 2.0, bow > 0 ? 24.0 : 60.0);
  const QPointF up(0, -std::min(bow, 4 + across / 6));
  out.path.cubicTo(from + QPointF(reach, 0) + up, end - QPointF(reach, 0) + up, end);
  return out;
}

}  // namespace

LaneArrow lane_arrow(const LanesGeometry& geometry, const Graph& graph, OperatorId from, OperatorId to) {
  const QRectF a = box_of(geometry, graph, from), b = box_of(geometry, graph, to);
  const bool over_others = graph.stream(from) == graph.stream(to) && graph.position(to) != graph.position(from) + 1;
  const QPointF out(a.right(), a.center().y()), in(b.left(), b.center().y());
  const double bow = (geometry.lane_height() / 2 - 1.5) / kRise;  // to the edge of its lane: the first has none above
  return between(pulled_in(out, in, geometry.plot()), pulled_in(in, out, geometry.plot()), over_others ? bow : 0);
}

LaneArrow lane_arrow(const LanesGeometry& geometry, const Graph& graph, OperatorId from, QPointF to) {
  const QRectF a = box_of(geometry, graph, from);
  return between(pulled_in({a.right(), a.center().y()}, to, geometry.plot()), to, 0);
}

}  // namespace stowage
