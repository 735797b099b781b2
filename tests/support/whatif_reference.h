// SPDX-License-Identifier: Apache-2.0
// What syncs cost and save, found the long way: every graph is built anew, and every strategy is run and validated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "core/insight/improve/suggest_syncs.h"

namespace stowage::test {

/// The graph built anew with other control edges: in the order closest to the given one that they and the local orders
/// allow. None where there is no such order.
[[nodiscard]] std::optional<Graph> rebuilt(const Graph& graph, const std::vector<ControlEdge>& control);
[[nodiscard]] std::vector<ControlEdge> control_of(const Graph& graph);
[[nodiscard]] std::optional<Graph> rebuilt_with(const Graph& graph, ControlEdge sync);

/// All standard strategies, each plan validated; the heaviest clique.
struct Measured {
  Bytes footprint, bound;
};
[[nodiscard]] Measured measured(const Graph& graph, Bytes alignment = {1});

/// Each sync that would order two operators, with what the graph costs then.
[[nodiscard]] std::vector<std::pair<ControlEdge, Measured>> all_syncs(const Graph& graph);

/// The least footprint with any one of them, if that is less than `now`.
[[nodiscard]] Bytes least_with_a_sync(const Graph& graph, Bytes now);

/// Empty, or how a suggestion is wrong: it does not save what it says, moves other operators than it says, is out of
/// order, or is weaker than a later one (looked at below 30 operators).
[[nodiscard]] std::string fault_of(const Graph& graph, const SyncSuggestions& found);

/// 5 to 12 operators on 2 to 4 streams; every fifth seed has a group.
[[nodiscard]] Graph small_random(std::uint64_t seed);

}  // namespace stowage::test
