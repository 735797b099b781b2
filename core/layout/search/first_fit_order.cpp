// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/first_fit_order.h"

#include <bit>

#include "core/base/bits.h"

namespace stowage {
namespace {

constexpr std::int64_t kNowhere = std::numeric_limits<std::int64_t>::max();

}  // namespace

FirstFitOrder::FirstFitOrder(const LayoutProblem& problem, const BlockPairs& pairs)
    : problem_(problem),
      pairs_(&pairs),
      at_(problem.block_count()),
      rechecks_(problem.block_count(), {kNowhere, 0, false}),
      waiting_((problem.block_count() + 63) / 64) {
  for (Block b = 0; b < problem.block_count(); ++b) sizes_.push_back(problem.block_size(b).count);
}

/// visit(other, low, high): b may not start strictly between the start of the other + low and + high.
template <class Visit>
void FirstFitOrder::for_each_pair(Block b, const Visit& visit) {
  effort_ += pairs_->degree(b);
  const std::int64_t own = size(b);
  for (Block other : pairs_->whole(b)) visit(other, -own, size(other));
  for (const BlockPairs::Range& range : pairs_->ranges(b)) visit(range.other, range.low, range.high);
}

/// The lowest start ≥ `from` that the blocks before b leave free; kNowhere where it is not below `until`.
std::int64_t FirstFitOrder::lowest_free(Block b, std::int64_t from, std::int64_t until) {
  const std::int64_t step = problem_.block_step(b);
  std::int64_t start = round_up(from, step);
  const std::uint32_t place = at_[b].place;
  obstacles_.clear();
  for_each_pair(b, [&](Block other, std::int64_t low, std::int64_t high) {
    const At& at = at_[other];
    if (at.place < place && at.start + high > start && at.start + low < until)
      obstacles_.push_back({at.start + low, at.start + high});
  });
  std::ranges::sort(obstacles_, {}, &Obstacle::low);
  for (const Obstacle& obstacle : obstacles_) {
    if (obstacle.low >= start) break;
    if (obstacle.high > start) start = round_up(obstacle.high, step);
    if (start >= until) break;
  }
  return start < until ? start : kNowhere;
}

bool FirstFitOrder::reset(std::span<const Block> order, const BlockPairs& pairs, const Task& task) {
  constexpr std::size_t kInterval = 16;  // a block may have many pairs
  pairs_ = &pairs;
  for (Block b : order_) at_[b].place = kOut;
  order_.assign(order.begin(), order.end());
  footprint_ = 0;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    if (task.poll(k, kInterval)) {
      order_.resize(k);
      return false;
    }
    const Block b = order_[k];
    at_[b].place = static_cast<std::uint32_t>(k);
    put(b, lowest_free(b, 0, kNowhere));
    footprint_ = std::max(footprint_, at_[b].end);
  }
  return true;
}

void FirstFitOrder::shift(std::size_t from, std::size_t to) {
  const auto begin = order_.begin();
  const auto at = [&](std::size_t k) { return begin + static_cast<std::ptrdiff_t>(k); };
  if (to < from)
    std::rotate(at(to), at(from), at(from + 1));
  else
    std::rotate(at(from), at(from + 1), at(to + 1));
  for (std::size_t k = std::min(from, to); k <= std::max(from, to); ++k)
    at_[order_[k]].place = static_cast<std::uint32_t>(k);
}

void FirstFitOrder::wait(Block b) {
  const std::uint32_t place = at_[b].place;
  waiting_[place / 64] |= std::uint64_t{1} << (place % 64);
  first_waiting_ = std::min<std::size_t>(first_waiting_, place / 64);
}

/// Notes that a block no longer forbids b the starts strictly between low and high, as far as these are below the start
/// of b.
void FirstFitOrder::free_range(Block b, std::int64_t low, std::int64_t high) {
  if (low >= at_[b].start || high <= 0) return;
  Recheck& recheck = rechecks_[b];
  recheck.from = std::min(recheck.from, std::max<std::int64_t>(0, low + 1));
  recheck.until = std::max(recheck.until, high);
  wait(b);
}

