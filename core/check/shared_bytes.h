// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/graph/graph.h"

namespace stowage {

/// Which tensors lie in whose bytes, and which outputs may be written over which inputs, as the graph says. Refers to
/// the graph; holds nothing for a graph without views and in-place pairs.
class SharedBytes {
 public:
  explicit SharedBytes(const Graph& graph);

  /// All that lie in the bytes of an owner, itself included; ascending. Only where the graph has views.
  [[nodiscard]] std::span<const TensorId> in_bytes_of(TensorId owner) const { return lying_in_[owner.index()]; }
  /// Whether the bytes of an owner are ever needed.
  [[nodiscard]] bool is_needed(TensorId owner) const {
    return graph_->has_views() ? needed_[owner.index()] : graph_->is_needed(owner);
  }
  /// Whether the bytes of an owner are needed until the end.
  [[nodiscard]] bool is_output(TensorId owner) const {
    return graph_->has_views() ? output_[owner.index()] : graph_->is_output(owner);
  }
  /// The pair of exactly these two, or null.
  [[nodiscard]] const InPlace* pair_of(TensorId output, TensorId input) const;

 private:
  const Graph* graph_;
  Csr<TensorId> lying_in_;             // by owner
  std::vector<bool> needed_, output_;  // by owner
  std::unordered_map<std::uint64_t, std::size_t> pairs_;
};

}  // namespace stowage
