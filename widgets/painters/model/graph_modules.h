// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <QString>

#include "core/insight/analysis/modules.h"

namespace stowage {

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
