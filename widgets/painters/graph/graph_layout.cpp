// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/graph_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "core/graph/laid_out.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr double kFontPixels = 12;
constexpr double kMaxTextWidth = 170;
constexpr double kMaxLabelWidth = 96;
constexpr double kPaddingX = 10, kPaddingY = 5;
/// More labels than this hide the drawing instead of explaining it.
constexpr std::size_t kMaxLabelledEdges = 120;

/// One line, whatever the id holds.
QString fitted_line(std::string_view text, const QFontMetricsF& metrics, double width) {
  return metrics.elidedText(text_of(text), Qt::ElideLeft, width);
}

/// An edge a pair of boxes and kind between `operators`, with all tensors from the one to the other. Where boxes are
/// modules, a sync beside data says nothing more.
void add_edges(const Graph& graph, std::span<const OperatorId> operators, GraphLayout& layout) {
  struct Arc {
    OperatorId from, to;
    bool sync;
    TensorId tensor;
  };
  const bool by_module = layout.by_module();
  std::vector<Arc> arcs;
  for (const OperatorId o : operators) {
    const OperatorId from = layout.find(o)->op;
    const auto add = [&](OperatorId other, bool sync, TensorId t) {
      const GraphLayout::Node* to = layout.find(other);
      if (to != nullptr && to->op != from) arcs.push_back({from, to->op, sync, t});
    };
    for (const TensorId t : graph.outputs(o))
      for (const OperatorId user : graph.consumers(t)) add(user, false, t);
    for (const OperatorId after : graph.control_successors(o)) add(after, true, {});
  }
  const auto key = [&](const Arc& arc) {  // of operators, all data come first
    return std::tuple(!by_module && arc.sync, arc.from, arc.to, arc.sync, arc.tensor);
  };
  std::ranges::sort(arcs, {}, key);
  const auto again = std::ranges::unique(arcs, {}, key);
  arcs.erase(again.begin(), again.end());
  for (const Arc& arc : arcs) {
    const auto kind = arc.sync ? GraphLayout::EdgeKind::control : GraphLayout::EdgeKind::data;
    const auto* last = layout.edges.empty() ? nullptr : &layout.edges.back();
    const bool same = last != nullptr && last->from == arc.from && last->to == arc.to;
    if (!same || (!by_module && last->kind != kind))
      layout.edges.push_back({.kind = kind, .from = arc.from, .to = arc.to});
    if (!arc.sync) layout.edges.back().tensors.push_back(arc.tensor);
  }
}

/// Without `all`, only to marks that nothing else leads to.
void add_stream_edges(const Graph& graph, GraphLayout& layout, bool all) {
  if (!all && graph.laid_out() == nullptr) return;
  std::vector<std::pair<OperatorId, OperatorId>> joined;
  std::vector<bool> reached(graph.operator_count());
  for (const auto& edge : layout.edges) {
    joined.emplace_back(edge.from, edge.to);
    reached[edge.to.index()] = true;
  }
  std::ranges::sort(joined);
  const auto is_wanted = [&](OperatorId o) {
    return all || (!reached[o.index()] && graph.laid_out()->parts[o.index()] == LaidOut::Part::mark);
  };
  std::vector<OperatorId> last(graph.stream_count());
  for (const auto& node : layout.nodes) {
    OperatorId& before = last[graph.stream(node.op).index()];
    if (before.valid() && is_wanted(node.op) && !std::ranges::binary_search(joined, std::pair(before, node.op)))
      layout.edges.push_back({.kind = GraphLayout::EdgeKind::stream, .from = before, .to = node.op});
    before = node.op;
  }
}

void label_edges(const Graph& graph, GraphLayout& layout) {
  const auto data = std::ranges::count(layout.edges, GraphLayout::EdgeKind::data, &GraphLayout::Edge::kind);
  if (static_cast<std::size_t>(data) > kMaxLabelledEdges) return;
  const QFontMetricsF metrics(graph_font());
  for (auto& edge : layout.edges) {
    if (edge.tensors.empty()) continue;
    QStringList names;
    for (std::size_t i = 0; i < edge.tensors.size() && i < 4; ++i)
      names << fitted_line(graph.name(edge.tensors[i]), metrics, kMaxLabelWidth);
    edge.label = names.join(QStringLiteral(", "));
    if (edge.tensors.size() > 4 || metrics.horizontalAdvance(edge.label) > kMaxLabelWidth + 1)
      edge.label = tensors_text(graph, edge.tensors);
  }
}

