// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/modules.h"

#include <set>
#include <unordered_set>
#include <utility>

#include "core/graph/laid_out.h"

namespace stowage {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// The next part of a name between separators, by places in it; empty at its end.
struct Part {
  std::uint32_t begin, end;
  [[nodiscard]] bool empty() const { return begin == end; }
};

char separator_of(std::string_view name) {
  return name.find('/') != std::string_view::npos ? '/' : '.';
}

Part next_part(std::string_view name, char separator, std::size_t from) {
  const std::size_t begin = std::min(name.find_first_not_of(separator, from), name.size());
  const std::size_t end = std::min(name.find(separator, begin), name.size());
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

std::string_view text(std::string_view name, Part part) {
  return name.substr(part.begin, part.end - part.begin);
}

/// Whether the operators have several phases.
bool has_phases(const Graph& graph) {
  return std::ranges::adjacent_find(graph.data().operator_phase, std::ranges::not_equal_to()) !=
         graph.data().operator_phase.end();
}

/// The parent of a node, and the first part of the node's name.
struct Key {
  std::uint32_t parent;
  std::string_view part;
  friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    return std::hash<std::string_view>()(key.part) ^ (key.parent * std::size_t{0x9e3779b97f4a7c15});
  }
};

/// A node of a trie of the names.
struct Grown {
  ModuleTree::Kind kind = ModuleTree::Kind::module;
  std::uint32_t parent = 0;
  std::uint32_t first = 0;           // its first operator, whose name contains its text
  std::uint32_t begin = 0, end = 0;  // its text in that name
  std::uint32_t branches = 0;        // nodes and operators right below it

