// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"

namespace stowage::test {

/// (u, v): v waits for u to end, for a tensor, a sync or the operator before it in its stream; u < v, sorted. One sync
/// may be left out, by its place in graph.control().
using OperatorPairs = std::vector<std::pair<std::size_t, std::size_t>>;
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

/// The least footprint of any plan, by trying every start of every block in smaller and smaller capacities. For graphs
/// of very few, very small tensors; `pairs` are the unsafe pairs (i < j). Shares nothing with core/layout.
[[nodiscard]] std::int64_t least_footprint(const Graph& graph,
                                           const std::vector<std::pair<std::size_t, std::size_t>>& pairs,
                                           std::int64_t alignment);

/// The same graph with sizes of 0 … `most` bytes.
[[nodiscard]] Graph with_small_sizes(const Graph& graph, std::uint64_t seed, std::int64_t most);

/// The same graph, with an alignment of its own, one of `some`, for about every third tensor that is in no group.
[[nodiscard]] Graph with_alignments(const Graph& graph, std::uint64_t seed, const std::vector<std::uint32_t>& some);

}  // namespace stowage::test
