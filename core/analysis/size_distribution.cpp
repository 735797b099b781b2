// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/size_distribution.h"

#include <algorithm>
#include <array>
#include <bit>

namespace stowage {
namespace {

constexpr std::size_t kBins = 55;  // size 0, then 2^0 … 2^53

/// 0 for size 0, else one more than the exponent of the greatest power of two in it.
std::size_t bin_of(Bytes size) {
  return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(size.count)));
}

}  // namespace

std::vector<SizeBin> size_distribution(const Graph& graph) {
  std::array<SizeBin, kBins> all{};
  for (std::size_t k = 0; k < kBins; ++k)
    all[k].from = {k == 0 ? 0 : std::int64_t{1} << (k - 1)}, all[k].to = {std::int64_t{1} << k};
  for (const TensorId t : graph.tensors()) {
    SizeBin& bin = all[bin_of(graph.size(t))];
    ++bin.count;
    bin.bytes += graph.size(t);
  }
  const auto counts = [](const SizeBin& bin) { return bin.count > 0; };
  std::vector<SizeBin> out;
  if (counts(all[0])) out.push_back(all[0]);
  const auto* const first = std::find_if(all.begin() + 1, all.end(), counts);
  if (first == all.end()) return out;
  const auto* const last = std::find_if(all.rbegin(), all.rend(), counts).base();
  out.insert(out.end(), first, last);
  return out;
}

std::vector<TensorId> tensors_in(const SizeBin& bin, const Graph& graph) {
  std::vector<TensorId> out;
  for (const TensorId t : graph.tensors())
    if (bin.holds(graph.size(t))) out.push_back(t);
  return out;
}

}  // namespace stowage
