// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/report.h"

#include <algorithm>

namespace stowage {

Report make_report(const Graph& graph, const Plan& plan) {
  Report out;
  const std::vector<Bytes> sizes = rounded_sizes(graph, plan.alignment);
  const std::vector<Lifetime> life = lifetimes(graph);
  out.footprint = footprint(sizes, plan.offsets);
  out.curve = curve_of<std::uint32_t>(sizes, life, graph.operator_count());
  if (!out.curve.empty()) {
    const auto peak = std::ranges::max_element(out.curve);  // the first of equals
    out.lifetime_bound = *peak;
    out.peak_step = static_cast<std::uint32_t>(peak - out.curve.begin());
  }
  if (out.footprint > Bytes{0})
    out.fragmentation =
        static_cast<double>((out.footprint - out.lifetime_bound).count) / static_cast<double>(out.footprint.count);
  for (TensorId t : graph.tensors())
    if (sizes[t.index()] > Bytes{0} && life[t.index()].contains(out.peak_step)) out.at_peak.push_back(t);
  std::ranges::stable_sort(out.at_peak, std::greater{}, [&](TensorId t) { return sizes[t.index()]; });
  return out;
}

}  // namespace stowage
