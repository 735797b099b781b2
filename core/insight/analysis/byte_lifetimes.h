// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/interval.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/plan/plan.h"

namespace stowage {

/// Whether a plan writes the output of a pair over its input. `offsets` are by TensorId.
[[nodiscard]] inline bool is_written_over(const Graph& graph, std::span<const Offset> offsets, const InPlace& pair) {
  const TensorId input = graph.owner(pair.input), output = graph.owner(pair.output);
  const auto bytes_of = [&](TensorId t) {
    const std::int64_t begin = offsets[t.index()].value;
    return Interval{begin, begin + graph.size(t).count};
  };
  return input != output && bytes_of(input).overlaps(bytes_of(output));
}

/// When each tensor has its bytes to itself in a plan that writes outputs over inputs. The operator in between needs
/// both, in the same bytes; these count once, as the output's, unless the input is larger and ends first:
/// ```
///   input   ██████▒              output as large or larger: the input's bytes are the output's once it is made
///   output        ███████
/// ```
/// `lives` are steps or times of the graph; by TensorId, as `offsets`. Nothing changes where the plan uses no
/// permission, and where two tensors overlap otherwise. O(T + pairs).
template <class T>
[[nodiscard]] std::vector<BasicInterval<T>> byte_lifetimes(const Graph& graph, std::span<const Offset> offsets,
                                                           std::vector<BasicInterval<T>> lives) {
  for (const InPlace& pair : graph.in_place()) {
    const TensorId input = graph.owner(pair.input), output = graph.owner(pair.output);
    BasicInterval<T>&a = lives[input.index()], &b = lives[output.index()];
    if (a.empty() || b.empty() || a.begin > b.begin || a.end <= b.begin) continue;
    if (!is_written_over(graph, offsets, pair)) continue;
    if (graph.size(output) >= graph.size(input) || b.end <= a.end)
      a.end = b.begin;
    else
      b.begin = a.end;
  }
  for (const View& view : graph.views()) {  // no view outlives the bytes in which it lies
    BasicInterval<T>& life = lives[view.tensor.index()];
    const BasicInterval<T> whole = lives[graph.owner(view.tensor).index()];
    if (!life.empty()) life = {std::max(life.begin, whole.begin), std::min(life.end, whole.end)};
  }
  return lives;
}

/// What to add up for the bytes alive in a plan: see bytes_to_count().
template <class T>
struct BytesToCount {
  std::vector<Bytes> sizes;  ///< rounded up to the plan's alignment
  std::vector<BasicInterval<T>> lives;
};

/// For curve_of(): the tensors by TensorId, each as long as it is needed, and after them a negative entry for each
/// output that lies over an input: the bytes that they have in common, while both are needed. So every byte counts
/// once, also where an output lies over a part of an input, and no sum is above the footprint of a valid plan. `lives`
/// are steps or times of the graph. O(T + pairs).
template <class T>
[[nodiscard]] BytesToCount<T> bytes_to_count(const Graph& graph, const Plan& plan,
                                             std::vector<BasicInterval<T>> lives) {
  BytesToCount<T> out{rounded_sizes(graph, plan.alignment), std::move(lives)};
  for (const InPlace& pair : graph.in_place()) {
    if (graph.is_view(pair.output) || graph.is_view(pair.input)) continue;
    const std::size_t a = pair.input.index(), b = pair.output.index();
    const BasicInterval<T> both{std::max(out.lives[a].begin, out.lives[b].begin),
                                std::min(out.lives[a].end, out.lives[b].end)};
    const Bytes common = std::min(plan.offsets[a] + out.sizes[a], plan.offsets[b] + out.sizes[b]) -
                         std::max(plan.offsets[a], plan.offsets[b]);
    if (both.empty() || common <= Bytes{}) continue;
    out.sizes.push_back(Bytes{} - common);
    out.lives.push_back(both);
  }
  return out;
}

/// Bytes alive at each step of the global order in a plan; by step.
[[nodiscard]] inline std::vector<Bytes> memory_curve(const Graph& graph, std::span<const Lifetime> lifetimes,
                                                     const Plan& plan) {
  const auto counted = bytes_to_count(graph, plan, std::vector<Lifetime>(lifetimes.begin(), lifetimes.end()));
  return curve_of<std::uint32_t>(counted.sizes, counted.lives, graph.operator_count());
}

}  // namespace stowage
