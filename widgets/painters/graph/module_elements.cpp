// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/module_elements.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <QCoreApplication>
#include <QLocale>

#include "widgets/painters/graph/graph_elements.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/kind_words.h"
#include "widgets/painters/words/module_words.h"

namespace stowage {
namespace {

struct ModuleElementsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::ModuleElements)
};

constexpr std::size_t kMostOfName = 512;

QString shown(std::string_view text) {
  return text_of(text.substr(0, kMostOfName));
}

void name_module(const GraphModules& modules, std::uint32_t module, GraphLayout::Node& node) {
  const std::string_view path = modules.path(module), phase = modules.phase(module);
  const QString count = ModuleElementsText::tr("%Ln operator(s)", nullptr, static_cast<int>(node.operators));
  node.title = module_title(modules, module, kMostOfName);
  node.subtitle =
      path.empty() || phase.empty() ? count : phase_label(phase.substr(0, kMostOfName)) + QStringLiteral(" · ") + count;
}

struct Arc {
  std::uint32_t from, to;  // nodes of the layout
  TensorId tensor;         // none: a control edge
};

std::vector<Arc> arcs_between(const Graph& graph, const GraphLayout& layout) {
  std::vector<Arc> out;
  const auto add = [&](OperatorId from, OperatorId to, TensorId t) {
    const std::uint32_t a = layout.stands_for[from.index()], b = layout.stands_for[to.index()];
    if (a != b) out.push_back({a, b, t});
  };
  for (const TensorId t : graph.tensors())
    if (graph.producer(t).valid())
      for (const OperatorId user : graph.consumers(t)) add(graph.producer(t), user, t);
  for (const OperatorId o : graph.operators())
    for (const OperatorId after : graph.control_successors(o)) add(o, after, {});
  const auto key = [](const Arc& arc) { return std::tuple(arc.from, arc.to, !arc.tensor.valid(), arc.tensor); };
  std::ranges::sort(out, {}, key);
  const auto again = std::ranges::unique(out, {}, key);
  out.erase(again.begin(), again.end());
  return out;
}

}  // namespace

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
  for (const Arc& arc : arcs_between(graph, layout)) {
    const OperatorId from = layout.nodes[arc.from].op, to = layout.nodes[arc.to].op;
    const bool data = arc.tensor.valid();
    const bool same = !layout.edges.empty() && layout.edges.back().from == from && layout.edges.back().to == to;
    // Where data flow, a sync besides tells nothing more.
    if (!same)
      layout.edges.push_back(
          {.kind = data ? GraphLayout::EdgeKind::data : GraphLayout::EdgeKind::control, .from = from, .to = to});
    if (data) layout.edges.back().tensors.push_back(arc.tensor);
  }
  return layout;
}

QString module_sentence(const GraphLayout& layout) {
  const auto modules = static_cast<int>(
      std::ranges::count_if(layout.nodes, [](const auto& node) { return node.module != GraphLayout::kNoModule; }));
  const QString of_modules = ModuleElementsText::tr("%Ln module(s)", nullptr, modules);
  if (layout.nodes.size() == static_cast<std::size_t>(modules))
    return ModuleElementsText::tr("%1 stand for %L2 operators").arg(of_modules).arg(layout.operator_count);
  return ModuleElementsText::tr("%1 and %2 stand for %L3 operators")
      .arg(of_modules,
           ModuleElementsText::tr("%Ln operator(s)", nullptr, static_cast<int>(layout.nodes.size()) - modules))
      .arg(layout.operator_count);
}

}  // namespace stowage
