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

/// An offset for every tensor of one graph, with what is known of how good it is.
struct Plan {
  std::string graph;            ///< name of the graph it was made for
  std::string strategy;         ///< id of the layout strategy; free text for imported plans
  std::string order = "given";  ///< id of the order strategy
  Bytes alignment{1};           ///< offsets and sizes are rounded up to multiples of it
  std::vector<Offset> offsets;  ///< by TensorId
  Bytes footprint;              ///< largest end of a tensor of positive size
  Bytes lower_bound;            ///< best bound proved so far; 0 where none is known
  /// The certificate of the bound: tensors that alone need so much in every plan, without any other tensor.
  /// Ascending; empty where there is none, as where a search has tried everything.
  std::vector<TensorId> bound_tensors;
  bool proved_optimal = false;
  /// Made while the streams took turns in the graph's order, and safe only then: of a recording, never of a planner.
  bool serial_streams = false;
  /// Of a recording whose offsets are addresses with the gaps cut: the most that was reserved at any time. The
  /// footprint is the extent of all addresses ever in use then, which nobody needed: needed() is to be told.
  std::optional<Bytes> reserved_peak;
  /// The file that it came with does not say the offsets: they were assumed, so that nothing can be saved against them.
  bool assumed = false;
  std::string remark;                 ///< a sentence of how the strategy ended, where that is worth a word
  std::vector<std::string> sequence;  ///< operator names, where the order is not the given one

  /// How much memory it takes.
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

/// The same of a graph's tensors, their sizes rounded up to the alignment as the runtime rounds them.
[[nodiscard]] Bytes footprint(const Graph& graph, std::span<const Offset> offsets, Bytes alignment);

/// The plan as one of another alignment: what the same offsets take where the runtime rounds so. None where an offset
/// is no multiple of it, or where a group would no longer lie end to end.
[[nodiscard]] std::optional<Plan> at_alignment(const Graph& graph, Plan plan, Bytes alignment);

/// A plan that came with its graph: these offsets, by tensor, as another program decided them; of the alignment that
/// the graph is for, where they have it.
[[nodiscard]] Plan imported_plan(const Graph& graph, std::vector<Offset> offsets);

/// Whether what bounds plans of `alignment` bounds this one too. A plan that is safe only while the streams take turns
/// may be smaller than any bound for streams that do not.
[[nodiscard]] inline bool bound_holds(const Plan& plan, Bytes alignment) {
  return !plan.serial_streams && plan.alignment.count % alignment.count == 0;
}

/// Whether what the plans of one graph take can be compared: both round alike, and both are really decided so.
[[nodiscard]] inline bool comparable(const Plan& a, const Plan& b) {
  return a.alignment == b.alignment && !a.assumed && !b.assumed;
}

/// Whether the footprint of the graph's plan is known, and not only the least that it can be: the graph leaves nothing
/// uncounted, and the offsets were not assumed. Only then do a gap or a saving mean anything.
[[nodiscard]] bool is_measured(const Graph& graph, const Plan& plan);

/// (value - bound) / bound; 0 where the bound is 0.
[[nodiscard]] inline double gap(Bytes value, Bytes bound) {
  return bound == Bytes{0} ? 0 : static_cast<double>((value - bound).count) / static_cast<double>(bound.count);
}

}  // namespace stowage
