// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/id.h"
#include "core/graph/graph.h"

namespace stowage {

/// The offset of a tensor that is new to a plan of another version of the graph.
inline constexpr Offset kNotPlaced{-1};

/// An offset for every tensor of one graph, and how good the plan is known to be.
struct Plan {
  std::string graph;            ///< name of the graph it was made for
  std::string strategy;         ///< id of the layout strategy; free text for imported plans
  std::string order = "given";  ///< id of the order strategy
  Bytes alignment{1};           ///< offsets and sizes are rounded up to multiples of it
  std::vector<Offset> offsets;  ///< by TensorId
  Bytes footprint;              ///< largest end of a tensor of positive size
  Bytes lower_bound;            ///< best bound proved so far; 0 where none is known
  /// The certificate of the bound: tensors that alone need as much in every plan. Ascending; empty where there is none,
  /// as for a bound that a search proved.
  std::vector<TensorId> bound_tensors;
  bool proved_optimal = false;
  /// Its bound holds only among plans that write no output over an input: write_plan() leaves it out.
  bool without_in_place = false;
  /// Made while the streams took turns in the graph's order, and safe only then: for recordings, never set by planners.
  bool serial_streams = false;
  /// For a recording whose offsets are addresses with the gaps cut: the most bytes reserved at any time. The footprint
  /// is then the extent of all addresses ever in use, which were never all needed at once: report needed() instead.
  std::optional<Bytes> reserved_peak;
  /// The plan's file does not say the offsets: they were assumed, so that nothing can be saved against them.
  bool assumed = false;
  std::string remark;                 ///< a sentence of how the strategy ended, where that is worth a word
  std::vector<std::string> sequence;  ///< operator names, where the order is not the given one

  /// How many bytes the plan takes.
  [[nodiscard]] Bytes needed() const { return reserved_peak.value_or(footprint); }
};

/// The footprint of offsets: largest end of a tensor of positive size, 0 for none. `sizes` and `offsets` by TensorId.
[[nodiscard]] inline Bytes footprint(std::span<const Bytes> sizes, std::span<const Offset> offsets) {
  assert(sizes.size() == offsets.size());
  Offset end;
  for (std::size_t t = 0; t < sizes.size(); ++t)
    if (sizes[t] > Bytes{0}) end = std::max(end, offsets[t] + sizes[t]);
  return end - Offset{};
}

/// The same for a graph's tensors, their sizes rounded up to the alignment as the runtime rounds them.
[[nodiscard]] Bytes footprint(const Graph& graph, std::span<const Offset> offsets, Bytes alignment);

/// The plan at another alignment: the same offsets, where the runtime rounds so. None where an offset is not a multiple
/// of the alignment, or where a group would no longer lie end to end.
[[nodiscard]] std::optional<Plan> at_alignment(const Graph& graph, Plan plan, Bytes alignment);

/// A plan that came with its graph: offsets by TensorId, as another program decided them; at the graph's alignment
/// where the offsets are multiples of it, otherwise at 1.
[[nodiscard]] Plan imported_plan(const Graph& graph, std::vector<Offset> offsets);

/// Whether a bound for plans of `alignment` bounds this plan too. A plan that is safe only while the streams take turns
/// may be smaller than any bound for streams that do not.
[[nodiscard]] inline bool bound_holds(const Plan& plan, Bytes alignment) {
  return !plan.serial_streams && plan.alignment.count % alignment.count == 0;
}

/// Whether the footprints of two plans of one graph can be compared: both round alike, and neither was assumed.
[[nodiscard]] inline bool comparable(const Plan& a, const Plan& b) {
  return a.alignment == b.alignment && !a.assumed && !b.assumed;
}

/// Whether the footprint of the graph's plan is known, not only the least that it can be: the graph leaves nothing
/// uncounted, and the offsets were not assumed. Only then does a gap or a saving mean anything.
[[nodiscard]] bool is_measured(const Graph& graph, const Plan& plan);

/// (value - bound) / bound; 0 where the bound is 0.
[[nodiscard]] inline double gap(Bytes value, Bytes bound) {
  return bound == Bytes{0} ? 0 : static_cast<double>((value - bound).count) / static_cast<double>(bound.count);
}

}  // namespace stowage
