// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/interval.h"
#include "core/graph/graph.h"

// When tensors live, and how many bytes are alive at each step: in the global order or in another.
namespace stowage {

/// Steps of an order. Empty for a tensor that is never needed.
using Lifetime = BasicInterval<std::uint32_t>;

/// When each tensor is needed if the graph runs in its global order, one operator a step: from its producer (or step 0)
/// through its last use (or the last step, for an output). A tensor with views is needed while any of them is. By
/// TensorId.
[[nodiscard]] std::vector<Lifetime> lifetimes(const Graph& graph);

/// In the input's own time unit, or in steps where it has none.
[[nodiscard]] inline std::int64_t length_of(const Graph& graph, Lifetime life) {
  return graph.times().empty() ? life.length() : graph.times()[life.end] - graph.times()[life.begin];
}

/// Extends lifetimes of single tensors to lifetimes of their bytes. An owner's bytes are there from the first to the
/// last step, or time, at which any tensor in them is. A view without a producer begins when its owner does.
template <class T>
void hold_views(const Graph& graph, std::vector<BasicInterval<T>>& lives) {
  for (const View& view : graph.views()) {
    const BasicInterval<T> own = lives[view.tensor.index()];
    BasicInterval<T>& whole = lives[graph.owner(view.tensor).index()];
    if (own.empty()) continue;
    if (graph.producer(view.tensor).valid()) whole.begin = std::min(whole.begin, own.begin);
    whole.end = std::max(whole.end, own.end);
  }
  for (const View& view : graph.views())
    if (!graph.producer(view.tensor).valid() && !lives[view.tensor.index()].empty())
      lives[view.tensor.index()].begin = lives[graph.owner(view.tensor).index()].begin;
}

/// Sizes of all tensors, rounded up to `alignment`; 0 for a view, whose bytes are its owner's.
[[nodiscard]] std::vector<Bytes> rounded_sizes(const Graph& graph, Bytes alignment);

/// Bytes alive at each of `steps` steps; each of `sizes` is alive in its interval of `lives`.
template <class T>
[[nodiscard]] std::vector<Bytes> curve_of(std::span<const Bytes> sizes, std::span<const BasicInterval<T>> lives,
                                          std::size_t steps) {
  std::vector<Bytes> alive(steps + 1);
  for (std::size_t t = 0; t < lives.size(); ++t) {
    if (lives[t].empty()) continue;
    alive[static_cast<std::size_t>(lives[t].begin)] += sizes[t];
    alive[static_cast<std::size_t>(lives[t].end)] -= sizes[t];
  }
  std::partial_sum(alive.begin(), alive.end(), alive.begin());
  alive.pop_back();
  return alive;
}
/// Bytes alive at each step of the global order (operator_count() values); sizes rounded up to `alignment`.
[[nodiscard]] std::vector<Bytes> memory_curve(const Graph& graph, std::span<const Lifetime> lifetimes,
                                              Bytes alignment = {1});

/// Bytes alive at each step if the operators run in that order, and the largest number of them. O(operators + arcs).
[[nodiscard]] std::vector<Bytes> memory_curve_of(const Graph& graph, std::span<const OperatorId> sequence);
[[nodiscard]] Bytes theoretical_peak(const Graph& graph, std::span<const OperatorId> sequence);

/// Whether the sequence has all operators, each once, after those whose tensors or control edges they wait for.
[[nodiscard]] bool is_order(const Graph& graph, std::span<const OperatorId> sequence);

/// The graph with the operators in that order, which must be one (asserted): streams stay, local orders follow.
[[nodiscard]] Graph with_order(const Graph& graph, std::span<const OperatorId> sequence);

}  // namespace stowage
