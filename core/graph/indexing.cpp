// SPDX-License-Identifier: Apache-2.0
#include "core/graph/indexing.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "core/graph/laid_out.h"

namespace stowage {
namespace {

/// values[i] = values[order[i]] for vectors by operator.
template <class T>
void permute(std::vector<T>& values, std::span<const std::uint32_t> order) {
  std::vector<T> out;
  out.reserve(values.size());
  for (std::uint32_t from : order) out.push_back(values[from]);
  values = std::move(out);
}

constexpr std::size_t kCycleNamesShown = 12;

/// Every vertex left over by Kahn's algorithm has a left-over predecessor: walking back must repeat a vertex.
std::vector<std::uint32_t> find_cycle(const Csr<std::uint32_t>& successors,
                                      const std::vector<std::uint32_t>& indegree) {
  const std::size_t n = successors.row_count();
  std::vector<std::uint32_t> predecessor(n);
  std::uint32_t at = 0;
  for (std::uint32_t v = 0; v < n; ++v) {
    if (indegree[v] == 0) continue;
    at = v;
    for (std::uint32_t w : successors[v]) predecessor[w] = v;
  }
  std::vector<bool> seen(n);
  for (; !seen[at]; at = predecessor[at]) seen[at] = true;

  std::vector<std::uint32_t> cycle{at};
  for (std::uint32_t v = predecessor[at]; v != at; v = predecessor[v]) cycle.push_back(v);
  std::ranges::reverse(cycle);
  std::ranges::rotate(cycle, std::ranges::min_element(cycle));
  return cycle;
}

}  // namespace

void index_streams(Graph::Data& data) {
  const std::size_t operators = data.operator_stream.size();
  std::vector<std::uint32_t> lengths(data.streams.size());
  data.operator_position.resize(operators);
  for (std::size_t o = 0; o < operators; ++o) data.operator_position[o] = ++lengths[data.operator_stream[o].index()];
  data.stream_operators = Csr<OperatorId>::from_each(data.streams.size(), [&](const auto& add) {
    for (std::size_t o = 0; o < operators; ++o) add(data.operator_stream[o].index(), OperatorId(o));
  });
}

void index_operator_tensors(Graph::Data& data) {
  const std::size_t operators = data.operator_stream.size(), tensors = data.tensor_size.size();
  data.outputs = Csr<TensorId>::from_each(operators, [&](const auto& add) {
    for (std::size_t t = 0; t < tensors; ++t)
      if (data.tensor_producer[t].valid()) add(data.tensor_producer[t].index(), TensorId(t));
  });
  data.inputs = Csr<TensorId>::from_each(operators, [&](const auto& add) {
    for (std::size_t t = 0; t < tensors; ++t)
      for (OperatorId consumer : data.tensor_consumers[t]) add(consumer.index(), TensorId(t));
  });
}

void index_control(Graph::Data& data) {
  data.control_successors = Csr<OperatorId>::from_each(data.operator_stream.size(), [&](const auto& add) {
    for (const auto& [before, after] : data.control) add(before.index(), after);
  });
}

bool index_views(Graph::Data& data) {
  data.tensor_owner.clear();
  data.tensor_inset.clear();
  if (data.views.empty()) return true;
  const std::size_t tensors = data.tensor_size.size();
  data.tensor_inset.assign(tensors, 0);
  data.tensor_owner.resize(tensors);
  std::vector<const View*> view_of(tensors);
  for (const View& view : data.views) view_of[view.tensor.index()] = &view;
  std::vector<TensorId> chain;
  for (std::size_t t = 0; t < tensors; ++t) {
    chain.assign(1, TensorId(t));  // up to a tensor that is its own owner, or whose owner is known
    while (view_of[chain.back().index()] != nullptr && !data.tensor_owner[chain.back().index()].valid()) {
      if (chain.size() > data.views.size()) return false;
      chain.push_back(view_of[chain.back().index()]->of);
    }
    if (!data.tensor_owner[chain.back().index()].valid()) data.tensor_owner[chain.back().index()] = chain.back();
    for (std::size_t k = chain.size() - 1; k-- > 0;) {
      const std::size_t of = chain[k + 1].index(), own = chain[k].index();
      data.tensor_owner[own] = data.tensor_owner[of];
      data.tensor_inset[own] = data.tensor_inset[of] + view_of[own]->offset;
    }
  }
  return true;
}

void index_all(Graph::Data& data) {
  index_views(data);
  index_streams(data);
  index_operator_tensors(data);
  index_control(data);
}

std::vector<OperatorId> reorder_operators(Graph::Data& data, std::span<const std::uint32_t> order) {
  std::vector<OperatorId> now(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) now[order[k]] = OperatorId(k);

  NameTable names;
  std::unordered_map<std::size_t, std::string> extra;
  decltype(data.loops) loops;
  decltype(data.branches) branches;
  for (std::size_t k = 0; k < order.size(); ++k) {
    names.add(data.operator_names[order[k]]);
    if (auto it = data.operator_extra.find(order[k]); it != data.operator_extra.end()) extra[k] = std::move(it->second);
    if (auto it = data.loops.find(order[k]); it != data.loops.end()) loops[k] = std::move(it->second);
    if (auto it = data.branches.find(order[k]); it != data.branches.end()) branches[k] = std::move(it->second);
  }
  data.operator_names = std::move(names);
  data.operator_extra = std::move(extra);
  data.loops = std::move(loops);
  data.branches = std::move(branches);
  if (data.laid_out != nullptr) {
    LaidOut laid_out = *data.laid_out;
    permute(laid_out.operators, order);
    permute(laid_out.parts, order);
    permute(laid_out.operator_origins, order);
    permute(laid_out.turn, order);
    permute(laid_out.first_operators, order);
    for (OperatorId& first : laid_out.first_operators)
      if (first.valid()) first = now[first.index()];
    data.laid_out = std::make_shared<const LaidOut>(std::move(laid_out));
  }
  permute(data.operator_stream, order);
  permute(data.operator_kind, order);
  permute(data.operator_phase, order);
  if (!data.operator_duration.empty()) permute(data.operator_duration, order);

  Csr<OperatorId> consumers;
  std::vector<OperatorId> row;
  for (std::size_t t = 0; t < data.tensor_size.size(); ++t) {
    OperatorId& producer = data.tensor_producer[t];
    if (producer.valid()) producer = now[producer.index()];
    row.clear();
    for (OperatorId consumer : data.tensor_consumers[t]) row.push_back(now[consumer.index()]);
    std::ranges::sort(row);
    consumers.add_row(row);
  }
  data.tensor_consumers = std::move(consumers);
  for (auto& [before, after] : data.control) before = now[before.index()], after = now[after.index()];
  return now;
}

TopologicalOrder stable_topological_order(const Csr<std::uint32_t>& successors, std::span<const std::uint32_t> ranks) {
  const std::size_t n = successors.row_count();
  std::vector<std::uint32_t> indegree(n, 0);
  for (std::uint32_t w : successors.items()) ++indegree[w];
  using Entry = std::pair<std::uint32_t, std::uint32_t>;  // rank, vertex
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  const auto offer = [&](std::uint32_t v) { ready.emplace(ranks.empty() ? 0 : ranks[v], v); };
  for (std::uint32_t v = 0; v < n; ++v)
    if (indegree[v] == 0) offer(v);

  TopologicalOrder out;
  out.order.reserve(n);
  while (!ready.empty()) {
    const std::uint32_t v = ready.top().second;
    ready.pop();
    out.order.push_back(v);
    for (std::uint32_t w : successors[v])
      if (--indegree[w] == 0) offer(w);
  }
  if (out.order.size() < n) out.cycle = find_cycle(successors, indegree);
  return out;
}

std::string describe_cycle(const std::vector<std::uint32_t>& cycle, const NameTable& names) {
  std::string out;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    if (i == kCycleNamesShown && cycle.size() > kCycleNamesShown + 1) {
      out += "… (" + std::to_string(cycle.size() - kCycleNamesShown) + " more) → ";
      break;
    }
    out.append(names[cycle[i]]).append(" → ");
  }
  return out.append(names[cycle.front()]);
}

}  // namespace stowage
