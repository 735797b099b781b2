// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/papers/roam/operator_roles.h"

namespace stowage::roam {

/// A graph cut at the memory-insensitive operators of its trunk into **stages**, which run one after the other:
/// ```
///   stage     0      1      2      3    …    2n
///          segment  MI  segment  MI    …  segment      segments may be empty; MI: one operator
/// ```
/// Every operator has one. An operator that is not of the trunk is in a segment: an input in the last before its first
/// use, what is at its side in the first where it can run, an update in that where schedule_updates() puts it.
struct Segments {
  std::vector<OperatorId> insensitive;  ///< in the order in which they run; the k-th is stage 2k + 1
  std::vector<std::uint32_t> stages;    ///< by OperatorId

  [[nodiscard]] std::size_t stage_count() const { return 2 * insensitive.size() + 1; }
  /// Of each stage, ascending.
  [[nodiscard]] Csr<OperatorId> operators() const;
};

/// O(operators + arcs). Updates are in the first segment where all they need has been made. Every arc leads to the same
/// or a later stage.
[[nodiscard]] Segments find_segments(const Graph& graph, const OrderProblem& problem, const Parts& parts);

/// The most bytes that a memory-insensitive operator finds in memory in any order: what the trunk has made, and what
/// only runs after it needs. No order has a smaller peak. `segments` as found. O(operators + tensors + uses).
[[nodiscard]] Bytes least_at_insensitive(const OrderProblem& problem, const Parts& parts, const Segments& segments);

}  // namespace stowage::roam
