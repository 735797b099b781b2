// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

/// The tensors that lie at fixed distances from each other in every plan with the alignment of a plan: those of a
/// contiguous group, companions, and views with their owners. Requires sums_fit(). O(T). Used by core/check only, and
/// independent of core/plan; contradictions are not looked for.
class FixedPlaces {
 public:
  /// `choices`: whether companions by choice stay together, too.
  FixedPlaces(const Graph& graph, const Plan& plan, bool choices);

  [[nodiscard]] std::size_t block_count() const { return blocks_.size(); }
  /// The tensors of a block, views among them.
  [[nodiscard]] const std::vector<TensorId>& block(std::size_t b) const { return blocks_[b]; }
  [[nodiscard]] std::size_t block_of(TensorId t) const { return block_of_[t.index()]; }
  /// Bytes from the start of its block, at least 0.
  [[nodiscard]] std::int64_t before(TensorId t) const { return before_[t.index()]; }
  /// Rounded up to the alignment of the plan.
  [[nodiscard]] std::int64_t size(TensorId t) const { return round_up(graph_.size(t), alignment_).count; }
  [[nodiscard]] std::int64_t end(TensorId t) const { return before(t) + size(t); }

  /// Whether `outer`, of the same block, holds all bytes of `inner`.
  [[nodiscard]] bool covers(TensorId outer, TensorId inner) const {
    return before(outer) <= before(inner) && end(outer) >= end(inner);
  }
  /// Whether two tensors are of one block, and share no byte.
  [[nodiscard]] bool side_by_side(TensorId a, TensorId b) const {
    return block_of(a) == block_of(b) && (end(a) <= before(b) || end(b) <= before(a));
  }

 private:
  const Graph& graph_;
  Bytes alignment_;
  std::vector<std::size_t> block_of_;  // by tensor
  std::vector<std::int64_t> before_;   // by tensor
  std::vector<std::vector<TensorId>> blocks_;
};

}  // namespace stowage
