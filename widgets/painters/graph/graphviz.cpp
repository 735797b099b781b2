// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/graph_layout.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "widgets/painters/graph/child_process.h"

namespace stowage {
namespace {

using nlohmann::json;
using EdgeKind = GraphLayout::EdgeKind;

constexpr double kUnitsPerInch = 72;

Error failure(const QString& reason) {
  return Error::bad_input({}, {}, reason.toStdString());
}

Result<json> run_graphviz(const char* name, const GraphvizOptions& options, QByteArray dot, const Task& task) {
  const QString program = options.program.isEmpty() ? QString::fromLatin1(name) : options.program;
  const auto answer = run_child({.program = program,
                                 .arguments = {QStringLiteral("-Tjson0")},
                                 .input = std::move(dot),
                                 .title = GraphText::tr("Graphviz's %1").arg(QLatin1String(name)),
                                 .package = QStringLiteral("Graphviz (https://graphviz.org)"),
                                 .seconds = options.seconds},
                                task);
  if (!answer) return tl::unexpected(answer.error());
  json parsed = json::parse(answer->begin(), answer->end(), nullptr, false);
  if (!parsed.is_object()) return tl::unexpected(failure(GraphText::tr("Graphviz did not return a drawing")));
  return parsed;
}

// ---- to DOT: our own numbers only

QByteArray inches(double units) {
  return QByteArray::number(units / kUnitsPerInch, 'f', 4);
}

QByteArray edge_line(const GraphLayout::Edge& edge, std::size_t index, const QByteArray& from, const QByteArray& to) {
  QByteArray line = "n" + from + "->n" + to + "[id=e" + QByteArray::number(qulonglong(index));
  if (edge.kind == EdgeKind::stream) line += ",arrowhead=none,weight=0";
  if (!edge.label.isEmpty()) {
    const QSizeF size = edge_label_size(edge.label);
    line += ",label=<<TABLE BORDER=\"0\" CELLPADDING=\"0\" CELLSPACING=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\"" +
            QByteArray::number(qRound(size.width())) + "\" HEIGHT=\"" + QByteArray::number(qRound(size.height())) +
            "\"><TR><TD></TD></TR></TABLE>>";
  }
  return line + "];\n";
}

QByteArray dot_text(const Graph& graph, const GraphLayout& layout, const std::vector<bool>& arcs,
                    const GraphvizOptions& options) {
  const bool labelled = std::ranges::any_of(layout.edges, [](const auto& edge) { return !edge.label.isEmpty(); });
  QByteArray dot = "digraph {\ngraph [nodesep=" + QByteArray(options.tight ? "0.14" : "0.35") + ", ranksep=" +
                   QByteArray(options.tight ? "0.17"
                              : labelled    ? "0.3"
                                            : "0.42") +
                   ", nslimit=1, nslimit1=20, mclimit=0.5, rankdir=" +
                   (options.direction == GraphvizOptions::Direction::right ? "LR" : "TB") +
                   "];\nnode [shape=box, fixedsize=true, label=\"\"];\nedge [arrowsize=0.6];\n";
  for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
    const auto& node = layout.nodes[i];
    dot += "n" + QByteArray::number(qulonglong(i)) + "[width=" + inches(node.box.width()) +
           ",height=" + inches(node.box.height()) + ",group=s" +
           QByteArray::number(qulonglong(graph.stream(node.op).index())) + "];\n";
  }
  const auto number = [&](OperatorId o) { return QByteArray::number(qlonglong(layout.find(o) - layout.nodes.data())); };
  for (std::size_t k = 0; k < layout.edges.size(); ++k)
    if (!arcs[k]) dot += edge_line(layout.edges[k], k, number(layout.edges[k].from), number(layout.edges[k].to));
  return dot + "}\n";
}

// ---- from JSON: numbers in strings, y upwards

/// All numbers of a text such as "e,17.4,36.4 18.6,85.9".
std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> out;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error == std::errc()) {
      out.push_back(value);
      at = next;
    } else {
      ++at;
    }
  }
  return out;
}

std::string_view text_at(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? std::string_view(at->get_ref<const std::string&>())
                                               : std::string_view();
}

/// The number in a name of ours such as "n12", or `limit` where it is none below it.
std::size_t index_in(std::string_view name, std::size_t limit) {
  std::size_t value = limit;
  if (name.size() > 1) std::from_chars(name.data() + 1, name.data() + name.size(), value);
  return std::min(value, limit);
}

/// Calls visit(i, centre) for each of `count` nodes "n0" …; false where one is missing.
template <class Visit>
bool for_each_node(const json& drawing, std::size_t count, const Visit& visit) {
  std::size_t placed = 0;
  for (const json& object : drawing.value("objects", json::array())) {
    const std::size_t i = index_in(text_at(object, "name"), count);
    const std::vector<double> at = numbers_in(text_at(object, "pos"));
    if (i == count || at.size() != 2) continue;
    visit(i, QPointF(at[0], -at[1]));
    ++placed;
  }
  return placed == count;
}

