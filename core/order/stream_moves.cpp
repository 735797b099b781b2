// SPDX-License-Identifier: Apache-2.0
#include "core/order/stream_moves.h"

#include <algorithm>
#include <random>

#include "core/graph/lifetimes.h"
#include "core/plan/block_problem.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

/// The order after a random move; empty where no move of this kind parts the two tensors drawn. `place`: by operator,
/// of the order.
std::vector<OperatorId> draw_move(const Graph& graph, const OrderProblem& problem, const MeasuredOrder& order,
                                  const std::vector<std::size_t>& place, std::mt19937_64& engine) {
  const auto& members = order.clique.tensors;
  const TensorId late = members[engine() % members.size()], early = members[engine() % members.size()];
  const bool pushes = engine() % 2 == 0;
  if (late == early || !graph.producer(late).valid() || graph.is_output(early)) return {};
  const OperatorId maker = graph.producer(late);
  const std::size_t first = place[maker.index()];

  std::vector<OperatorId> uses;  // of `early`, after the maker
  std::size_t last = 0;          // place of the last of them
  bool same_stream = false;
  const auto add = [&](OperatorId use) {
    if (place[use.index()] <= first) return;
    uses.push_back(use);
    last = std::max(last, place[use.index()]);
    same_stream = same_stream || graph.stream(use) == graph.stream(maker);
  };
  for (OperatorId use : graph.consumers(early)) add(use);
  if (graph.consumers(early).empty() && graph.producer(early).valid()) add(graph.producer(early));
  if (!same_stream) return {};

  std::vector<bool> moves(problem.count());  // by operator
  const auto moves_too = [&](Index o) { return moves[o]; };
  if (pushes) {  // the maker, and the operators that wait for it, behind the last use
    moves[maker.index()] = true;
    for (std::size_t k = first + 1; k <= last; ++k) {
      const std::size_t o = order.sequence[k].index();
      if (std::ranges::any_of(problem.predecessors[o], moves_too)) moves[o] = true;
    }
    if (std::ranges::any_of(uses, [&](OperatorId use) { return moves[use.index()]; })) return {};
  } else {  // all uses, and the operators that they wait for, before the maker
    for (OperatorId use : uses) moves[use.index()] = true;
    for (std::size_t k = last; k-- > first;) {
      const std::size_t o = order.sequence[k].index();
      if (std::ranges::any_of(problem.successors[o], moves_too)) moves[o] = true;
    }
    if (moves[maker.index()]) return {};
  }
  std::vector<OperatorId> out = order.sequence;
  std::stable_partition(out.begin() + static_cast<std::ptrdiff_t>(first),
                        out.begin() + static_cast<std::ptrdiff_t>(last + 1),
                        [&](OperatorId o) { return moves[o.index()] != pushes; });
  return out;
}

}  // namespace

Result<MeasuredOrder> measure_order(const Graph& graph, std::vector<OperatorId> sequence, const Task& task) {
  const Graph ordered = with_order(graph, sequence);
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
  std::mt19937_64 engine;
  std::vector<std::size_t> place(problem.count());
  const auto index_places = [&] {
    for (std::size_t k = 0; k < place.size(); ++k) place[order.sequence[k].index()] = k;
  };
  index_places();
  std::size_t left = most_measured, fruitless = 0, draws = 0;
  while (order.clique.bytes > floor && left > 0 && fruitless < kPatience && draws < kDraws) {
    if (task.poll(draws, 64)) return;
    std::vector<OperatorId> sequence = draw_move(graph, problem, order, place, engine);
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
    index_places();
  }
}

}  // namespace stowage
