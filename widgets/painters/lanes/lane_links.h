// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/graph/graph.h"

namespace stowage {

/// A tensor on its way from the operator that makes it to one that uses it.
struct DataArc {
  OperatorId from, to;
  TensorId tensor;
  friend bool operator==(const DataArc&, const DataArc&) = default;
};

/// The syncs of a graph, to be found by the steps they reach across without looking at all of them.
///
/// Distinct, ordered by the operator before, then by the one after; blocks of them know the latest step that any of
/// them reaches.
class LaneLinks {
 public:
  LaneLinks() = default;
  explicit LaneLinks(const Graph& graph);

  [[nodiscard]] std::span<const ControlEdge> syncs() const { return syncs_; }
  /// Which of syncs() reach from before `end` to `begin` or later, and are `wanted` (by default all); at most `most` of
  /// them and one more, ascending.
  using Wanted = std::function<bool(const ControlEdge&)>;
  [[nodiscard]] std::vector<std::uint32_t> across(std::size_t begin, std::size_t end, std::size_t most,
                                                  const Wanted& wanted = {}) const;
  /// Those that begin or end at an operator; at most `most`.
  [[nodiscard]] std::vector<std::uint32_t> at(OperatorId o, std::size_t most) const;
  /// The place of a sync in syncs(), or syncs().size().
  [[nodiscard]] std::size_t find(const ControlEdge& sync) const;

 private:
  std::vector<ControlEdge> syncs_;
  std::vector<OperatorId> latest_;       ///< by block
  std::vector<std::uint32_t> by_after_;  ///< places in syncs_, by the operator after
};

/// How many uses of tensors a graph has, at least as many as data arcs; O(1).
[[nodiscard]] std::size_t use_count(const Graph& graph);
/// All arcs of a tensor, or into and out of an operator, up to `most` in `arcs`. Returns whether there was room.
bool add_arcs(const Graph& graph, TensorId t, std::size_t most, std::vector<DataArc>& arcs);
bool add_arcs(const Graph& graph, OperatorId o, std::size_t most, std::vector<DataArc>& arcs);

}  // namespace stowage
