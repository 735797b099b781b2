// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/graph/graph.h"

namespace stowage {

/// Who lies in whose bytes, and which outputs may be written over which inputs: as the graph says it. Refers to the
/// graph; holds nothing where that has no views and no in-place pairs.
class SharedBytes {
 public:
  explicit SharedBytes(const Graph& graph);

  /// All that lie in the bytes of an owner, itself included; ascending.
  [[nodiscard]] std::span<const TensorId> in_bytes_of(TensorId owner) const {
    return graph_->has_views() ? lying_in_[owner.index()] : std::span(&self_[owner.index()], 1);
  }
  /// Whether anybody ever needs the bytes of an owner.
  [[nodiscard]] bool is_needed(TensorId owner) const;
  /// Whether they are needed until the end.
  [[nodiscard]] bool is_output(TensorId owner) const;
  /// The pair of exactly these two, or null.
  [[nodiscard]] const InPlace* pair_of(TensorId output, TensorId input) const;

 private:
  const Graph* graph_;
  std::vector<TensorId> self_;  // by tensor: itself
  Csr<TensorId> lying_in_;      // by owner
  std::unordered_map<std::uint64_t, std::size_t> pairs_;
};

}  // namespace stowage
