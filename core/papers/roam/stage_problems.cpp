// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/stage_problems.h"

#include <numeric>

#include "core/base/parallel.h"
#include "core/order/exact_order.h"

namespace stowage::roam {
namespace {

using Index = OrderProblem::Index;

constexpr std::size_t kMostStates = 200'000, kFewStates = 20'000;

/// First and last stage in which a tensor is there: -1 is before the first stage, the stage count is after the last.
struct Stay {
  std::int64_t first, last;
};

class Cutter {
 public:
  Cutter(const OrderProblem& whole, std::span<const std::uint32_t> stages, std::size_t count)
      : whole_(whole), stages_(stages), members_(count), places_(whole.count()) {
    for (Index o = 0; o < whole.count(); ++o) {
      places_[o] = static_cast<Index>(members_[stages[o]].size());
      members_[stages[o]].push_back(o);
    }
    for (const auto& members : members_) {
      std::vector<OperatorId> operators;
      for (Index o : members) operators.push_back(whole.operators[o]);
      makers_.emplace_back(std::move(operators));
    }
  }

  std::vector<StageProblem> cut() {
    for (Index o = 0; o < whole_.count(); ++o)
      for (Index after : whole_.successors[o])
        if (stages_[after] == stages_[o]) makers_[stages_[o]].add_arc(places_[o], places_[after]);
    passing_.assign(members_.size() + 1, {});
    for (Index t = 0; t < whole_.tensors.size(); ++t) add(t);
    std::vector<StageProblem> out;
    Bytes passing = whole_.base;
    for (std::size_t s = 0; s < members_.size(); ++s) {
      passing += passing_[s];
      makers_[s].add_base(passing);
      out.push_back({makers_[s].take(), std::move(members_[s])});
    }
    return out;
  }

 private:
  [[nodiscard]] Stay stay_of(Index t) const {
    const OrderProblem::Tensor& tensor = whole_.tensors[t];
    const bool is_made = tensor.producer != OrderProblem::kNone;
    Stay out{is_made ? std::int64_t{stages_[tensor.producer]} : -1, -1};
    out.last = out.first;
    for (Index user : whole_.users[t]) out.last = std::max<std::int64_t>(out.last, stages_[user]);
    if (tensor.kept) out.last = static_cast<std::int64_t>(members_.size());
    return out;
  }

  /// A tensor changes in its first stage and in its last, and is there all the time in between.
  void add(Index t) {
    const OrderProblem::Tensor& tensor = whole_.tensors[t];
    const Stay stay = stay_of(t);
    const auto count = static_cast<std::int64_t>(members_.size());
    if (stay.first >= 0)
      makers_[static_cast<std::size_t>(stay.first)].add_tensor(
          {tensor.size, places_[tensor.producer], stay.last > stay.first}, users_in(t, stay.first));
    if (stay.last > stay.first && stay.last < count)
      makers_[static_cast<std::size_t>(stay.last)].add_tensor({tensor.size, OrderProblem::kNone, false},
                                                              users_in(t, stay.last));
    if (stay.last <= stay.first + 1) return;
    passing_[static_cast<std::size_t>(stay.first + 1)] += tensor.size;
    passing_[static_cast<std::size_t>(stay.last)] -= tensor.size;
  }

  [[nodiscard]] std::vector<Index> users_in(Index t, std::int64_t stage) const {
    std::vector<Index> out;
    for (Index user : whole_.users[t])
      if (stages_[user] == stage) out.push_back(places_[user]);
    return out;
  }

  const OrderProblem& whole_;
  std::span<const std::uint32_t> stages_;
  std::vector<std::vector<Index>> members_;  // by stage
  std::vector<Index> places_;                // by operator: in its stage
  std::vector<OrderProblemMaker> makers_;    // by stage
  std::vector<Bytes> passing_;               // by stage: growth of the bytes that only pass through it
};

}  // namespace

std::vector<StageProblem> stage_problems(const OrderProblem& whole, std::span<const std::uint32_t> stages,
                                         std::size_t stage_count) {
  return Cutter(whole, stages, stage_count).cut();
}

StagesOrdered order_stages(const OrderProblem& whole, std::span<const std::uint32_t> stages, std::size_t stage_count,
                           std::size_t node_limit, const Task& task) {
  const auto parts = stage_problems(whole, stages, stage_count);
  std::vector<Bytes> floors(parts.size());
  parallel_for(parts.size(), [&](std::size_t s) { floors[s] = least_peak(parts[s].problem, task); });
  StagesOrdered out{{}, std::ranges::max(floors)};
  std::vector<std::size_t> longest_first(parts.size());
  std::iota(longest_first.begin(), longest_first.end(), std::size_t{0});
  std::ranges::stable_sort(longest_first, std::ranges::greater(),
                           [&](std::size_t s) { return parts[s].members.size(); });

  std::vector<OrderFound> answers(parts.size());
  parallel_for(parts.size(), [&](std::size_t k) {
    const auto& [problem, members] = parts[longest_first[k]];
    const std::size_t states = members.size() <= node_limit ? kMostStates : kFewStates;
    answers[longest_first[k]] = exact_order(problem, {.most_states = states, .floor = out.lower_bound}, task);
  });
  for (std::size_t s = 0; s < parts.size(); ++s) {
    for (Index o : answers[s].sequence) out.sequence.push_back(parts[s].members[o]);
    out.lower_bound = std::max(out.lower_bound, answers[s].lower_bound);
  }
  return out;
}

}  // namespace stowage::roam
