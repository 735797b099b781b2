// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/first_fit_search.h"

#include <array>
#include <cmath>
#include <tuple>

#include "core/plan/plan.h"

namespace stowage {
namespace {

// Measured: without coarse starts, 6 of 21 random graphs with groups need up to 2 % more. Half and twice of each number
// here and in try_move() change up to 9 of 59 footprints, in both directions, by up to 1.1 %.
constexpr std::size_t kLevels = 7;          // of a start; each has twice as many blocks as the one before
constexpr std::size_t kFewestBlocks = 8;    // of a level worth annealing
constexpr std::uint64_t kStartsInHalf = 8;  // of the effort
constexpr double kWarmth = 0.002;           // mean excess accepted at first, of the footprint

}  // namespace

FirstFitSearch::FirstFitSearch(const LayoutProblem& problem, const BlockPairs& pairs, std::uint64_t seed)
    : problem_(problem),
      pairs_(pairs),
      engine_(seed),
      present_(problem, pairs),
      best_footprint_(std::numeric_limits<std::int64_t>::max()) {}

/// First-fit in the order of the starts puts no block higher than it was.
void FirstFitSearch::start_from(std::span<const Offset> offsets, const Task& task) {
  if (stowage::footprint(problem_.sizes(), offsets).count >= best_footprint_) return;
  auto order = numbers_below<Block>(problem_.block_count());
  std::ranges::stable_sort(order, {}, [&](Block b) { return offsets[problem_.block(b)[0].index()]; });
  if (present_.reset(order, pairs_, task)) keep();
}

void FirstFitSearch::search(Bytes bound, std::uint64_t effort, const Task& task, const std::function<void()>& found) {
  bound_ = bound.count;
  task_ = &task;
  found_ = &found;
  const std::uint64_t first = present_.effort();
  while (present_.effort() - first < effort / 2 && !ended()) start_coarsely(effort / 2 / kStartsInHalf);
  if (!ended() && !best_order_.empty() && present_.reset(best_order_, pairs_, task))
    anneal(effort - std::min(effort, present_.effort() - first), true);
  found_ = nullptr;
}

bool FirstFitSearch::ended() const {
  return best_footprint_ <= bound_ || task_->should_stop();
}

/// Anneals an order level by level, as long as a level needs less than the best plan.
/// Measured: the best of twelve orders of the coarsest level does not begin better than one. Of 218 random graphs
/// with groups, 8 need more with twelve, by up to 0.4 %, and 11 need less, by up to 0.3 %.
void FirstFitSearch::start_coarsely(std::uint64_t effort) {
  const std::vector<Block> blocks = drawn_order();
  std::vector<bool> marked(blocks.size());
  std::vector<Block> order;
  for (std::size_t level = kLevels; level-- > 0;) {
    const std::size_t count = blocks.size() >> level;
    if (level > 0 && count < kFewestBlocks) continue;
    for (std::size_t k = order.size(); k < count; ++k) {
      order.push_back(blocks[k]);
      marked[blocks[k]] = true;
    }
    const Result<BlockPairs> some = level > 0 ? pairs_.among(marked, *task_) : BlockPairs();
    if (!some || !present_.reset(order, level > 0 ? *some : pairs_, *task_)) return;
    anneal(effort / kLevels, level == 0);
    if (task_->should_stop() || present_.footprint() >= best_footprint_) return;
    order.assign(present_.order().begin(), present_.order().end());
  }
}

/// Leaves the best order found, unless it was stopped. `of_all`: it has all blocks, so that a better plan is kept.
void FirstFitSearch::anneal(std::uint64_t effort, bool of_all) {
  const std::uint64_t first = present_.effort();
  const double warmth = kWarmth * static_cast<double>(present_.footprint());
  std::int64_t least = present_.footprint();
  std::vector<Block> best(present_.order().begin(), present_.order().end());
  if (of_all && least < best_footprint_) keep();
  while (least > bound_) {
    const std::uint64_t used = present_.effort() - first;
    if (used >= effort || task_->should_stop()) break;
    const double left = 1 - static_cast<double>(used) / static_cast<double>(effort);
    const double excess = -std::log(1 - random()) * warmth * left * left;
    try_move(present_.footprint() + static_cast<std::int64_t>(excess));
    if (present_.footprint() >= least) continue;
    least = present_.footprint();
    best.assign(present_.order().begin(), present_.order().end());
    if (of_all && least < best_footprint_) keep();
  }
  if (present_.footprint() > least) present_.reset(best, present_.pairs(), *task_);
}

/// By size times a random power of the number of blocks in the way, with noise.
std::vector<FirstFitSearch::Block> FirstFitSearch::drawn_order() {
  constexpr std::array kPowers = {0.0, 0.5, 1.0, 2.0};
  constexpr std::array kNoise = {0.1, 0.5};
  const double power = kPowers[below(kPowers.size())], noise = kNoise[below(kNoise.size())];
  std::vector<std::pair<double, Block>> keys;
  for (Block b = 0; b < problem_.block_count(); ++b) {
    const double change = 1 + noise * (random() - 0.5);
    const double degree = static_cast<double>(pairs_.degree(b));
    keys.emplace_back(-static_cast<double>(problem_.block_size(b).count) * std::pow(degree, power) * change, b);
  }
  std::ranges::sort(keys);
  std::vector<Block> out;
  for (const auto& [key, b] : keys) out.push_back(b);
  return out;
}

void FirstFitSearch::try_move(std::int64_t most) {
  present_.draw_support_chain(engine_, chain_);
  const std::size_t from = present_.place(chain_[below(chain_.size())]), count = present_.order().size();
  const double kind = random();
  constexpr std::size_t kNear = 200;
  std::size_t to = 0;
  if (kind < 0.6)
    to = below(from + 1);
  else if (kind < 0.9)
    to = from - below(std::min(from, kNear) + 1);
  else
    to = below(count);
  std::ignore = present_.move(from, to, most);
}

void FirstFitSearch::keep() {
  best_footprint_ = present_.footprint();
  best_order_.assign(present_.order().begin(), present_.order().end());
  best_starts_.resize(problem_.block_count());
  for (Block b = 0; b < best_starts_.size(); ++b) best_starts_[b] = present_.start(b);
  if (found_ != nullptr && *found_) (*found_)();
}

std::vector<Offset> FirstFitSearch::offsets() const {
  std::vector<Offset> out(problem_.sizes().size());
  for (Block b = 0; b < best_starts_.size(); ++b) problem_.write(b, best_starts_[b], out);
  return out;
}

}  // namespace stowage