bool read_edge(const json& object, GraphLayout::Edge& edge) {
  const std::string_view pos = text_at(object, "pos");
  const std::vector<double> v = numbers_in(pos);
  const std::size_t first = pos.starts_with("e,") ? 2 : 0;
  const auto point = [&](std::size_t i) { return QPointF(v[first + 2 * i], -v[first + 2 * i + 1]); };
  const std::size_t points = v.size() < first ? 0 : (v.size() - first) / 2;
  if (points < 4 || (points - 1) % 3 != 0) return false;
  edge.path.moveTo(point(0));
  for (std::size_t i = 1; i + 2 < points; i += 3) edge.path.cubicTo(point(i), point(i + 1), point(i + 2));
  edge.tip = first > 0 ? QPointF(v[0], -v[1]) : point(points - 1);
  edge.bounds = edge.path.boundingRect() | QRectF(edge.tip, QSizeF(1, 1));
  if (const auto label = numbers_in(text_at(object, "lp")); label.size() == 2)
    edge.label_center = {label[0], -label[1]};
  return true;
}

bool read_edges(const json& drawing, GraphLayout& layout, const std::vector<bool>& arcs) {
  std::size_t placed = 0;
  for (const json& object : drawing.value("edges", json::array())) {
    const std::size_t k = index_in(text_at(object, "id"), layout.edges.size());
    if (k < layout.edges.size() && !arcs[k] && read_edge(object, layout.edges[k])) ++placed;
  }
  return placed == static_cast<std::size_t>(std::ranges::count(arcs, false));
}

void measure_bounds(GraphLayout& layout) {
  for (const auto& node : layout.nodes) layout.bounds |= node.box;
  for (const auto& edge : layout.edges) {
    layout.bounds |= edge.bounds;
    if (edge.label.isEmpty()) continue;
    QRectF label(QPointF(), edge_label_size(edge.label));
    label.moveCenter(edge.label_center);
    layout.bounds |= label;
  }
}

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

/// Draws one such edge, once the nodes have their places: an arc on the right side (below, in a drawing to the right),
/// the longer the further out, so that arcs nest.
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

}  // namespace

Result<GraphLayout> layout_graph(const Graph& graph, std::span<const OperatorId> operators,
                                 const GraphvizOptions& options, const Task& task) {
  return layout_elements(graph, graph_elements(graph, operators, shows_stream_order(graph)), options, task);
}

Result<GraphLayout> layout_elements(const Graph& graph, GraphLayout layout, const GraphvizOptions& options,
                                    const Task& task) {
  if (layout.nodes.empty()) return layout;
  const bool in_order = std::ranges::all_of(layout.edges, [](const auto& edge) { return edge.from < edge.to; });
  const std::vector<bool> arcs = in_order ? edges_for_arcs(layout) : std::vector<bool>(layout.edges.size());
  STOWAGE_TRY(const json drawing, run_graphviz("dot", options, dot_text(graph, layout, arcs, options), task));
  const bool placed = for_each_node(drawing, layout.nodes.size(),
                                    [&](std::size_t i, QPointF centre) { layout.nodes[i].box.moveCenter(centre); });
  if (!placed || !read_edges(drawing, layout, arcs))
    return tl::unexpected(failure(GraphText::tr("Graphviz did not draw everything")));
  for (std::size_t k = 0; k < arcs.size(); ++k)
    if (arcs[k]) draw_arc(layout.edges[k], layout, options.direction == GraphvizOptions::Direction::right);
  measure_bounds(layout);
  return layout;
}

Result<std::vector<QPointF>> layout_discs(std::span<const double> diameters,
                                          std::span<const std::pair<std::uint32_t, std::uint32_t>> edges,
                                          const GraphvizOptions& options, const Task& task) {
  std::vector<QPointF> centres(diameters.size());
  if (diameters.empty()) return centres;
  QByteArray dot =
      "graph {\ngraph [overlap=prism, sep=\"+6\", start=1, splines=line];\n"
      "node [shape=circle, fixedsize=true, label=\"\"];\n";
  for (std::size_t i = 0; i < diameters.size(); ++i)
    dot += "n" + QByteArray::number(qulonglong(i)) + "[width=" + inches(diameters[i]) + "];\n";
  for (const auto& [a, b] : edges) dot += "n" + QByteArray::number(a) + "--n" + QByteArray::number(b) + ";\n";
  STOWAGE_TRY(const json drawing, run_graphviz("sfdp", options, dot + "}\n", task));
  if (!for_each_node(drawing, centres.size(), [&](std::size_t i, QPointF centre) { centres[i] = centre; }))
    return tl::unexpected(failure(GraphText::tr("Graphviz did not draw everything")));
  return centres;
}

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

}  // namespace stowage
