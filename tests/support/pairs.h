// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"

namespace stowage::test {

using IndexPairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// (i, j), i < j < count, for which it holds.
[[nodiscard]] IndexPairs pairs_where(std::size_t count, const std::predicate<std::size_t, std::size_t> auto& holds) {
  IndexPairs out;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j)
      if (holds(i, j)) out.emplace_back(i, j);
  return out;
}

/// "ab ac": the names of tensors that are pairs.
[[nodiscard]] inline std::string pair_names(const Graph& graph, const IndexPairs& pairs) {
  std::string out;
  for (const auto& [i, j] : pairs) {
    if (!out.empty()) out += ' ';
    out.append(graph.name(TensorId(i))).append(graph.name(TensorId(j)));
  }
  return out;
}

}  // namespace stowage::test
