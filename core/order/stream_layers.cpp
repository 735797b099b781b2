// SPDX-License-Identifier: Apache-2.0
#include "core/order/interleaved_peak.h"

#include <algorithm>

#include "core/order/exact_order.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

/// By stream: its layer, from 0 (Tarjan's algorithm, on the streams).
std::vector<std::size_t> layers_of(const Graph& graph, const OrderProblem& problem) {
  constexpr std::size_t kNone = ~std::size_t{0};
  struct Frame {
    std::size_t stream, arc;
  };
  const std::size_t streams = graph.stream_count();
  std::vector<std::vector<std::size_t>> next(streams);  // by stream: those that wait for it
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index after : problem.successors[o]) {
      const std::size_t from = graph.stream(OperatorId(o)).index(), to = graph.stream(OperatorId(after)).index();
      if (from != to) next[from].push_back(to);
    }
  for (auto& row : next) sort_distinct(row);
  std::vector<std::size_t> number(streams), low(streams), layer(streams, kNone), open;
  std::size_t count = 0, visited = 0;
  std::vector<Frame> path;
  const auto enter = [&](std::size_t s) {
    number[s] = low[s] = ++visited;
    open.push_back(s);
    path.push_back({s, 0});
  };
  for (std::size_t first = 0; first < streams; ++first) {
    if (number[first] == 0) enter(first);
    while (!path.empty()) {
      Frame& frame = path.back();
      const std::size_t s = frame.stream;
      if (frame.arc < next[s].size()) {
        const std::size_t to = next[s][frame.arc++];
        if (number[to] == 0)
          enter(to);
        else if (layer[to] == kNone)
          low[s] = std::min(low[s], number[to]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().stream] = std::min(low[path.back().stream], low[s]);
      if (low[s] != number[s]) continue;
      for (; layer[s] == kNone; open.pop_back()) layer[open.back()] = count;
      ++count;
    }
  }
  for (std::size_t& each : layer) each = count - 1 - each;  // found from the last to the first
  return layer;
}

}  // namespace

LayeredOrder order_by_layers(const Graph& graph, const OrderProblem& problem, const Task& task) {
  // Limits of about a second in all. Half and twice of each give the same on 13 graphs on several streams.
  constexpr std::size_t kStates = 20'000, kBytes = 64U << 20U;
  constexpr std::uint64_t kLooks = 10'000'000;
  const std::vector<std::size_t> layers = layers_of(graph, problem);
  const std::size_t count = layers.empty() ? 0 : std::ranges::max(layers) + 1;
  // The operators of the layers [begin, end).
  const auto part_between = [&](std::size_t begin, std::size_t end) {
    std::vector<Index> members;
    std::vector<OrderSide> sides;
    for (Index o = 0; o < problem.count(); ++o) {
      const std::size_t layer = layers[graph.stream(OperatorId(o)).index()];
      sides.push_back(layer < begin ? OrderSide::before : layer < end ? OrderSide::inside : OrderSide::after);
      if (sides.back() == OrderSide::inside) members.push_back(o);
    }
    return part_of(problem, members, sides);
  };
  LayeredOrder out;
  for (std::size_t k = 0; k < count; ++k) {
    const OrderProblem part = part_between(k, k + 1);
    const OrderFound found =
        exact_order(part, {.most_states = kStates / count, .most_looks = kLooks / count, .most_bytes = kBytes},
                    task.share(1.0 / static_cast<double>(count - k + 1)));
    out.lower_bound = std::max(out.lower_bound, found.lower_bound);
    for (const Index o : found.sequence) out.sequence.push_back(part.operators[o]);
  }
  for (std::size_t k = 1; k < count && !task.should_stop(); ++k)
    for (const auto& [begin, end] : {std::pair(std::size_t{0}, k + 1), std::pair(k - 1, count)})
      out.lower_bound = std::max(out.lower_bound, least_peak(part_between(begin, end), task));
  return out;
}

}  // namespace stowage
