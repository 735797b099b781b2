// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/report.h"

#include <map>

#include "core/graph/claims.h"
#include "core/insight/analysis/byte_usage.h"

namespace stowage {

Report make_report(const Graph& graph, const Plan& plan) {
  Report out;
  const auto counted = bytes_to_count(graph, plan, lifetimes(graph));
  const std::span<const Bytes> sizes = std::span(counted.sizes).first(graph.tensor_count());
  const std::span<const Lifetime> life = counted.lives;
  out.footprint = footprint(sizes, plan.offsets);
  out.curve = curve_of<std::uint32_t>(counted.sizes, life, graph.operator_count());
  if (!out.curve.empty()) {
    const auto peak = std::ranges::max_element(out.curve);  // the first of equals
    out.lifetime_bound = *peak;
    out.peak_step = static_cast<std::uint32_t>(peak - out.curve.begin());
  }
  for (std::size_t k = graph.tensor_count(); k < life.size(); ++k)
    if (life[k].contains(out.peak_step)) out.in_place -= counted.sizes[k];
  if (out.footprint > Bytes{0})
    out.fragmentation =
        static_cast<double>((out.footprint - out.lifetime_bound).count) / static_cast<double>(out.footprint.count);
  for (TensorId t : graph.tensors())
    if (sizes[t.index()] > Bytes{0} && life[t.index()].contains(out.peak_step)) out.at_peak.push_back(t);
  std::ranges::stable_sort(out.at_peak, std::greater{}, [&](TensorId t) { return sizes[t.index()]; });
  return out;
}

std::vector<StreamUse> stream_uses(const Graph& graph, std::span<const Lifetime> lifetimes) {
  const auto dying = Csr<TensorId>::from_each(graph.operator_count(), [&](const auto& add) {
    for (TensorId t : graph.tensors())
      if (graph.producer(t).valid() && !graph.is_view(t)) add(lifetimes[t.index()].end - 1, t);
  });

  std::vector<StreamUse> out(graph.stream_count());
  std::vector<Bytes> alive(graph.stream_count());
  for (OperatorId o : graph.operators()) {
    const std::size_t stream = graph.stream(o).index();
    for (TensorId t : graph.outputs(o)) {
      if (graph.is_view(t)) continue;
      alive[stream] += graph.size(t);
      out[stream].made += graph.size(t);
    }
    if (alive[stream] > out[stream].peak) {
      out[stream].peak = alive[stream];
      out[stream].peak_step = static_cast<std::uint32_t>(o.index());
    }
    for (TensorId t : dying[o.index()]) alive[graph.stream(graph.producer(t)).index()] -= graph.size(t);
  }
  return out;
}

namespace {

constexpr std::size_t kBins = 55;  // size 0, then 2^0 … 2^53

/// 0 for size 0, otherwise one more than the exponent of the greatest power of two in it.
std::size_t bin_of(Bytes size) {
  return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(size.count)));
}

using Is = Contributor::Is;

/// The contributor of a tensor: equal keys are one.
std::pair<Is, std::size_t> key_of(const Graph& graph, TensorId t, ContributorBy by) {
  const OperatorId producer = graph.producer(t);
  if (by != ContributorBy::kind && !producer.valid()) return {Is::input, 0};
  if (by == ContributorBy::stream) return {Is::named, graph.stream(producer).index()};
  const Graph::Data& data = graph.data();
  const std::size_t index = by == ContributorBy::phase ? data.operator_phase[producer.index()]
                            : by == ContributorBy::op  ? data.operator_kind[producer.index()]
                                                       : data.tensor_kind[t.index()];
  return {index == 0 ? Is::unnamed : Is::named, index};
}

std::string label_of(const Graph& graph, std::pair<Is, std::size_t> key, ContributorBy by) {
  if (key.first != Is::named) return {};
  if (by == ContributorBy::stream) return graph.label(StreamId(key.second));
  return std::string(graph.data().labels[key.second]);
}

}  // namespace

std::vector<SizeBin> size_distribution(const Graph& graph) {
  std::array<SizeBin, kBins> all{};
  for (std::size_t k = 0; k < kBins; ++k)
    all[k].from = {k == 0 ? 0 : std::int64_t{1} << (k - 1)}, all[k].to = {std::int64_t{1} << k};
  for (const TensorId t : graph.tensors()) {
    if (graph.is_view(t) || has_unknown_size(graph, t)) continue;
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

Contributors contributors(const Graph& graph, std::span<const TensorId> tensors, Bytes alignment, ContributorBy by,
                          std::size_t most) {
  Contributors out;
  std::map<std::pair<Is, std::size_t>, std::size_t> row_of;
  for (TensorId t : tensors) {
    const auto key = key_of(graph, t, by);
    const auto [at, fresh] = row_of.try_emplace(key, out.rows.size());
    if (fresh)
      out.rows.push_back({.is = key.first, .label = label_of(graph, key, by), .bytes = {}, .tensors = {}, .merged = 1});
    Contributor& row = out.rows[at->second];
    row.bytes += round_up(graph.size(t), alignment);
    row.tensors.push_back(t);
    out.total += round_up(graph.size(t), alignment);
  }
  std::ranges::stable_sort(out.rows, std::ranges::greater{}, &Contributor::bytes);
  if (out.rows.size() <= most) return out;
  Contributor others{.is = Is::others, .label = {}, .bytes = {}, .tensors = {}, .merged = out.rows.size() - most + 1};
  for (const Contributor& row : std::span(out.rows).subspan(most - 1)) {
    others.bytes += row.bytes;
    others.tensors.insert(others.tensors.end(), row.tensors.begin(), row.tensors.end());
  }
  out.rows.resize(most - 1);
  out.rows.push_back(std::move(others));
  return out;
}

std::vector<TensorId> alive_at(const Graph& graph, std::span<const Lifetime> lifetimes, std::uint32_t step) {
  std::vector<TensorId> out;
  for (TensorId t : graph.tensors())
    if (lifetimes[t.index()].contains(step) && graph.size(t) > Bytes{0} && !graph.is_view(t)) out.push_back(t);
  return out;
}

Bytes rounded_total(const Graph& graph, std::span<const TensorId> tensors, Bytes alignment) {
  Bytes sum;
  for (TensorId t : tensors) sum += round_up(graph.size(t), alignment);
  return sum;
}

}  // namespace stowage
