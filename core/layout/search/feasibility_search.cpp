// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/feasibility_search.h"

#include <bit>
#include <cassert>
#include <random>

namespace stowage {
namespace {

std::vector<double> sort_keys(const ConflictModel& model, BranchingHeuristic heuristic) {
  std::vector<double> loads(model.cliques.row_count());
  for (std::size_t c = 0; c < loads.size(); ++c)
    for (ConflictModel::Item i : model.cliques[c]) loads[c] += static_cast<double>(model.sizes[i]);
  std::vector<double> out(model.size());
  for (ConflictModel::Item i = 0; i < out.size(); ++i) {
    const double size = static_cast<double>(model.sizes[i]);
    const double lifetime = static_cast<double>(model.cliques_of[i].size());
    double load = 0;
    for (std::uint32_t c : model.cliques_of[i]) load = std::max(load, loads[c]);
    switch (heuristic.key) {
      case BranchingHeuristic::Key::area:
        out[i] = size * lifetime;
        break;
      case BranchingHeuristic::Key::lifetime:
        out[i] = lifetime;
        break;
      case BranchingHeuristic::Key::size:
        out[i] = size;
        break;
      case BranchingHeuristic::Key::load:
        out[i] = load * lifetime;
        break;
    }
  }
  if (heuristic.seed == 0) return out;
  std::mt19937_64 engine(heuristic.seed);
  constexpr double kRange = 18446744073709551616.0;  // 2^64
  for (double& key : out) key *= 0.5 + static_cast<double>(engine()) / kRange;
  return out;
}

}  // namespace

std::ptrdiff_t DecisionLevels::highest() const {
  for (std::size_t w = words_.size(); w-- > 0;)
    if (words_[w] != 0) return static_cast<std::ptrdiff_t>(w * 64 + 63) - std::countl_zero(words_[w]);
  return -1;
}

FeasibilitySearch::FeasibilitySearch(const ConflictModel& model, std::size_t most_levels) : model_(model) {
  while ((most_levels >> level_shift_) >= DecisionLevels::kBits) ++level_shift_;
}

SearchEnd FeasibilitySearch::run(std::int64_t capacity, BranchingHeuristic heuristic, SearchBudget budget,
                                 const Task& task) {
  if (capacity < model_.bound) return SearchEnd::exhausted;
  task_ = &task;
  stopped_ = task.should_stop();
  if (stopped_) return SearchEnd::stopped;
  capacity_ = capacity;
  heuristic_ = heuristic;
  keys_ = sort_keys(model_, heuristic);
  failures_met_ = 0;
  return start() ? search(budget) : SearchEnd::exhausted;
}

SearchEnd FeasibilitySearch::search(SearchBudget budget) {
  if (!propagate()) return stopped_ ? SearchEnd::stopped : SearchEnd::exhausted;
  for (std::uint64_t count = 0; pick(); ++count, ++nodes_) {
    if (count >= budget.nodes || failures_met_ >= budget.failures) return SearchEnd::out_of_budget;
    DecisionLevels itself;
    itself.insert(std::min(level() >> level_shift_, DecisionLevels::kBits - 1));
    if (decide(itself) && propagate()) continue;
    if (!stopped_ && !go_back() && !stopped_) return SearchEnd::exhausted;
    if (stopped_) return SearchEnd::stopped;
  }
  return stopped_ ? SearchEnd::stopped : SearchEnd::found;
}

/// Reverses the last decision that had to do with the failure, and so on until the reversal does not fail.
bool FeasibilitySearch::go_back() {
  for (;;) {
    ++failures_met_;
    const std::ptrdiff_t highest = conflict_.highest();
    if (highest < 0) return false;
    const auto bit = static_cast<std::size_t>(highest);
    const std::size_t first = bit << level_shift_;
    const std::size_t past = bit + 1 == DecisionLevels::kBits ? level() : (bit + 1) << level_shift_;
    const std::size_t last = std::min(level(), past) - 1;
    assert(last >= first);
    if (last == first) conflict_.remove(bit);  // otherwise the failure may be due to another level with this bit
    if (reverse(last) && propagate()) return true;
    if (stopped_) return false;
  }
}

bool FeasibilitySearch::is_interrupted(std::size_t work) {
  constexpr std::size_t kWorkBetween = 1 << 18;
  work_ += work;
  if (work_ < kWorkBetween) return false;
  work_ = 0;
  stopped_ = task_->should_stop();
  return stopped_;
}

void FeasibilitySearch::remember_failure(std::span<const std::uint32_t> where) {
  constexpr double kGrowth = 1.001, kMost = 1e100;
  for (std::uint32_t each : where) failures_[each] += failure_weight_;
  failure_weight_ *= kGrowth;
  if (failure_weight_ < kMost) return;
  for (double& weight : failures_) weight /= kMost;
  failure_weight_ /= kMost;
}

}  // namespace stowage