  /// Modules with one node below are passed over: it takes their text.
  [[nodiscard]] bool is_passed_over() const { return kind == ModuleTree::Kind::module && branches == 1; }
};

/// The trie, parents before their children; operators without a phase stand beside the phases.
std::vector<Grown> trie_of(const Graph& graph) {
  std::vector<Grown> nodes{{.kind = ModuleTree::Kind::all}};
  const auto grow = [&](const Grown& node) {
    ++nodes[node.parent].branches;
    nodes.push_back(node);
    return static_cast<std::uint32_t>(nodes.size() - 1);
  };
  std::unordered_map<Key, std::uint32_t, KeyHash> children;
  children.reserve(graph.operator_count());
  std::unordered_map<Graph::Label, std::uint32_t> phase_nodes;
  std::vector<std::uint32_t> owners;  // by operator: the node of its whole name
  const bool phases = has_phases(graph);
  for (std::uint32_t o = 0; o < graph.operator_count(); ++o) {
    std::uint32_t at = 0;
    if (const Graph::Label phase = graph.data().operator_phase[o]; phases && phase != 0) {
      const auto [node, is_new] = phase_nodes.try_emplace(phase, 0);
      if (is_new) node->second = grow({.kind = ModuleTree::Kind::phase, .first = o});
      at = node->second;
    }
    const std::string_view name = graph.name(OperatorId(o));
    const char separator = separator_of(name);
    for (Part part = next_part(name, separator, 0); !part.empty(); part = next_part(name, separator, part.end)) {
      const auto [child, is_new] = children.try_emplace(Key{at, text(name, part)}, 0);
      if (is_new) child->second = grow({.parent = at, .first = o, .begin = part.begin, .end = part.end});
      at = child->second;
    }
    owners.push_back(at);
    ++nodes[at].branches;
  }
  // A node with one operator and nothing below becomes that operator. Operators of other nodes become nodes below, with
  // the last part of the name, or the whole name where it has no parts.
  for (std::uint32_t o = 0; o < owners.size(); ++o) {
    if (nodes[owners[o]].is_passed_over()) {
      nodes[owners[o]].kind = ModuleTree::Kind::op;
      continue;
    }
    const std::string_view name = graph.name(OperatorId(o));
    const char separator = separator_of(name);
    const std::size_t last = name.find_last_not_of(separator);
    Grown leaf{.kind = ModuleTree::Kind::op, .parent = owners[o], .first = o};
    leaf.end = static_cast<std::uint32_t>(last == std::string_view::npos ? name.size() : last + 1);
    if (last != std::string_view::npos) leaf.begin = static_cast<std::uint32_t>(name.find_last_of(separator, last) + 1);
    nodes.push_back(leaf);
  }
  // A node that is passed over has the same first operator as the node below it.
  for (std::size_t k = 1; k < nodes.size(); ++k)
    if (const Grown& above = nodes[nodes[k].parent]; above.is_passed_over()) {
      nodes[k].begin = above.begin;
      nodes[k].parent = above.parent;
    }
  return nodes;
}

/// Lists the nodes level by level, children by first operator, and the operators as they stand below them.
ModuleTree in_levels(const Graph& graph, const std::vector<Grown>& nodes) {
  const auto by_first = Csr<std::uint32_t>::from_each(graph.operator_count(), [&](const auto& add) {
    for (std::uint32_t k = 1; k < nodes.size(); ++k)
      if (!nodes[k].is_passed_over()) add(nodes[k].first, k);
  });
  const auto below = Csr<std::uint32_t>::from_each(nodes.size(), [&](const auto& add) {
    for (const std::uint32_t k : by_first.items()) add(nodes[k].parent, k);
  });

  ModuleTree out;
  std::vector<std::uint32_t> grown{0};
  grown.reserve(nodes.size());
  out.nodes.reserve(nodes.size());
  out.nodes.push_back({});
  for (std::uint32_t k = 0; k < grown.size(); ++k) {
    out.nodes[k].first = static_cast<std::uint32_t>(grown.size());
    out.nodes[k].children = static_cast<std::uint32_t>(below[grown[k]].size());
    for (const std::uint32_t child : below[grown[k]]) {
      const Grown& from = nodes[child];
      grown.push_back(child);
      out.nodes.push_back({.kind = from.kind, .parent = k, .text_begin = from.begin, .text_end = from.end});
    }
  }
  for (std::size_t k = out.nodes.size(); k-- > 1;) {  // the counts first
    if (out.nodes[k].kind == ModuleTree::Kind::op) out.nodes[k].end = 1;
    out.nodes[out.nodes[k].parent].end += out.nodes[k].end;
  }
  out.operators.resize(graph.operator_count());
  out.leaf.resize(graph.operator_count());
  for (std::uint32_t k = 0; k < out.nodes.size(); ++k) {
    std::uint32_t begin = out.nodes[k].begin;
    for (std::uint32_t child = out.nodes[k].first; child < out.nodes[k].first + out.nodes[k].children; ++child) {
      out.nodes[child].begin = begin;
      begin = out.nodes[child].end += begin;
    }
    if (out.nodes[k].kind != ModuleTree::Kind::op) continue;
    out.operators[out.nodes[k].begin] = OperatorId(nodes[grown[k]].first);
    out.leaf[nodes[grown[k]].first] = k;
  }
  return out;
}

}  // namespace

std::string_view ModuleTree::label(const Graph& graph, std::uint32_t node) const {
  const Node& at = nodes[node];
  if (at.kind == Kind::all) return {};
  const OperatorId o = operators[at.begin];
  if (at.kind == Kind::phase) return graph.phase(o);
  return graph.name(o).substr(at.text_begin, at.text_end - at.text_begin);
}

std::string_view ModuleTree::path(const Graph& graph, std::uint32_t node) const {
  const Node& at = nodes[node];
  if (at.kind == Kind::all || at.kind == Kind::phase) return {};
  const std::string_view name = graph.name(operators[at.begin]);
  const std::uint32_t begin = next_part(name, separator_of(name), 0).begin;
  return begin < at.text_end ? name.substr(begin, at.text_end - begin) : name;
}

std::uint32_t ModuleTree::innermost(std::span<const OperatorId> some) const {
  if (some.empty()) return 0;
  std::uint32_t begin = kNone, end = 0;
  for (const OperatorId o : some) {
    begin = std::min(begin, nodes[leaf[o.index()]].begin);
    end = std::max(end, nodes[leaf[o.index()]].end);
  }
  std::uint32_t at = leaf[some.front().index()];
  while (nodes[at].begin > begin || nodes[at].end < end) at = nodes[at].parent;
  return at;
}