void FirstFitOrder::forget_waiting() {
  for (std::size_t w = first_waiting_; w < waiting_.size(); ++w)
    for (; waiting_[w] != 0; waiting_[w] &= waiting_[w] - 1)
      rechecks_[order_[w * 64 + static_cast<std::size_t>(std::countr_zero(waiting_[w]))]] = {kNowhere, 0, false};
  first_waiting_ = waiting_.size();
}

bool FirstFitOrder::move(std::size_t from, std::size_t to, std::int64_t most) {
  if (from == to) return footprint_ <= most;
  const Block moved = order_[from];
  shift(from, to);
  undo_.clear();
  first_waiting_ = waiting_.size();
  // The moved block now comes after these.
  if (from < to) {
    const std::int64_t start = at_[moved].start;
    for_each_pair(moved, [&](Block other, std::int64_t low, std::int64_t high) {
      if (at_[other].place >= from && at_[other].place < to) free_range(other, start - high, start - low);
    });
  }
  rechecks_[moved] = {0, kNowhere, true};
  wait(moved);
  if (place_waiting(moved, from, most)) {
    footprint_ = 0;
    for (Block b : order_) footprint_ = std::max(footprint_, at_[b].end);
    return true;
  }
  forget_waiting();
  for (auto undo = undo_.rbegin(); undo != undo_.rend(); ++undo) put(undo->block, undo->start);
  shift(to, from);
  return false;
}

/// Places the waiting blocks in their order; `moved` came from place `from`. False where one would end above `most`.
bool FirstFitOrder::place_waiting(Block moved, std::size_t from, std::int64_t most) {
  while (first_waiting_ < waiting_.size()) {
    std::uint64_t& word = waiting_[first_waiting_];
    if (word == 0) {
      ++first_waiting_;
      continue;
    }
    const std::size_t place = first_waiting_ * 64 + static_cast<std::size_t>(std::countr_zero(word));
    word &= word - 1;
    const Block b = order_[place];
    const Recheck recheck = std::exchange(rechecks_[b], {kNowhere, 0, false});
    const std::int64_t before = at_[b].start;
    std::int64_t start = lowest_free(b, recheck.covered ? std::min(recheck.from, before) : recheck.from,
                                     recheck.covered ? kNowhere : std::min(recheck.until, before));
    if (start == kNowhere) start = before;
    if (start == before && b != moved) continue;
    if (start + size(b) > most) {
      rechecks_[b] = {kNowhere, 0, false};
      return false;
    }
    undo_.push_back({b, before});
    put(b, start);
    // The ranges of b to others are theirs to b, turned round.
    for_each_pair(b, [&](Block other, std::int64_t low, std::int64_t high) {
      const At& at = at_[other];
      if (at.place <= place || at.place == kOut) return;
      const bool was_before = b != moved || from < place || at.place > from;
      if (was_before && start != before) free_range(other, before - high, before - low);
      if (start - high < at.start && at.start < start - low) {
        rechecks_[other].covered = true;
        wait(other);
      }
    });
  }
  return true;
}

void FirstFitOrder::draw_support_chain(std::mt19937_64& engine, std::vector<Block>& chain) {
  effort_ += order_.size() / 8 + 1;  // of the loop below, which counts without any pairs, too
  chain.clear();
  candidates_.clear();
  for (Block b : order_)
    if (at_[b].end == footprint_) candidates_.push_back(b);
  while (!candidates_.empty()) {
    const Block b = candidates_[engine() % candidates_.size()];
    chain.push_back(b);
    candidates_.clear();
    const At own = at_[b];
    if (own.start == 0) break;
    const std::int64_t step = problem_.block_step(b);
    for_each_pair(b, [&](Block other, std::int64_t low, std::int64_t high) {
      const At& at = at_[other];
      const std::int64_t lower = own.start - step - at.start;
      if (at.place < own.place && low < lower && lower < high) candidates_.push_back(other);
    });
  }
}

}  // namespace stowage
