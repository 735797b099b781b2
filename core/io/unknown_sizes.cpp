// SPDX-License-Identifier: Apache-2.0
#include "core/io/unknown_sizes.h"

#include <algorithm>

namespace stowage {

std::size_t unknown_sizes(const Document& document) {
  std::size_t told = 0;
  for (const ImportEntry& entry : document.summary.entries())
    if (entry.without_size) told += entry.count;
  std::size_t waiting = 0;  // a tensor may wait for several dimensions
  for (const OpenDimension& dimension : document.open_dimensions)
    waiting = std::max(waiting, dimension.tensors - dimension.stored);
  return std::max({told, waiting, document.graph ? unknown_sizes(*document.graph) : 0});
}

Uncounted uncounted(const Document& document) {
  return {unknown_sizes(document), document.graph ? document.graph->loop_count() : 0};
}

}  // namespace stowage
