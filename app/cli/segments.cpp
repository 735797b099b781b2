// SPDX-License-Identifier: Apache-2.0
#include "app/cli/segments.h"

#include <iostream>
#include <string>

#include "app/cli/output.h"
#include "core/papers/roam/roam.h"

namespace stowage::cli {
namespace {

const char* kind_of(RoamSubgraph::Kind kind) {
  switch (kind) {
    case RoamSubgraph::Kind::graph:
      return "graph";
    case RoamSubgraph::Kind::independent:
      return "independent";
    case RoamSubgraph::Kind::dependent:
      return "dependent";
    case RoamSubgraph::Kind::segments:
      return "segments";
  }
  return "";
}

/// "0 – 22": the first step and the last.
std::string steps_text(RoamRange steps) {
  if (steps.empty()) return "–";
  return grouped(std::uint64_t{steps.begin}) + " – " + grouped(std::uint64_t{steps.end - 1});
}

Json range_json(RoamRange range) {
  return Json::array({range.begin, range.end});
}

Json node_json(const RoamSubgraph& node, std::size_t index) {
  Json out = {{"kind", kind_of(node.kind)},
              {"operators", node.operator_count},
              {"leaf", node.is_leaf()},
              {"forward_stages", range_json(node.forward)},
              {"backward_stages", range_json(node.backward)},
              {"forward_steps", range_json(node.forward_steps)},
              {"backward_steps", range_json(node.backward_steps)}};
  if (index > 0) out["parent"] = node.parent;
  return out;
}

void print_insensitive(const Graph& graph, const SubgraphTree& tree) {
  const auto stages = tree.segments.operators();
  Table table({{"memory-insensitive operator"}, {"step", true}, {"operators of the segment before it", true}});
  const auto& insensitive = tree.segments.insensitive;
  for (std::size_t k = 0; k < insensitive.size(); ++k)
    table.add({std::string(graph.name(insensitive[k])), grouped(std::uint64_t{insensitive[k].index()}),
               grouped(std::uint64_t{stages[2 * k].size()})});
  table.add({"the end", grouped(std::uint64_t{graph.operator_count()}),
             grouped(std::uint64_t{stages[2 * insensitive.size()].size()})});
  table.print();
}

std::size_t depth(const SubgraphTree& tree, std::size_t node) {
  return node == 0 ? 0 : 1 + depth(tree, tree.nodes[node].parent);
}

void print_subtree(const SubgraphTree& tree, std::size_t node, Table& table) {
  const RoamSubgraph& at = tree.nodes[node];
  table.add({std::string(2 * depth(tree, node), ' ') + kind_of(at.kind), grouped(std::uint64_t{at.operator_count}),
             steps_text(at.forward_steps), steps_text(at.backward_steps)});
  for (std::uint32_t child : at.children) print_subtree(tree, child, table);
}

}  // namespace

Json segments_json(const Graph& graph, std::size_t node_limit) {
  const SubgraphTree tree = make_subgraph_tree(graph, node_limit);
  Json insensitive = Json::array(), segments = Json::array(), nodes = Json::array();
  for (OperatorId o : tree.segments.insensitive) insensitive.push_back(std::string(graph.name(o)));
  const auto stages = tree.segments.operators();
  for (std::size_t s = 0; s < stages.row_count(); s += 2) {
    Json names = Json::array();
    for (OperatorId o : stages[s]) names.push_back(std::string(graph.name(o)));
    segments.push_back(std::move(names));
  }
  for (std::size_t k = 0; k < tree.nodes.size(); ++k) nodes.push_back(node_json(tree.nodes[k], k));
  return {
      {"memory_insensitive", std::move(insensitive)}, {"segments", std::move(segments)}, {"tree", std::move(nodes)}};
}

void print_segments(const Graph& graph, std::size_t node_limit) {
  const SubgraphTree tree = make_subgraph_tree(graph, node_limit);
  std::cout << '\n';
  print_insensitive(graph, tree);
  std::cout << '\n';
  Table table({{"subgraph"}, {"operators", true}, {"steps", true}, {"steps of the way back", true}});
  print_subtree(tree, 0, table);
  table.print();
}

}  // namespace stowage::cli
