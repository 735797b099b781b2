// SPDX-License-Identifier: Apache-2.0
#include "core/order/stream_moves.h"

#include <algorithm>
#include <random>

#include "core/graph/order_edits.h"
#include "core/plan/block_problem.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

class Mover {
 public:
  Mover(const Graph& graph, const OrderProblem& problem, const MeasuredOrder& order)
      : graph_(graph), problem_(problem), order_(order), place_(problem.count()), moves_(problem.count()) {
    index_places();
  }

  /// Call this once the order has changed.
  void index_places() {
    for (std::size_t k = 0; k < place_.size(); ++k) place_[order_.sequence[k].index()] = k;
  }

  /// The order after a random move; empty where no move of this kind parts the two tensors drawn.
  [[nodiscard]] std::vector<OperatorId> draw() {
    const auto& members = order_.clique.tensors;
    const TensorId late = members[engine_() % members.size()], early = members[engine_() % members.size()];
    const bool pushes = engine_() % 2 == 0;
    if (late == early || !graph_.producer(late).valid() || graph_.is_output(early)) return {};
    const OperatorId maker = graph_.producer(late);
    if (!find_uses(early, maker)) return {};
    return pushes ? push(maker) : pull(maker);
  }

 private:
  /// Lists in uses_ the uses of `t` that run after `maker`. False where none is on the stream of `maker`.
  bool find_uses(TensorId t, OperatorId maker) {
    uses_.clear();
    last_ = 0;
    bool same_stream = false;
    const auto add = [&](OperatorId use) {
      const std::size_t place = place_[use.index()];
      if (place <= place_[maker.index()]) return;
      uses_.push_back(use);
      last_ = std::max(last_, place);
      same_stream = same_stream || graph_.stream(use) == graph_.stream(maker);
    };
    for (OperatorId use : graph_.consumers(t)) add(use);
    if (graph_.consumers(t).empty() && graph_.producer(t).valid()) add(graph_.producer(t));
    return same_stream;
  }

  /// Moves the maker, and the operators that wait for it, behind the last use.
  [[nodiscard]] std::vector<OperatorId> push(OperatorId maker) {
    const std::size_t first = place_[maker.index()];
    mark({&maker, 1});
    const auto waits = [&](OperatorId o) {
      return std::ranges::any_of(problem_.predecessors[o.index()], [&](Index before) { return moves_[before]; });
    };
    for (std::size_t k = first + 1; k <= last_; ++k)
      if (waits(order_.sequence[k])) moves_[order_.sequence[k].index()] = true;
    const bool possible = std::ranges::none_of(uses_, [&](OperatorId use) { return moves_[use.index()]; });
    return possible ? part(first, false) : std::vector<OperatorId>();
  }

  /// Moves all uses, and the operators that they wait for, before the maker.
  [[nodiscard]] std::vector<OperatorId> pull(OperatorId maker) {
    const std::size_t first = place_[maker.index()];
    mark(uses_);
    const auto is_waited_for = [&](OperatorId o) {
      return std::ranges::any_of(problem_.successors[o.index()], [&](Index after) { return moves_[after]; });
    };
    for (std::size_t k = last_; k-- > first;)
      if (is_waited_for(order_.sequence[k])) moves_[order_.sequence[k].index()] = true;
    return moves_[maker.index()] ? std::vector<OperatorId>() : part(first, true);
  }

  void mark(std::span<const OperatorId> operators) {
    moves_.assign(moves_.size(), false);
    for (OperatorId o : operators) moves_[o.index()] = true;
  }

  /// Between the first and the last place, those that move go to the front or to the back.
  [[nodiscard]] std::vector<OperatorId> part(std::size_t first, bool to_front) const {
    std::vector<OperatorId> out = order_.sequence;
    std::stable_partition(out.begin() + static_cast<std::ptrdiff_t>(first),
                          out.begin() + static_cast<std::ptrdiff_t>(last_ + 1),
                          [&](OperatorId o) { return moves_[o.index()] == to_front; });
    return out;
  }

  const Graph& graph_;
  const OrderProblem& problem_;
  const MeasuredOrder& order_;
  std::mt19937_64 engine_;
  std::vector<std::size_t> place_;  // by operator
  std::vector<bool> moves_;         // by operator
  std::vector<OperatorId> uses_;
  std::size_t last_ = 0;  // place of the last use
};

}  // namespace

Result<MeasuredOrder> measure_order(const Graph& graph, std::vector<OperatorId> sequence, const Task& task) {
  const Graph ordered = with_order(graph, sequence).graph;
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(ordered, task));
  STOWAGE_TRY(const auto problem, BlockProblem::make(ordered, conflicts));
  return heaviest_clique(problem, task).map([&](ProvedBound&& clique) {
    return MeasuredOrder{std::move(sequence), std::move(clique)};
  });
}

void lower_by_moves(const Graph& graph, const OrderProblem& problem, Bytes floor, std::size_t most_measured,
                    const Task& task, MeasuredOrder& order) {
  constexpr std::size_t kPatience = 500;  // orders in a row without an improvement
  constexpr std::size_t kDraws = 2'000;   // in a row that part no two tensors: then no move does, most likely
  Mover mover(graph, problem, order);
  std::size_t left = most_measured, fruitless = 0, draws = 0;
  while (order.clique.bytes > floor && left > 0 && fruitless < kPatience && draws < kDraws) {
    if (task.poll(draws, 64)) return;
    std::vector<OperatorId> sequence = mover.draw();
    if (sequence.empty()) {
      ++draws;
      continue;
    }
    draws = 0;
    --left;
    auto measured = measure_order(graph, std::move(sequence), task);
    if (!measured) return;
    ++fruitless;
    if (measured->clique.bytes > order.clique.bytes) continue;
    if (measured->clique.bytes < order.clique.bytes) fruitless = 0;
    order = *std::move(measured);
    mover.index_places();
  }
}

}  // namespace stowage