/// Views, and what may be written over an input, at who makes them.
void mark_shares(const Graph& graph, GraphLayout& layout) {
  std::vector<std::uint32_t> shares(graph.has_sharing() ? graph.operator_count() : 0);
  for (auto& node : layout.nodes) node.shares = 0;
  if (shares.empty()) return;
  std::vector<bool> counted(graph.tensor_count());
  const auto count = [&](TensorId t) {
    if (counted[t.index()] || !graph.producer(t).valid()) return;
    counted[t.index()] = true;
    ++shares[graph.producer(t).index()];
  };
  for (const View& view : graph.views()) count(view.tensor);
  for (const InPlace& pair : graph.in_place()) count(pair.output);
  for (auto& node : layout.nodes) node.shares = shares[node.op.index()];
}

std::uint32_t count_unseen(const Graph& graph, const GraphLayout& layout, OperatorId o) {
  if (layout.complete()) return 0;
  const auto around = neighbours(graph, o);
  return static_cast<std::uint32_t>(
      std::ranges::count_if(around, [&](OperatorId other) { return layout.find(other) == nullptr; }));
}

/// Where the line from the middle of a box to a point leaves it.
QPointF border_towards(const QRectF& box, QPointF point) {
  const QPointF along = point - box.center();
  const double across = std::abs(along.x()) / box.width(), down = std::abs(along.y()) / box.height();
  const double most = std::max(across, down);
  return most > 0.5 ? box.center() + along * (0.5 / most) : box.center();
}

constexpr std::size_t kMostOfName = 512;

QString shown(std::string_view text) {
  return text_of(text.substr(0, kMostOfName));
}

void name_module(const GraphModules& modules, std::uint32_t module, GraphLayout::Node& node) {
  const std::string_view path = modules.path(module), phase = modules.phase(module);
  const QString count = operators_text(*modules.graph, modules.tree.operators_of(module));
  node.title = module_title(modules, module, kMostOfName);
  node.subtitle =
      path.empty() || phase.empty() ? count : phase_label(phase.substr(0, kMostOfName)) + QStringLiteral(" · ") + count;
}

/// Cuts the texts of a node to what a box may hold, and makes its box as large as they need.
void give_size(GraphLayout::Node& node) {
  const QFontMetricsF metrics(graph_font());
  node.title = metrics.elidedText(node.title, Qt::ElideLeft, kMaxTextWidth);
  node.subtitle = metrics.elidedText(node.subtitle, Qt::ElideRight, kMaxTextWidth);
  const double text = std::max(metrics.horizontalAdvance(node.title), metrics.horizontalAdvance(node.subtitle));
  const double lines = node.subtitle.isEmpty() ? 1 : 2;
  node.box.setSize(
      {std::max(std::ceil(text) + 2 * kPaddingX, 36.0), std::ceil(lines * metrics.height()) + 2 * kPaddingY});
}

}  // namespace

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

bool draws_alike(const Graph& before, const Graph& after, const GraphLayout& layout) {
  if (before.operator_count() != after.operator_count() || before.tensor_count() != after.tensor_count()) return false;
  return std::ranges::all_of(layout.nodes, [&](const GraphLayout::Node& node) {
    const OperatorId o = node.op;
    return before.name(o) == after.name(o) && before.kind(o) == after.kind(o) &&
           std::ranges::equal(before.inputs(o), after.inputs(o)) &&
           std::ranges::equal(before.outputs(o), after.outputs(o)) &&
           std::ranges::equal(before.control_successors(o), after.control_successors(o));
  });
}

bool shows_stream_order(const Graph& graph) {
  return graph.stream_count() > 1 || !graph.times().empty();
}

