// SPDX-License-Identifier: Apache-2.0
#include "core/order/exact_order.h"

#include <queue>

namespace stowage {
namespace {

using Index = OrderProblem::Index;

Result<Order> run_lescea(const Graph& graph, const OrderOptions&, const Task& task) {
  return lescea_order(order_problem(graph), task).map([](const std::vector<Index>& sequence) {
    return Order{{sequence.begin(), sequence.end()}};
  });
}

}  // namespace

/// The growth of the memory by an operator changes only when one of its inputs comes to its last use. Each change
/// queues the operator once more; outdated entries are passed over.
Result<std::vector<Index>> lescea_order(const OrderProblem& problem, const Task& task,
                                        std::vector<LesceaChoice>* choices) {
  /// Users of a tensor that have not run: how many, and the exclusive or of all: the last user when one is left.
  struct Left {
    std::size_t count = 0;
    Index others = 0;
  };
  using Entry = std::pair<Bytes, Index>;
  constexpr std::size_t kDone = ~std::size_t{0};
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<Bytes> growth(problem.count());       // by operator: if it ran next
  std::vector<std::size_t> waits(problem.count());  // by operator: how many others it waits for
  std::vector<Left> left(problem.tensors.size());   // by tensor
  const auto offer = [&](Index o) {
    if (waits[o] == 0) queue.emplace(growth[o], o);
  };
  const auto freed_by_last = [&](Index t) {
    if (problem.tensors[t].kept) return;
    growth[left[t].others] -= problem.tensors[t].size;
    offer(left[t].others);
  };
  for (Index o = 0; o < waits.size(); ++o) {
    waits[o] = problem.predecessors[o].size();
    for (const Index t : problem.outputs[o])
      if (problem.tensors[t].kept || !problem.users[t].empty()) growth[o] += problem.tensors[t].size;
  }
  for (Index t = 0; t < left.size(); ++t) {
    for (const Index user : problem.users[t]) left[t].others ^= user;
    left[t].count = problem.users[t].size();
    if (left[t].count == 1) freed_by_last(t);
  }
  for (Index o = 0; o < waits.size(); ++o) offer(o);

  std::vector<Index> out;
  out.reserve(waits.size());
  while (!queue.empty()) {
    if (task.poll(out.size())) return tl::unexpected(task.why_stopped());
    const auto [grown, o] = queue.top();
    queue.pop();
    if (waits[o] == kDone || grown != growth[o]) continue;
    if (choices != nullptr) {
      choices->push_back({{}, o});
      for (Index ready = 0; ready < waits.size(); ++ready)
        if (waits[ready] == 0) choices->back().ready.push_back({ready, growth[ready]});
    }
    waits[o] = kDone;
    out.push_back(o);
    for (const Index t : problem.inputs[o]) {
      left[t].others ^= o;
      if (--left[t].count == 1) freed_by_last(t);
    }
    for (const Index next : problem.successors[o]) {
      --waits[next];
      offer(next);
    }
  }
  return out;
}

constexpr OrderStrategy kLescea{"lescea", "LESCEA",
                                OrderText::tr("Always runs the ready operator that leaves the least in memory"),
                                "LESCEA, as ROAM (section V) compares with it", run_lescea};

}  // namespace stowage
