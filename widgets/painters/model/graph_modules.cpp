// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/graph_modules.h"

#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {

QString module_label(const GraphModules& modules, std::uint32_t node, std::size_t most) {
  const std::string_view name = modules.label(node).substr(0, most);
  return modules.tree.nodes[node].kind == ModuleTree::Kind::phase ? phase_label(name) : text_of(name);
}

QString module_title(const GraphModules& modules, std::uint32_t node, std::size_t most) {
  const std::string_view path = modules.path(node);
  return path.empty() ? module_label(modules, node, most) : text_of(path.substr(0, most));
}

}  // namespace stowage
