// SPDX-License-Identifier: Apache-2.0
#include "core/plan/passed_bytes.h"

namespace stowage {
namespace {

class Passing {
 public:
  explicit Passing(const BlockProblem& problem)
      : problem_(problem),
        graph_(problem.graph()),
        conflicts_(problem.conflicts()),
        chain_of_(graph_.operator_count()),
        begin_(graph_.operator_count() + 1),
        left_(graph_.tensor_count()),
        lateness_(graph_.tensor_count()),
        waiting_(conflicts_.chain_count()) {
    for (std::uint32_t s = 0; s < conflicts_.chain_count(); ++s)
      for (OperatorId o : conflicts_.chains()[s]) chain_of_[o.index()] = s;
  }

  bool run(const Task& task) {
    if (!find_free(task)) return false;
    for (OperatorId o : graph_.operators()) {
      if (task.poll(o.index())) return false;
      add_free(o);
      take(o);
    }
    return true;
  }

  std::vector<PassedBytes> passed;

 private:
  /// A tensor by the sum, over chains, of the first steps that may take it: the latest has the fewest takers.
  using Waiting = std::pair<std::uint64_t, std::uint32_t>;

  [[nodiscard]] bool gives(TensorId t) const {
    return graph_.is_needed(t) && !graph_.is_output(t) && problem_.sizes()[t.index()].count > 0;
  }

  /// Calls visit(o) with the first operator of each chain that may have the bytes of t.
  template <class Visit>
  void for_each_first_taker(TensorId t, Visit visit) const {
    for (std::size_t s = 0; s < conflicts_.chain_count(); ++s)
      if (const auto release = conflicts_.release(t, s); release != Conflicts::kNever)
        visit(conflicts_.chains()[s][static_cast<std::size_t>(release) - 1]);
  }

  /// Lists in free_, for each operator, the tensors that it is the first of its chain to be after.
  bool find_free(const Task& task) {
    for (TensorId t : graph_.tensors()) {
      if (task.poll(t.index())) return false;
      if (!gives(t)) continue;
      left_[t.index()] = problem_.sizes()[t.index()].count;
      std::uint64_t& lateness = lateness_[t.index()];
      lateness = conflicts_.chain_count() * graph_.operator_count();
      for_each_first_taker(t, [&](OperatorId o) {
        ++begin_[o.index() + 1];
        lateness -= graph_.operator_count() - o.index();
      });
    }
    for (std::size_t o = 0; o < graph_.operator_count(); ++o) begin_[o + 1] += begin_[o];
    std::vector<std::size_t> end(begin_.begin(), begin_.end() - 1);
    free_.resize(begin_.back());
    for (TensorId t : graph_.tensors()) {
      if (task.poll(t.index())) return false;
      if (!gives(t)) continue;
      for_each_first_taker(t, [&](OperatorId o) { free_[end[o.index()]++] = static_cast<std::uint32_t>(t.index()); });
    }
    return true;
  }

  void add_free(OperatorId o) {
    std::vector<Waiting>& heap = waiting_[chain_of_[o.index()]];
    for (std::size_t k = begin_[o.index()]; k < begin_[o.index() + 1]; ++k) {
      const std::uint32_t t = free_[k];
      if (left_[t] == 0) continue;
      heap.emplace_back(lateness_[t], t);
      std::ranges::push_heap(heap);
    }
  }

  void take(OperatorId o) {
    std::int64_t wanted = 0;
    for (TensorId t : graph_.outputs(o)) wanted += problem_.sizes()[t.index()].count;
    std::vector<Waiting>& heap = waiting_[chain_of_[o.index()]];
    while (wanted > 0 && !heap.empty()) {
      const std::uint32_t t = heap.front().second;
      if (const std::int64_t bytes = std::min(wanted, left_[t]); bytes > 0) {
        passed.push_back({TensorId(t), o, bytes});
        left_[t] -= bytes;
        wanted -= bytes;
      }
      if (left_[t] > 0) continue;
      std::ranges::pop_heap(heap);
      heap.pop_back();
    }
  }

  const BlockProblem& problem_;
  const Graph& graph_;
  const Conflicts& conflicts_;
  std::vector<std::uint32_t> chain_of_;        // by operator
  std::vector<std::size_t> begin_;             // in free_, by operator
  std::vector<std::uint32_t> free_;            // tensors
  std::vector<std::int64_t> left_;             // bytes not yet passed on, by tensor
  std::vector<std::uint64_t> lateness_;        // by tensor
  std::vector<std::vector<Waiting>> waiting_;  // by chain; heaps
};

}  // namespace

std::optional<std::vector<PassedBytes>> pass_bytes(const BlockProblem& problem, const Task& task) {
  Passing passing(problem);
  if (!passing.run(task)) return std::nullopt;
  return std::move(passing.passed);
}

}  // namespace stowage