ModuleTree module_tree(const Graph& graph) {
  return in_levels(graph, trie_of(graph));
}

bool has_modules(const Graph& graph) {
  const std::string_view names = graph.data().operator_names.text();
  if (names.find('.') == std::string_view::npos && names.find('/') == std::string_view::npos) return false;
  const bool phases = has_phases(graph);
  std::unordered_set<Key, KeyHash> seen;
  return std::ranges::any_of(graph.operators(), [&](OperatorId o) {
    const std::string_view name = graph.name(o);
    const Part part = next_part(name, separator_of(name), 0);
    const std::uint32_t above = phases ? graph.data().operator_phase[o.index()] : 0;
    return !part.empty() && !seen.insert({above, text(name, part)}).second;
  });
}

std::vector<ModuleBytes> module_bytes(const Graph& graph, const ModuleTree& tree, std::span<const Lifetime> lifetimes,
                                      std::uint32_t step, Bytes alignment) {
  std::vector<ModuleBytes> out(tree.nodes.size());
  const std::vector<Bytes> sizes = rounded_sizes(graph, alignment);
  for (const TensorId t : graph.tensors()) {
    if (!graph.producer(t).valid()) continue;
    const std::uint32_t leaf = tree.leaf[graph.producer(t).index()];
    if (graph.laid_out() == nullptr) out[leaf].made += sizes[t.index()];
    if (lifetimes[t.index()].contains(step)) out[leaf].alive += sizes[t.index()];
  }
  for (std::size_t k = out.size(); k-- > 1;) {
    out[tree.nodes[k].parent].made += out[k].made;
    out[tree.nodes[k].parent].alive += out[k].alive;
  }
  if (graph.laid_out() == nullptr) return out;
  std::set<std::pair<std::uint32_t, TensorId>> seen;  // a tensor of the file counts once in each module
  for (const TensorId t : graph.tensors()) {
    if (!graph.producer(t).valid()) continue;
    std::uint32_t node = tree.leaf[graph.producer(t).index()];
    for (bool up = true; up && seen.emplace(node, graph.laid_out()->first_tensors[t.index()]).second;) {
      out[node].made += sizes[t.index()];
      up = node != 0;
      node = tree.nodes[node].parent;
    }
  }
  return out;
}

std::vector<std::uint32_t> open_levels(const ModuleTree& tree, std::size_t most) {
  std::vector<std::uint32_t> open{0};
  std::size_t seen = tree.nodes.front().children;
  for (std::size_t k = 0; k < open.size(); ++k) {
    const ModuleTree::Node& above = tree.nodes[open[k]];
    for (std::uint32_t child = above.first; child < above.first + above.children; ++child) {
      const std::size_t more = tree.nodes[child].children;
      if (more == 0 || seen - 1 + more > most) continue;
      seen += more - 1;
      open.push_back(child);
    }
  }
  std::ranges::sort(open);
  return open;
}

std::vector<std::uint32_t> seen_nodes(const ModuleTree& tree, std::span<const std::uint32_t> open) {
  std::vector<bool> is_open(tree.nodes.size());
  for (const std::uint32_t node : open) is_open[node] = true;
  std::vector<std::uint32_t> out(tree.operators.size());
  // Parents come first, so all nodes below a closed node get the node that stands for it.
  std::vector<std::uint32_t> stands_for(tree.nodes.size(), kNone);
  for (std::uint32_t k = 0; k < tree.nodes.size(); ++k) {
    const ModuleTree::Node& node = tree.nodes[k];
    const std::uint32_t above = k == 0 ? kNone : stands_for[node.parent];
    stands_for[k] = above != kNone ? above : is_open[k] && node.children > 0 ? kNone : k;
    if (node.kind == ModuleTree::Kind::op) out[tree.operators[node.begin].index()] = stands_for[k];
  }
  return out;
}

}  // namespace stowage
