// SPDX-License-Identifier: Apache-2.0
#include "core/edit/size_edits.h"

#include <optional>

namespace stowage {
namespace {

constexpr std::int64_t kLargestTerm = std::int64_t{1} << 31;

/// size · factor, rounded up; none where that is more than a tensor may have. With size = q·d + r it is q·n + ⌈r·n/d⌉,
/// where nothing overflows.
std::optional<Bytes> scaled(Bytes size, Factor factor) {
  const std::int64_t whole = size.count / factor.denominator, rest = size.count % factor.denominator;
  if (whole > kMaxTensorSize.count / factor.numerator) return {};
  const Bytes out{whole * factor.numerator + (rest * factor.numerator + factor.denominator - 1) / factor.denominator};
  return out <= kMaxTensorSize ? std::optional(out) : std::nullopt;
}

/// `size_of` gives the new size of a tensor, or none where it would be too large.
template <class SizeOf>
Result<EditedGraph> with_sizes(const Graph& graph, std::span<const TensorId> tensors, const SizeOf& size_of) {
  if (auto fault = fault_of(graph, tensors); !fault.empty()) return refused(std::move(fault));
  Graph::Data data = graph.data();
  for (TensorId t : tensors) {
    const std::optional<Bytes> size = size_of(t);
    if (!size) return refused(quoted(graph.name(t)) + " would be larger than 2^53 bytes");
    data.tensor_size[t.index()] = *size;
  }
  if (data.tensor_size == graph.data().tensor_size) return refused("no size would change");
  Bytes sum;
  for (Bytes size : data.tensor_size)  // each is at most 2^53, and we stop at 2^60: no overflow
    if ((sum += size) >= kMaxTotalSize) return refused("the sizes would add up to 2^60 bytes or more");
  return edited(std::move(data));
}

}  // namespace

Result<EditedGraph> scale_sizes(const Graph& graph, std::span<const TensorId> tensors, Factor factor) {
  for (std::int64_t term : {factor.numerator, factor.denominator})
    if (term < 1 || term > kLargestTerm) return refused("the factor must be more than 0 and at most 2^31");
  return with_sizes(graph, tensors, [&](TensorId t) { return scaled(graph.size(t), factor); });
}

Result<EditedGraph> scale_all_sizes(const Graph& graph, Factor factor) {
  const std::vector<TensorId> all(graph.tensors().begin(), graph.tensors().end());
  return scale_sizes(graph, all, factor);
}

Result<EditedGraph> set_sizes(const Graph& graph, std::span<const TensorId> tensors, Bytes size) {
  if (size < Bytes{0}) return refused("a size cannot be negative");
  return with_sizes(graph, tensors,
                    [&](TensorId) { return size <= kMaxTensorSize ? std::optional(size) : std::nullopt; });
}

}  // namespace stowage
