// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "tests/support/exhaustive.h"

// Graphs with views and in-place pairs, and what they mean by brute force. Shares nothing with core but the graph.
namespace stowage::test {

struct RandomSharing {
  std::uint64_t seed = 1;
  std::size_t operators = 20;
  std::size_t streams = 3;
  std::size_t groups = 0;
  std::int64_t most = 0;  ///< bytes of a tensor; 0: as random_graph() has them
  bool musts = false;     ///< some pairs are duties, which may be void
  bool shifts = true;     ///< some may be shifted
  bool strange = false;   ///< some views are of tensors that their producers do not read
};
/// random_graph() with views of inputs, and outputs that may be written over inputs.
[[nodiscard]] Graph random_sharing(const RandomSharing& options);

/// The same graph, each tensor with bytes of its own.
[[nodiscard]] Graph without_sharing(const Graph& graph);

/// The fault of each tensor and each pair of a plan of these offsets, one word each; none where it is valid. (What the
/// graph file's format says, applied to every pair.)
[[nodiscard]] std::vector<std::string> sharing_faults(const Graph& graph, const std::vector<std::int64_t>& offsets,
                                                      std::int64_t alignment);

/// Offsets that are often valid: groups and views as they must be, some outputs over inputs, sometimes one moved.
[[nodiscard]] std::vector<std::int64_t> tempting_offsets(const Graph& graph, std::int64_t alignment,
                                                         std::uint64_t seed);

/// The unsafe pairs by their definition, each pair tested use by use: (i, j), i < j, sorted, whose bytes may be needed
/// at once and are not those of one owner; permissions change nothing.
[[nodiscard]] IndexPairs unsafe_pairs_by_definition(const Graph& graph);

/// The least footprint of any plan, by trying all offsets of owners that keep the unsafe `pairs` apart in larger and
/// larger capacities; with pairs in place used where it is permitted, or only where they must. For graphs of very few,
/// very small tensors.
[[nodiscard]] std::int64_t least_footprint(const Graph& graph, const IndexPairs& pairs, std::int64_t alignment,
                                           bool permitted = true);

}  // namespace stowage::test
