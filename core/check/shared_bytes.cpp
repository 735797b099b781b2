// SPDX-License-Identifier: Apache-2.0
#include "core/check/shared_bytes.h"

#include <algorithm>

namespace stowage {
namespace {

std::uint64_t key_of(TensorId output, TensorId input) {
  return std::uint64_t{output.index()} << 32 | input.index();
}

}  // namespace

SharedBytes::SharedBytes(const Graph& graph) : graph_(&graph) {
  for (std::size_t k = 0; k < graph.in_place().size(); ++k)
    pairs_.emplace(key_of(graph.in_place()[k].output, graph.in_place()[k].input), k);
  if (!graph.has_views()) {
    self_.assign(graph.tensors().begin(), graph.tensors().end());
    return;
  }
  std::vector<std::pair<std::size_t, TensorId>> pairs;
  for (TensorId t : graph.tensors()) pairs.emplace_back(graph.owner(t).index(), t);
  lying_in_ = Csr<TensorId>::from_pairs(graph.tensor_count(), pairs);
}

bool SharedBytes::is_needed(TensorId owner) const {
  return std::ranges::any_of(in_bytes_of(owner), [this](TensorId t) { return graph_->is_needed(t); });
}

bool SharedBytes::is_output(TensorId owner) const {
  return std::ranges::any_of(in_bytes_of(owner), [this](TensorId t) { return graph_->is_output(t); });
}

const InPlace* SharedBytes::pair_of(TensorId output, TensorId input) const {
  if (pairs_.empty()) return nullptr;
  const auto found = pairs_.find(key_of(output, input));
  return found == pairs_.end() ? nullptr : &graph_->in_place()[found->second];
}

}  // namespace stowage