void restream(const Graph& graph, GraphLayout& layout) {
  std::erase_if(layout.edges, [](const auto& edge) { return edge.kind == GraphLayout::EdgeKind::stream; });
  const std::size_t others = layout.edges.size();
  add_stream_edges(graph, layout, shows_stream_order(graph));
  for (std::size_t k = others; k < layout.edges.size(); ++k) {
    GraphLayout::Edge& edge = layout.edges[k];
    const QRectF &from = layout.find(edge.from)->box, &to = layout.find(edge.to)->box;
    edge.path.moveTo(border_towards(from, to.center()));
    edge.tip = border_towards(to, from.center());
    edge.path.lineTo(edge.tip);
    edge.bounds = edge.path.boundingRect().adjusted(-1, -1, 1, 1);
    layout.bounds |= edge.bounds;
  }
  mark_shares(graph, layout);
  for (auto& node : layout.nodes) node.unseen = count_unseen(graph, layout, node.op);
}

QFont graph_font() {
  return paint_font(kFontPixels);
}

QSizeF edge_label_size(const QString& label) {
  const QFontMetricsF metrics(graph_font());
  return {std::ceil(metrics.horizontalAdvance(label)) + 6, std::ceil(metrics.height()) + 2};
}

GraphLayout graph_elements(const Graph& graph, std::span<const OperatorId> operators, bool stream_order) {
  GraphLayout layout;
  layout.operator_count = graph.operator_count();
  const QFontMetricsF metrics(graph_font());
  for (OperatorId o : operators) {
    GraphLayout::Node node{.op = o,
                           .title = fitted_line(shown_name(graph, o), metrics, kMaxTextWidth),
                           .subtitle = fitted_line(graph.kind(o), metrics, kMaxTextWidth)};
    give_size(node);
    const auto from_start = [&](TensorId t) { return !graph.producer(t).valid(); };
    const auto kept = [&](TensorId t) { return graph.is_output(t); };
    node.inputs = static_cast<std::uint32_t>(std::ranges::count_if(graph.inputs(o), from_start));
    node.outputs = static_cast<std::uint32_t>(std::ranges::count_if(graph.outputs(o), kept));
    layout.nodes.push_back(std::move(node));
  }
  add_edges(graph, operators, layout);
  add_stream_edges(graph, layout, stream_order);
  label_edges(graph, layout);
  mark_shares(graph, layout);
  for (auto& node : layout.nodes) node.unseen = count_unseen(graph, layout, node.op);
  return layout;
}

GraphLayout module_elements(const GraphModules& modules, std::span<const std::uint32_t> open) {
  const Graph& graph = *modules.graph;
  GraphLayout layout;
  layout.operator_count = graph.operator_count();
  layout.stands_for = seen_nodes(modules.tree, open);
  std::unordered_map<std::uint32_t, std::uint32_t> place;  // of a node of the tree in the layout
  for (const OperatorId o : graph.operators()) {
    std::uint32_t& seen = layout.stands_for[o.index()];
    const auto [at, is_new] = place.try_emplace(seen, static_cast<std::uint32_t>(layout.nodes.size()));
    if (is_new) layout.nodes.push_back({.op = o, .module = seen});
    GraphLayout::Node& node = layout.nodes[at->second];
    ++node.operators;
    node.several_streams = node.several_streams || graph.stream(o) != graph.stream(node.op);
    seen = at->second;
  }
  for (GraphLayout::Node& node : layout.nodes) {
    if (modules.tree.nodes[node.module].kind == ModuleTree::Kind::op) {
      node.module = GraphLayout::kNoModule;
      node.title = shown(graph.name(node.op));
      node.subtitle = shown(graph.kind(node.op));
    } else {
      name_module(modules, node.module, node);
    }
    give_size(node);
  }
  std::vector<OperatorId> all;
  for (const OperatorId o : graph.operators()) all.push_back(o);
  add_edges(graph, all, layout);
  return layout;
}

QString module_sentence(const Graph& graph, const GraphLayout& layout) {
  const auto modules = static_cast<int>(
      std::ranges::count_if(layout.nodes, [](const auto& node) { return node.module != GraphLayout::kNoModule; }));
  if (modules == 0) return GraphText::tr("All modules are open: %1").arg(operators_text(graph));
  const QString of_modules = GraphText::tr("%Ln module(s)", nullptr, modules);
  if (layout.nodes.size() == static_cast<std::size_t>(modules))
    return GraphText::tr("%1 stand for %2").arg(of_modules, operators_text(graph));
  return GraphText::tr("%1 and %2 stand for %3")
      .arg(of_modules, GraphText::tr("%Ln operator(s)", nullptr, static_cast<int>(layout.nodes.size()) - modules),
           operators_text(graph));
}

}  // namespace stowage
