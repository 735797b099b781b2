// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/contributors.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace stowage {
namespace {

using Is = Contributor::Is;

/// The contributor of a tensor: equal keys are one.
std::pair<Is, std::size_t> key_of(const Graph& graph, TensorId t, ContributorBy by) {
  const OperatorId producer = graph.producer(t);
  if (by != ContributorBy::kind && !producer.valid()) return {Is::input, 0};
  const Graph::Data& data = graph.data();
  std::size_t index = 0;
  switch (by) {
    case ContributorBy::stream:
      return {Is::named, graph.stream(producer).index()};
    case ContributorBy::phase:
      index = data.operator_phase[producer.index()];
      break;
    case ContributorBy::op:
      index = data.operator_kind[producer.index()];
      break;
    case ContributorBy::kind:
      index = data.tensor_kind[t.index()];
      break;
  }
  return {index == 0 ? Is::unnamed : Is::named, index};
}

std::string label_of(const Graph& graph, std::pair<Is, std::size_t> key, ContributorBy by) {
  if (key.first != Is::named) return {};
  if (by == ContributorBy::stream) return graph.label(StreamId(key.second));
  return std::string(graph.data().labels[key.second]);
}

void merge_smallest(std::vector<Contributor>& rows, std::size_t most) {
  if (rows.size() <= most) return;
  Contributor others{.is = Is::others, .label = {}, .bytes = {}, .tensors = {}, .merged = rows.size() - most + 1};
  for (std::size_t r = most - 1; r < rows.size(); ++r) {
    others.bytes += rows[r].bytes;
    std::ranges::move(rows[r].tensors, std::back_inserter(others.tensors));
  }
  rows.resize(most - 1);
  rows.push_back(std::move(others));
}

}  // namespace

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
  merge_smallest(out.rows, most);
  return out;
}

std::vector<TensorId> alive_at(const Graph& graph, std::span<const Lifetime> lifetimes, std::uint32_t step) {
  std::vector<TensorId> out;
  for (TensorId t : graph.tensors()) {
    const Lifetime life = lifetimes[t.index()];
    if (life.contains(step) && graph.size(t) > Bytes{0} && !graph.is_view(t)) out.push_back(t);
  }
  return out;
}

Bytes rounded_total(const Graph& graph, std::span<const TensorId> tensors, Bytes alignment) {
  Bytes sum;
  for (TensorId t : tensors) sum += round_up(graph.size(t), alignment);
  return sum;
}

}  // namespace stowage
