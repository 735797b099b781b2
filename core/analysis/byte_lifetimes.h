// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/interval.h"
#include "core/graph/graph.h"

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

/// When each tensor has its bytes to itself in a plan that writes outputs over inputs. There the operator in between
/// needs both, in the same bytes; they are told as those of the larger tensor, so that no byte is counted twice:
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

}  // namespace stowage
