// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/edits.h"

#include "core/graph/claims.h"
#include "core/graph/indexing.h"

namespace stowage {
namespace {

/// `size_of` gives the new size of a tensor, or none where it would be too large; without a factor it is known exactly.
template <class SizeOf>
Result<EditedGraph> with_sizes(const Graph& graph, std::span<const TensorId> tensors, std::optional<Factor> factor,
                               const SizeOf& size_of) {
  if (auto fault = fault_of(graph, tensors); !fault.empty()) return refused(std::move(fault));
  Graph::Data data = graph.data();
  std::vector<bool> is_scaled(graph.tensor_count());
  for (TensorId t : tensors) {
    const std::optional<Bytes> size = size_of(t);
    if (!size) return refused(quoted(graph.name(t)) + " would be larger than 2^53 bytes");
    data.tensor_size[t.index()] = *size;
    is_scaled[t.index()] = factor.has_value();
    if (!factor) set_unknown_size(data, t.index(), false);
  }
  if (data.tensor_size == graph.data().tensor_size && data.tensor_at_least == graph.data().tensor_at_least)
    return refused("no size would change");
  for (View& view : data.views) {
    // A view that is scaled together with the tensor it lies in keeps its place in proportion.
    if (is_scaled[view.tensor.index()] && is_scaled[view.of.index()])
      view.offset = scaled(view.offset, *factor, Rounding::down, kMaxTensorSize.count).value_or(view.offset);
    if (view.offset > data.tensor_size[view.of.index()].count - data.tensor_size[view.tensor.index()].count)
      return refused("the view " + quoted(graph.name(view.tensor)) + " would not fit into " +
                     quoted(graph.name(view.of)) + " any more");
  }
  index_views(data);
  Bytes sum;
  for (Bytes size : data.tensor_size)  // each is at most 2^53, and we stop at 2^60: no overflow
    if ((sum += size) >= kMaxTotalSize) return refused("the sizes would add up to 2^60 bytes or more");
  return edited(std::move(data));
}

}  // namespace

Result<EditedGraph> scale_sizes(const Graph& graph, std::span<const TensorId> tensors, Factor factor) {
  if (auto fault = fault_of(factor); !fault.empty()) return refused(std::move(fault));
  return with_sizes(graph, tensors, factor, [&](TensorId t) -> std::optional<Bytes> {
    const auto size = scaled(graph.size(t).count, factor, Rounding::up, kMaxTensorSize.count);
    return size ? std::optional(Bytes{*size}) : std::nullopt;
  });
}

Result<EditedGraph> scale_all_sizes(const Graph& graph, Factor factor) {
  const std::vector<TensorId> all(graph.tensors().begin(), graph.tensors().end());
  return scale_sizes(graph, all, factor);
}

Result<EditedGraph> set_sizes(const Graph& graph, std::span<const TensorId> tensors, Bytes size) {
  if (size < Bytes{0}) return refused("a size cannot be negative");
  return with_sizes(graph, tensors, {},
                    [&](TensorId) { return size <= kMaxTensorSize ? std::optional(size) : std::nullopt; });
}

}  // namespace stowage
