// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/interval.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/insight/analysis/difference.h"
#include "core/insight/simulate/timing.h"
#include "core/plan/plan.h"
#include "core/safety/conflicts.h"

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

/// The terms of the sum of the bytes alive in a plan: see bytes_to_count().
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

/// How long each tensor keeps its bytes from others although, in the global order, it is not alive: its *hold*
/// [begin, end) in steps, which encloses its lifetime. By TensorId.
/// ```
/// step        0    1    2    3    4    5    6    7
/// stream 0                   p────u                    p makes t, u is its last use; arcs: b → p, u → y, the streams
/// stream 1    a────b───────────────────c────d          c and d may run while u still reads t
/// stream 2              x────────────────────────y     x may run when t is there already
/// t                     ▒▒▒▒▒██████████▒▒▒▒▒▒▒▒▒▒
/// ```
/// The steps of [lifetime.end, hold.end) are those up to the first operator, on any stream, that comes after all uses
/// of t: a tensor made in these steps is unsafe with t, and so may not lie where t lies. Likewise, [hold.begin,
/// lifetime.begin) are the steps since the last operator that comes before t's producer: a tensor used in these steps
/// is unsafe with t. Both are exact, by the definition of the unsafe relation (core/safety). A tensor made later than
/// hold.end may be unsafe with t too, where its stream does not wait for t's end.
///
/// In a plan without faults no lifetime reaches into another's hold on the same bytes. (If t is before v, the producer
/// of v comes after all uses of t, so it is not earlier than the end of t's hold; the other side is the mirror image.)
/// Two holds may overlap: a step after one tensor and before the next can be in both.
///
/// `lifetimes` are those of the graph. Empty where operators run one after the other, as on one stream: there every
/// hold is the lifetime. O(N + A + T·S).
[[nodiscard]] std::vector<Lifetime> blocked_lifetimes(const Graph& graph, const Conflicts& conflicts,
                                                      std::span<const Lifetime> lifetimes);

/// The same in nanoseconds of the simulated run, with its `lifetimes`: a hold ends at the start of the first operator
/// that comes after all uses; a tensor made by an operator that starts earlier is unsafe with t. Empty where the
/// lifetime is. No hold begins before the tensor is made: in this run every operator starts as soon as all operators
/// before it have ended. As over steps, in a plan without faults no lifetime reaches into another's hold on the same
/// bytes.
[[nodiscard]] std::vector<Interval> blocked_lifetimes(const Conflicts& conflicts, const Timing& timing,
                                                      std::span<const Interval> lifetimes);

/// The use of a byte of the buffer at a step.
enum class ByteUse : std::uint8_t {
  free,   ///< nothing: part of a hole
  held,   ///< a tensor that is not alive keeps it
  alive,  ///< a tensor alive at the step has it, even where others hold it
};

/// Bytes [low, high) of one use.
struct ByteStretch {
  Offset low, high;
  ByteUse use = ByteUse::free;

  [[nodiscard]] Bytes size() const { return high - low; }
  friend bool operator==(const ByteStretch&, const ByteStretch&) = default;
};

/// The buffer at one step, from 0 to the footprint:
/// ```
/// 0                                           footprint
/// ███████████░░░░░░██████▒▒▒▒▒███░░░░░░░░░░░░░░       alive █, held ▒, free ░
///            └hole┘              └ largest hole ┘
/// ```
/// A byte is counted once, even where tensors overlap in a wrong plan; what lies beyond the footprint is not counted.
struct ByteUsage {
  std::vector<ByteStretch> stretches;  ///< ascending, without gaps, neighbours of different use
  Bytes alive, held, free;             ///< they sum to the footprint
  ByteStretch largest;                 ///< the largest hole, the lowest of equals; of size 0 where there is none

  /// Bytes of the buffer that hold nothing alive: footprint − alive = held + free.
  [[nodiscard]] Bytes wasted() const { return held + free; }
};

/// Sums up the stretches in use, in any order, overlapping or not; none of them is `free`. O(n log n).
[[nodiscard]] ByteUsage byte_usage_between(std::span<const ByteStretch> used, Bytes footprint);

/// At a step of the global order; `holds` by TensorId, or empty. O(T log T).
[[nodiscard]] ByteUsage byte_usage_at(const PlacedPlan& plan, std::span<const Lifetime> holds, std::size_t step);

}  // namespace stowage
