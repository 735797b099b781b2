// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
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

/// (u, v): v waits for u to end, for a tensor, a sync or the operator before it in its stream; u < v, sorted. One sync
/// may be left out, by its place in graph.control().
using OperatorPairs = IndexPairs;
[[nodiscard]] OperatorPairs arcs_by_definition(const Graph& graph, std::optional<std::size_t> without_sync = {});

/// reached[u][v]: whether a path of one or more arcs leads from u to v.
[[nodiscard]] std::vector<std::vector<bool>> closure(std::size_t count, const OperatorPairs& arcs);

/// By OperatorId: for each operator, whether a path of one or more arcs leads to it from each other one. By brute
/// force.
[[nodiscard]] std::vector<std::vector<bool>> ancestors_by_definition(const Graph& graph);

/// Empty, or what an operator of `edited` need not wait for any more. Operators are those of `given`, or copies named
/// "NAME again": each waits for the operators of the syncs into NAME, and for each input until it, or a copy of it, was
/// made.
[[nodiscard]] std::string lost_wait(const Graph& given, const Graph& edited);

/// The bytes of the heaviest set of needed tensors of which any two are such a pair, by trying, from each tensor on, to
/// take it or not. For at most 64 tensors.
[[nodiscard]] std::int64_t heaviest_set(const Graph& graph, const IndexPairs& pairs, std::int64_t alignment = 1);

/// The same graph with sizes of 0 … `most` bytes.
[[nodiscard]] Graph with_small_sizes(const Graph& graph, std::uint64_t seed, std::int64_t most);

/// The same graph, with an alignment of its own, one of `some`, for about every third tensor that is in no group.
[[nodiscard]] Graph with_alignments(const Graph& graph, std::uint64_t seed, const std::vector<std::uint32_t>& some);

}  // namespace stowage::test
