// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"

namespace stowage {

/// The operators of a graph by module, from their names: "layer1.0.conv3.bn" is in layer1, in 0 of that, and so on.
/// Names are divided at '/' where they have one, otherwise at '.'; empty parts count for nothing. Where operators have
/// several phases, the phase is the first level.
/// ```
///   0 all                   modules and operators, each parent before its children, which follow each other
///   1 ├ forward             phase
///   2 ├ backward
///   3 │├ conv1              operator of forward
///   4 │├ layer1             module: two operators or more, divided further
///   5 │└ layer4.0           a module in which there is nothing but another shares its row with that one
/// ```
/// An operator whose name is also that of a module ("conv1" beside "conv1.bn") belongs to that module.
struct ModuleTree {
  enum class Kind : std::uint8_t { all, phase, module, op };
  struct Node {
    Kind kind = Kind::all;
    std::uint32_t parent = 0;                    ///< into nodes; of the first, itself
    std::uint32_t first = 0, children = 0;       ///< nodes[first … first + children), by their first operators
    std::uint32_t begin = 0, end = 0;            ///< its operators: operators[begin … end)
    std::uint32_t text_begin = 0, text_end = 0;  ///< its part of the name of any of its operators
  };
  std::vector<Node> nodes;            ///< never empty; fewer than twice the operators, phases apart
  std::vector<OperatorId> operators;  ///< each once; those of a node follow each other
  std::vector<std::uint32_t> leaf;    ///< by OperatorId: its node of kind op

  [[nodiscard]] std::span<const OperatorId> operators_of(std::uint32_t node) const {
    return {operators.data() + nodes[node].begin, operators.data() + nodes[node].end};
  }
  [[nodiscard]] std::uint32_t count(std::uint32_t node) const { return nodes[node].end - nodes[node].begin; }
  /// Its part of the names: "layer4.0", the phase, or "" for all.
  [[nodiscard]] std::string_view label(const Graph& graph, std::uint32_t node) const;
  /// The part of the names below the phase, down to the node: "layer4.0.conv1"; "" for a phase and for all.
  [[nodiscard]] std::string_view path(const Graph& graph, std::uint32_t node) const;
  /// The innermost node that holds all these operators; for no operators, the root.
  [[nodiscard]] std::uint32_t innermost(std::span<const OperatorId> operators) const;
};

/// O(operators + bytes of their names).
[[nodiscard]] ModuleTree module_tree(const Graph& graph);

/// Whether there is a module; phases do not count. O(bytes of the names), and less where there is a module.
[[nodiscard]] bool has_modules(const Graph& graph);

/// Bytes of the tensors that a module's operators make. Views and tensors present from the start do not count.
struct ModuleBytes {
  Bytes made;   ///< all of them
  Bytes alive;  ///< those alive at the given step
  friend bool operator==(const ModuleBytes&, const ModuleBytes&) = default;
};
/// By node; sizes are rounded up to `alignment`. O(tensors + nodes).
[[nodiscard]] std::vector<ModuleBytes> module_bytes(const Graph& graph, const ModuleTree& tree,
                                                    std::span<const Lifetime> lifetimes, std::uint32_t step,
                                                    Bytes alignment = {1});

/// The nodes to open so that at most `most` nodes are seen: level by level, each that leaves room. Ascending; always
/// has the root.
[[nodiscard]] std::vector<std::uint32_t> open_levels(const ModuleTree& tree, std::size_t most);

/// By OperatorId, the node seen for the operator where the nodes `open` are open: a closed module, or the operator's
/// own node. Open nodes below a closed module have no effect. O(operators + nodes).
[[nodiscard]] std::vector<std::uint32_t> seen_nodes(const ModuleTree& tree, std::span<const std::uint32_t> open);

}  // namespace stowage
