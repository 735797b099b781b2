// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/graph/graph.h"

// The claims that plans and bounds of a graph may make: sizes may be unknown, or something assumed.
namespace stowage {

/// Whether the tensor's size is unknown: Graph::size() is then the least that it can be. An edit that sets the size
/// makes it known.
[[nodiscard]] inline bool has_unknown_size(const Graph& graph, TensorId t) {
  const auto& at_least = graph.data().tensor_at_least;
  return t.index() < at_least.size() && at_least[t.index()];
}

/// Number of the file's tensors of unknown size, those of bodies included: a plan's footprint is then only a least one.
/// Views are not counted: the tensor that they lie in has the bytes. Nor are tensors that a body has in common with the
/// graph around it, and copies where bodies are laid out.
[[nodiscard]] std::size_t unknown_sizes(const Graph& graph);

/// Sets whether a tensor's size is unknown.
void set_unknown_size(Graph::Data& data, std::size_t tensor, bool unknown);

/// The bytes that no footprint of a graph counts. Where there are any, each footprint and each bound is only "at
/// least": no plan is optimal, and whether a budget is kept is unknown.
struct Uncounted {
  std::size_t unknown_sizes = 0;  ///< tensors of unknown size
  std::size_t loops = 0;          ///< operators that are loops, where their bodies are not laid out
  std::size_t branches = 0;       ///< the same of operators with branches

  [[nodiscard]] bool any() const { return unknown_sizes + loops + branches > 0; }
  /// "the size of 1 tensor is unknown, the memory of 2 loops is not counted"; empty where there is nothing.
  [[nodiscard]] std::string text() const;
};
[[nodiscard]] Uncounted uncounted(const Graph& graph);

/// Whether the operators are only the time steps of a list of lifetimes, which has none itself. Those of an
/// allocation trace are its scopes, in the order in which they ran. O(1): the first operator, the middle one and the
/// last are asked for a name other than a time.
[[nodiscard]] bool has_only_lifetimes(const Graph& graph);

/// The scope of a lower bound: another order of the operators, or other streams, may need less.
enum class BoundScope : std::uint8_t {
  lifetimes,          ///< a time axis on one stream, which leaves nothing to choose
  order,              ///< one stream
  order_and_streams,  ///< several
};
[[nodiscard]] BoundScope bound_scope(const Graph& graph);
/// The key at the top of a graph file whose reader assumed something that plans and bounds depend on: lifetimes, or
/// outputs written in place.
inline constexpr std::string_view kAssumedKey = "\"assumed\"";
/// Whether the graph has that key: none of its plans is then called optimal.
[[nodiscard]] bool is_assumed(const Graph& graph);
/// The graph with that key.
[[nodiscard]] Graph as_assumed(const Graph& graph);
/// The subject of a sentence: "no plan", "no plan in this order", "no plan in this order and on these streams", or a
/// subject that limits it to the counted bytes or to the assumptions.
[[nodiscard]] std::string no_plan(const Graph& graph);
/// The same of plans that keep companions by choice together, as those of strategies do.
[[nodiscard]] std::string no_plan_by_choice(const Graph& graph);
/// Words for a plan that meets its bound: "optimal for these lifetimes", "optimal for this order", "optimal for this
/// order and these streams"; not "optimal" where the graph leaves something uncounted or is assumed.
[[nodiscard]] std::string optimal_for(const Graph& graph);

}  // namespace stowage
