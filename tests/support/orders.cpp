// SPDX-License-Identifier: Apache-2.0
#include "tests/support/orders.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace stowage::test {
namespace {

/// Which operators have run.
using Ran = std::vector<bool>;

bool is_ready(const Graph& graph, const Ran& ran, OperatorId o) {
  if (ran[o.index()]) return false;
  for (const TensorId t : graph.inputs(o)) {
    const OperatorId producer = graph.producer(t);
    if (producer.valid() && producer != o && !ran[producer.index()]) return false;
  }
  return std::ranges::all_of(graph.control(),
                             [&](const ControlEdge& edge) { return edge.after != o || ran[edge.before.index()]; });
}

std::vector<OperatorId> ready(const Graph& graph, const Ran& ran) {
  std::vector<OperatorId> out;
  for (const OperatorId o : graph.operators())
    if (is_ready(graph, ran, o)) out.push_back(o);
  return out;
}

/// Bytes in memory after those that ran.
std::int64_t bytes(const Graph& graph, const Ran& ran) {
  std::int64_t out = 0;
  for (const TensorId t : graph.tensors()) {
    const OperatorId producer = graph.producer(t);
    const bool made = !producer.valid() || ran[producer.index()];
    bool wanted = graph.is_output(t);
    for (const OperatorId user : graph.consumers(t)) wanted = wanted || !ran[user.index()];
    if (made && wanted) out += graph.size(t).count;
  }
  return out;
}

}  // namespace

std::vector<OperatorId> some_order(const Graph& graph, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  Ran ran(graph.operator_count());
  std::vector<OperatorId> out;
  while (out.size() < ran.size()) {
    const auto next = ready(graph, ran);
    out.push_back(next[engine() % next.size()]);
    ran[out.back().index()] = true;
  }
  return out;
}

std::vector<OrderProblem::Index> numbered(const OrderProblem& problem) {
  std::vector<OrderProblem::Index> out(problem.count());
  std::iota(out.begin(), out.end(), OrderProblem::Index{0});
  return out;
}

std::vector<OrderProblem::Index> indices(const std::vector<OperatorId>& sequence) {
  std::vector<OrderProblem::Index> out;
  for (const OperatorId o : sequence) out.push_back(static_cast<OrderProblem::Index>(o.index()));
  return out;
}

void for_each_order(const Graph& graph, bool keep_streams,
                    const std::function<void(const std::vector<OperatorId>&)>& visit) {
  Ran ran(graph.operator_count());
  std::vector<OperatorId> order;
  const auto is_next = [&](OperatorId o) {
    const std::size_t place = graph.position(o);
    return is_ready(graph, ran, o) &&
           (!keep_streams || place == 1 || ran[graph.operators_of(graph.stream(o))[place - 2].index()]);
  };
  const std::function<void()> go_on = [&] {
    if (order.size() == ran.size()) return visit(order);
    for (const OperatorId o : graph.operators()) {
      if (!is_next(o)) continue;
      ran[o.index()] = true;
      order.push_back(o);
      go_on();
      order.pop_back();
      ran[o.index()] = false;
    }
  };
  go_on();
}

std::vector<OperatorId> greedy_order(const Graph& graph) {
  Ran ran(graph.operator_count());
  std::vector<OperatorId> out;
  while (out.size() < ran.size()) {
    const auto left = [&](OperatorId o) {
      ran[o.index()] = true;
      const std::int64_t bytes_after = bytes(graph, ran);
      ran[o.index()] = false;
      return bytes_after;
    };
    out.push_back(std::ranges::min(ready(graph, ran), {}, left));
    ran[out.back().index()] = true;
  }
  return out;
}

}  // namespace stowage::test
