// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/graph_long_edges.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace stowage {
namespace {

constexpr double kArrow = 7;  // units, as Graphviz's at our arrow size

/// Edges across so many layers go, once some have to: mixing arcs with routed edges of the same length is a riddle.
constexpr std::size_t kLong = 8;

/// Layers that all edges may cross in all; below, Graphviz draws everything in a second or two.
std::size_t affordable_crossings(std::size_t nodes) {
  return 1500 + 4 * nodes;
}

struct Ends {
  std::uint32_t from, to;
};

std::vector<Ends> ends_of(const GraphLayout& layout) {
  std::vector<Ends> out;
  for (const auto& edge : layout.edges)
    out.push_back({static_cast<std::uint32_t>(layout.find(edge.from) - layout.nodes.data()),
                   static_cast<std::uint32_t>(layout.find(edge.to) - layout.nodes.data())});
  return out;
}

/// Layers between the ends of each edge when every node stands as early as it can. Nodes are in topological order.
std::vector<std::size_t> spans(const std::vector<Ends>& edges, std::size_t nodes) {
  std::vector<std::vector<std::uint32_t>> before(nodes);
  for (const Ends& edge : edges) before[edge.to].push_back(edge.from);
  std::vector<std::size_t> layer(nodes, 0);
  for (std::size_t v = 0; v < nodes; ++v)
    for (std::uint32_t u : before[v]) layer[v] = std::max(layer[v], layer[u] + 1);
  std::vector<std::size_t> out;
  for (const Ends& edge : edges) out.push_back(layer[edge.to] - layer[edge.from] - 1);
  return out;
}

/// Whether another path leads from one end of each edge to the other. All such edges may be taken out at once.
std::vector<bool> implied(const std::vector<Ends>& edges, std::size_t nodes) {
  std::vector<std::vector<std::uint32_t>> after(nodes);
  for (const Ends& edge : edges) after[edge.from].push_back(edge.to);
  std::vector<std::vector<bool>> reach(nodes, std::vector<bool>(nodes, false));
  for (std::size_t u = nodes; u-- > 0;)
    for (std::uint32_t v : after[u]) {
      reach[u][v] = true;
      for (std::size_t w = v; w < nodes; ++w)
        if (reach[v][w]) reach[u][w] = true;
    }
  std::vector<bool> out;
  for (const Ends& edge : edges)
    out.push_back(std::ranges::any_of(after[edge.from], [&](std::uint32_t w) { return reach[w][edge.to]; }));
  return out;
}

}  // namespace

std::vector<bool> edges_for_arcs(const GraphLayout& layout) {
  std::vector<bool> out(layout.edges.size(), false);
  const std::vector<Ends> edges = ends_of(layout);
  const std::vector<std::size_t> span = spans(edges, layout.nodes.size());
  std::size_t crossings = 0;
  for (std::size_t s : span) crossings += s;
  const std::size_t affordable = affordable_crossings(layout.nodes.size());
  if (crossings <= affordable) return out;

  const std::vector<bool> may_go = implied(edges, layout.nodes.size());
  for (std::size_t k = 0; k < edges.size(); ++k) out[k] = may_go[k] && span[k] >= kLong;
  return out;
}

void draw_arc(GraphLayout::Edge& edge, const GraphLayout& layout, bool to_the_right) {
  const QRectF from = layout.find(edge.from)->box, to = layout.find(edge.to)->box;
  const QPointF start =
      to_the_right ? QPointF(from.center().x(), from.bottom()) : QPointF(from.right(), from.center().y());
  const QPointF end = to_the_right ? QPointF(to.center().x(), to.bottom()) : QPointF(to.right(), to.center().y());
  const QPointF out = to_the_right ? QPointF(0, 1) : QPointF(1, 0);
  const double length = to_the_right ? std::abs(end.x() - start.x()) : std::abs(end.y() - start.y());
  const double most = std::max(QPointF::dotProduct(start, out), QPointF::dotProduct(end, out));
  const auto pushed_out = [&](QPointF p) {
    return p + out * (most + 30 + 2.2 * std::sqrt(length) * std::sqrt(std::sqrt(length)) - QPointF::dotProduct(p, out));
  };
  edge.tip = end;
  const QPointF neck = end + out * kArrow;
  edge.path = QPainterPath(start);
  edge.path.cubicTo(pushed_out(start), pushed_out(neck), neck);
  edge.bounds = edge.path.boundingRect() | QRectF(edge.tip, QSizeF(1, 1));
  edge.label_center = edge.path.pointAtPercent(0.5);
}

}  // namespace stowage
