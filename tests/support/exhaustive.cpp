// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exhaustive.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <random>
#include <regex>
#include <stdexcept>

namespace stowage::test {
std::int64_t heaviest_set(const Graph& graph, const IndexPairs& pairs, std::int64_t alignment) {
  using Set = std::uint64_t;
  if (graph.tensor_count() > 64) throw std::runtime_error("too large");
  std::vector<std::int64_t> sizes;
  std::vector<Set> unsafe(graph.tensor_count());
  Set needed = 0;
  for (TensorId t : graph.tensors()) {
    sizes.push_back((graph.size(t).count + alignment - 1) / alignment * alignment);
    needed |= Set{graph.is_needed(t)} << t.index();
  }
  for (auto [i, j] : pairs) {
    unsafe[i] |= Set{1} << j;
    unsafe[j] |= Set{1} << i;
  }
  const auto sum = [&](Set set) {
    std::int64_t out = 0;
    for (; set != 0; set &= set - 1) out += sizes[static_cast<std::size_t>(std::countr_zero(set))];
    return out;
  };
  std::int64_t best = 0;
  const std::function<void(Set, std::int64_t)> grow = [&](Set candidates, std::int64_t taken) {
    best = std::max(best, taken);
    if (taken + sum(candidates) <= best) return;
    const auto t = static_cast<std::size_t>(std::countr_zero(candidates));
    const Set others = candidates & (candidates - 1);
    grow(others & unsafe[t], taken + sizes[t]);
    grow(others, taken);
  };
  grow(needed, 0);
  return best;
}

Graph with_small_sizes(const Graph& graph, std::uint64_t seed, std::int64_t most) {
  std::mt19937_64 engine(seed);
  Graph::Data data = graph.data();
  for (Bytes& size : data.tensor_size)
    size = {static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(most + 1))};
  return Graph(std::move(data));
}

Graph with_alignments(const Graph& graph, std::uint64_t seed, const std::vector<std::uint32_t>& some) {
  std::mt19937_64 engine(seed);
  Graph::Data data = graph.data();
  data.tensor_alignment.assign(graph.tensor_count(), 1);
  for (TensorId t : graph.tensors())
    if (!graph.group(t).valid() && engine() % 3 == 0) data.tensor_alignment[t.index()] = some[engine() % some.size()];
  return Graph(std::move(data));
}

OperatorPairs arcs_by_definition(const Graph& graph, std::optional<std::size_t> without_sync) {
  OperatorPairs out;
  for (TensorId t : graph.tensors())
    for (OperatorId use : graph.consumers(t))
      if (graph.producer(t).valid() && use != graph.producer(t))
        out.emplace_back(graph.producer(t).index(), use.index());
  for (std::size_t k = 0; k < graph.control().size(); ++k)
    if (k != without_sync) out.emplace_back(graph.control()[k].before.index(), graph.control()[k].after.index());
  std::vector<std::optional<std::size_t>> last(graph.stream_count());
  for (OperatorId o : graph.operators()) {
    std::optional<std::size_t>& before = last[graph.stream(o).index()];
    if (before) out.emplace_back(*before, o.index());
    before = o.index();
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

std::vector<std::vector<bool>> closure(std::size_t count, const OperatorPairs& arcs) {
  std::vector<std::vector<bool>> reached(count, std::vector<bool>(count));
  for (auto [from, to] : arcs) reached[from][to] = true;
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; reached[i][k] && j < count; ++j)
        if (reached[k][j]) reached[i][j] = true;
  return reached;
}

std::vector<std::vector<bool>> ancestors_by_definition(const Graph& graph) {
  const std::size_t n = graph.operator_count();
  std::vector<std::vector<bool>> ancestor(n, std::vector<bool>(n));
  for (auto [from, to] : arcs_by_definition(graph)) {  // all arcs into an operator come before any out of it
    for (std::size_t u = 0; u < n; ++u)
      if (ancestor[from][u]) ancestor[to][u] = true;
    ancestor[to][from] = true;
  }
  return ancestor;
}

std::string lost_wait(const Graph& given, const Graph& edited) {
  static const std::regex kCopy("( again( [0-9]+)?)+$");
  const auto ancestor = ancestors_by_definition(edited);
  std::map<std::string, std::vector<OperatorId>> instances;
  for (OperatorId o : edited.operators())
    instances[std::regex_replace(std::string(edited.name(o)), kCopy, "")].push_back(o);
  for (OperatorId o : given.operators())
    for (OperatorId each : instances[std::string(given.name(o))]) {
      const auto waits_for = [&](OperatorId other) { return ancestor[each.index()][other.index()]; };
      const auto lost = [&](OperatorId other) {
        return std::string(edited.name(each)) + " need not wait for " + std::string(given.name(other));
      };
      for (const ControlEdge& sync : given.control())
        if (sync.after == o && !waits_for(edited.find_operator(given.name(sync.before)))) return lost(sync.before);
      for (TensorId t : given.inputs(o)) {
        const OperatorId maker = given.producer(t);
        if (maker.valid() && maker != o && std::ranges::none_of(instances[std::string(given.name(maker))], waits_for))
          return lost(maker);
      }
    }
  return {};
}

}  // namespace stowage::test
