// SPDX-License-Identifier: Apache-2.0
#include "core/order/lescea.h"

#include <queue>
#include <tuple>

namespace stowage {
namespace {

using Index = OrderProblem::Index;

/// The growth of the memory by an operator changes only when one of its inputs comes to its last use. Each change
/// queues the operator once more; outdated entries are passed over.
class LeastGrowth {
 public:
  explicit LeastGrowth(const OrderProblem& problem)
      : problem_(problem), growth_(problem.count()), waits_(problem.count()), left_(problem.tensors.size()) {
    for (Index o = 0; o < waits_.size(); ++o) {
      waits_[o] = problem.predecessors[o].size();
      for (const Index t : problem.outputs[o])
        if (problem.tensors[t].kept || !problem.users[t].empty()) growth_[o] += problem.tensors[t].size;
    }
    for (Index t = 0; t < left_.size(); ++t) {
      for (const Index user : problem.users[t]) left_[t].others ^= user;
      left_[t].count = problem.users[t].size();
      if (left_[t].count == 1) freed_by_last(t);
    }
    for (Index o = 0; o < waits_.size(); ++o) offer(o);
  }

  [[nodiscard]] Result<std::vector<Index>> run(const Task& task) {
    std::vector<Index> out;
    out.reserve(waits_.size());
    while (!queue_.empty()) {
      if (task.poll(out.size())) return tl::unexpected(task.why_stopped());
      const auto [growth, o] = queue_.top();
      queue_.pop();
      if (done(o) || growth != growth_[o]) continue;
      waits_[o] = kDone;
      out.push_back(o);
      for (const Index t : problem_.inputs[o]) used(t, o);
      for (const Index next : problem_.successors[o]) {
        --waits_[next];
        offer(next);
      }
    }
    return out;
  }

 private:
  static constexpr std::size_t kDone = ~std::size_t{0};

  /// Users of a tensor that have not run: how many, and the exclusive or of all, which is the last user when one is
  /// left.
  struct Left {
    std::size_t count = 0;
    Index others = 0;
  };

  [[nodiscard]] bool done(Index o) const { return waits_[o] == kDone; }
  void offer(Index o) {
    if (waits_[o] == 0) queue_.emplace(growth_[o], o);
  }
  void used(Index t, Index by) {
    left_[t].others ^= by;
    if (--left_[t].count == 1) freed_by_last(t);
  }
  void freed_by_last(Index t) {
    if (problem_.tensors[t].kept) return;
    growth_[left_[t].others] -= problem_.tensors[t].size;
    offer(left_[t].others);
  }

  using Entry = std::pair<Bytes, Index>;
  const OrderProblem& problem_;
  std::vector<Bytes> growth_;       // by operator: if it ran next
  std::vector<std::size_t> waits_;  // by operator: how many others it waits for
  std::vector<Left> left_;          // by tensor
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

Result<Order> run_lescea(const Graph& graph, const OrderOptions&, const Task& task) {
  return lescea_order(order_problem(graph), task).map([](const std::vector<Index>& sequence) {
    return Order{{sequence.begin(), sequence.end()}};
  });
}

}  // namespace

Result<std::vector<Index>> lescea_order(const OrderProblem& problem, const Task& task) {
  return LeastGrowth(problem).run(task);
}

constexpr OrderStrategy kLescea{"lescea", "LESCEA", "Always runs the ready operator that leaves the least in memory",
                                "LESCEA, as ROAM (section V) compares with it", run_lescea};

}  // namespace stowage
