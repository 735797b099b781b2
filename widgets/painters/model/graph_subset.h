// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <QString>

#include "core/base/id.h"
#include "core/graph/claims.h"
#include "core/graph/graph.h"
#include "core/insight/analysis/modules.h"

namespace stowage {

/// A graph of more operators than this is never drawn whole: nobody could read it, and Graphviz would take minutes.
inline constexpr std::size_t kMaxDrawnOperators = 2000;
/// How many operators a neighbourhood has at most: a readable screenful.
inline constexpr std::size_t kNeighbourhoodOperators = 60;
/// How many of a path that is lit are drawn: it is to be seen as a whole, as long as it can be.
inline constexpr std::size_t kMostOfPath = 400;

/// The operators next to one over data, control and stream order, either way; ascending, distinct.
[[nodiscard]] std::vector<OperatorId> neighbours(const Graph& graph, OperatorId o);

/// `seeds` and what lies around them, ring by ring, up to `max_operators`; of a ring that does not fit whole, those
/// nearest to the seeds in the global order. Ascending.
[[nodiscard]] std::vector<OperatorId> neighbourhood(const Graph& graph, std::span<const OperatorId> seeds,
                                                    std::size_t max_operators);

/// What happens to tensors happens at their producers and consumers: those, ascending and distinct.
[[nodiscard]] std::vector<OperatorId> operators_around(const Graph& graph, std::span<const TensorId> tensors);

/// Which operators to draw.
struct GraphSubset {
  enum class Around { everything, selection, peak, path };
  Around around = Around::everything;
  std::vector<OperatorId> operators;  ///< ascending
  std::size_t path_left = 0;          ///< operators of the path that are not drawn

  /// "60 of 21,937 operators: the neighbourhood of the selection"; empty where everything is drawn.
  [[nodiscard]] QString sentence(const Graph& graph) const;
};

/// All operators, up to kMaxDrawnOperators of them. Of more: `path`, as much of it as is drawn, and what lies around
/// it; without a path the neighbourhood of `selected`; and where that is empty, of the step at which most bytes are
/// alive.
[[nodiscard]] GraphSubset choose_operators(const Graph& graph, std::span<const OperatorId> selected,
                                           std::span<const OperatorId> path = {});

/// Nodes that are seen where nobody has opened any: as many as can be read at once.
inline constexpr std::size_t kFirstSeenModules = 60;

/// The operators of a graph by module; neither changes any more.
struct GraphModules {
  std::shared_ptr<const Graph> graph;
  ModuleTree tree;

  [[nodiscard]] std::string_view label(std::uint32_t node) const { return tree.label(*graph, node); }
  [[nodiscard]] std::string_view path(std::uint32_t node) const { return tree.path(*graph, node); }
  /// The phase that its operators have, where phases are a level.
  [[nodiscard]] std::string_view phase(std::uint32_t node) const {
    for (; node != 0; node = tree.nodes[node].parent)
      if (tree.nodes[node].kind == ModuleTree::Kind::phase) return label(node);
    return {};
  }
};

/// What a node of the modules is called in the language of the window: a phase as phase_label() has it, and a module by
/// the last part of its name, at most so many letters.
[[nodiscard]] QString module_label(const GraphModules& modules, std::uint32_t node, std::size_t most);
/// The same, but a module by its whole name.
[[nodiscard]] QString module_title(const GraphModules& modules, std::uint32_t node, std::size_t most);

}  // namespace stowage
