// SPDX-License-Identifier: Apache-2.0
#include "core/check/shared_bytes.h"

namespace stowage {
namespace {

std::uint64_t key_of(TensorId output, TensorId input) {
  return std::uint64_t{output.index()} << 32 | input.index();
}

}  // namespace

SharedBytes::SharedBytes(const Graph& graph) : graph_(&graph) {
  for (std::size_t k = 0; k < graph.in_place().size(); ++k)
    pairs_.emplace(key_of(graph.in_place()[k].output, graph.in_place()[k].input), k);
  if (!graph.has_views()) return;
  needed_.resize(graph.tensor_count());
  output_.resize(graph.tensor_count());
  for (TensorId t : graph.tensors()) {
    const std::size_t owner = graph.owner(t).index();
    needed_[owner] = needed_[owner] || graph.is_needed(t);
    output_[owner] = output_[owner] || graph.is_output(t);
  }
  std::vector<std::pair<std::size_t, TensorId>> pairs;
  for (TensorId t : graph.tensors()) pairs.emplace_back(graph.owner(t).index(), t);
  lying_in_ = Csr<TensorId>::from_pairs(graph.tensor_count(), pairs);
}

const InPlace* SharedBytes::pair_of(TensorId output, TensorId input) const {
  if (pairs_.empty()) return nullptr;
  const auto found = pairs_.find(key_of(output, input));
  return found == pairs_.end() ? nullptr : &graph_->in_place()[found->second];
}

}  // namespace stowage
