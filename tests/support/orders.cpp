// SPDX-License-Identifier: Apache-2.0
#include "tests/support/orders.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <unordered_map>

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

using Set = LeastOrder::Set;
Set bit(OperatorId o) {
  return o.valid() ? Set{1} << o.index() : 0;
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

LeastOrder::LeastOrder(const Graph& graph) : needs_(graph.operator_count()) {
  for (TensorId t : graph.tensors()) {
    if (!graph.producer(t).valid() && graph.consumers(t).empty() && !graph.is_output(t)) continue;
    Tensor tensor{graph.size(t).count, bit(graph.producer(t)), 0, graph.is_output(t)};
    for (OperatorId o : graph.consumers(t)) {
      tensor.used |= bit(o);
      if (o != graph.producer(t)) needs_[o.index()] |= tensor.made;
    }
    tensors_.push_back(tensor);
  }
  for (const ControlEdge& edge : graph.control()) needs_[edge.after.index()] |= bit(edge.before);
}

std::int64_t LeastOrder::alive(Set done, std::size_t op) const {
  std::int64_t out = 0;
  const Set now = Set{1} << op;
  for (const Tensor& t : tensors_) {
    const bool is_made = t.made == 0 || ((done | now) & t.made) != 0;
    const bool is_left = t.output || (t.used & ~done) != 0 || t.made == now;
    if (is_made && is_left) out += t.size;
  }
  return out;
}

LeastOrder::Best LeastOrder::best(Set done, Set members) const {
  struct Way {
    std::int64_t peak;
    std::size_t last;
  };
  std::unordered_map<Set, Way> ways{{0, {0, 0}}};
  for (Set ran = 0;; ran = (ran - members) & members) {  // all subsets, each after its own subsets
    if (const auto at = ways.find(ran); at != ways.end()) {
      for (std::size_t o = 0; o < needs_.size(); ++o) {
        const Set now = Set{1} << o;
        if ((members & now) == 0 || (ran & now) != 0 || (needs_[o] & ~(done | ran)) != 0) continue;
        const std::int64_t peak = std::max(ways[ran].peak, alive(done | ran, o));
        const auto [way, fresh] = ways.try_emplace(ran | now, Way{peak, o});
        if (!fresh && peak < way->second.peak) way->second = {peak, o};
      }
    }
    if (ran == members) break;
  }
  Best out{ways.at(members).peak, {}};
  for (Set ran = members; ran != 0; ran &= ~(Set{1} << ways.at(ran).last)) out.order.emplace_back(ways.at(ran).last);
  std::ranges::reverse(out.order);
  return out;
}

}  // namespace stowage::test
