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
      keys_(problem.block_count()),
      waits_from_(problem.block_count(), kNowhere),
      waiting_((problem.block_count() + 63) / 64),
      marked_(waiting_.size()) {}

/// visit(other, low, high): b may not start strictly between the start of the other + low and + high.
template <class Visit>
void FirstFitOrder::for_each_pair(Block b, const Visit& visit) {
  effort_ += pairs_->degree(b);
  const std::int64_t own = size(b);
  for (Block other : pairs_->whole(b)) visit(other, -own, size(other));
  for (const BlockPairs::Range& range : pairs_->ranges(b)) visit(range.other, range.low, range.high);
}

/// The lowest start ≥ `from` that the blocks before b leave free. Marks those blocks by rank, which sorts them, and
/// walks upwards to the first gap. Measured: it takes half the time of a sort of all of them.
std::int64_t FirstFitOrder::lowest_free(Block b, std::int64_t from) {
  effort_ += pairs_->degree(b);
  const std::int64_t step = problem_.block_step(b), own = size(b);
  const std::uint32_t place = keys_[b].place;
  for (Block other : pairs_->whole(b)) {
    const Key key = keys_[other];
    marked_[key.rank / 64] |= std::uint64_t{key.place < place} << (key.rank % 64);
  }
  obstacles_.clear();
  for (const BlockPairs::Range& range : pairs_->ranges(b))
    if (const std::int64_t start = at_[range.other].start; keys_[range.other].place < place)
      obstacles_.push_back({start + range.low, start + range.high});
  std::ranges::sort(obstacles_, {}, &Obstacle::low);
  std::int64_t start = round_up(from, step);
  auto obstacle = obstacles_.begin();
  const auto rises_above = [&](std::int64_t low) {
    for (; obstacle != obstacles_.end() && obstacle->low < std::min(low, start); ++obstacle)
      if (obstacle->high > start) start = round_up(obstacle->high, step);
    return start > low;
  };
  bool free = false;
  for (std::size_t w = 0; w < marked_.size(); ++w)
    for (std::uint64_t word = std::exchange(marked_[w], 0); word != 0 && !free; word &= word - 1) {
      const At& at = at_[by_start_[w * 64 + static_cast<std::size_t>(std::countr_zero(word))]];
      free = !rises_above(at.start - own);
      if (!free && at.end > start) start = round_up(at.end, step);
    }
  rises_above(kNowhere);
  return start;
}

/// Moves an entry of order_ or by_start_, where `place` of its key says where a block stands.
void FirstFitOrder::shift(std::vector<Block>& list, std::uint32_t Key::*place, std::size_t from, std::size_t to) {
  const auto at = [&](std::size_t k) { return list.begin() + static_cast<std::ptrdiff_t>(k); };
  if (to < from)
    std::rotate(at(to), at(from), at(from + 1));
  else
    std::rotate(at(from), at(from + 1), at(to + 1));
  for (std::size_t k = std::min(from, to); k <= std::max(from, to); ++k)
    keys_[list[k]].*place = static_cast<std::uint32_t>(k);
}

void FirstFitOrder::put(Block b, std::int64_t start) {
  const auto first = by_start_.begin(), own = first + keys_[b].rank;
  const auto lies_below = [&](Block other) { return at_[other].start < start; };
  const bool falls = start < at_[b].start;
  const auto to = falls ? std::partition_point(first, own, lies_below)
                        : std::partition_point(own + 1, by_start_.end(), lies_below) - 1;
  at_[b] = {start, start + size(b)};
  shift(by_start_, &Key::rank, keys_[b].rank, static_cast<std::size_t>(to - first));
}

bool FirstFitOrder::reset(std::span<const Block> order, const BlockPairs& pairs, const Task& task) {
  constexpr std::size_t kInterval = 16;  // a block may have many pairs
  pairs_ = &pairs;
  for (Block b : order_) keys_[b] = {};
  order_.assign(order.begin(), order.end());
  by_start_ = order_;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    at_[order_[k]].start = kNowhere;
    keys_[order_[k]] = {kOut, static_cast<std::uint32_t>(k)};
  }
  footprint_ = 0;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    if (task.poll(k, kInterval)) {
      order_.resize(k);
      return false;
    }
    const Block b = order_[k];
    keys_[b].place = static_cast<std::uint32_t>(k);
    put(b, lowest_free(b, 0));
    footprint_ = std::max(footprint_, at_[b].end);
  }
  return true;
}

/// Has b placed again at its turn, at `from` or above.
void FirstFitOrder::wait(Block b, std::int64_t from) {
  waits_from_[b] = std::min(waits_from_[b], std::max<std::int64_t>(0, from));
  const std::uint32_t place = keys_[b].place;
  waiting_[place / 64] |= std::uint64_t{1} << (place % 64);
  first_waiting_ = std::min<std::size_t>(first_waiting_, place / 64);
}

void FirstFitOrder::forget_waiting() {
  for (std::size_t w = first_waiting_; w < waiting_.size(); ++w)
    for (; waiting_[w] != 0; waiting_[w] &= waiting_[w] - 1)
      waits_from_[order_[w * 64 + static_cast<std::size_t>(std::countr_zero(waiting_[w]))]] = kNowhere;
  first_waiting_ = waiting_.size();
}

bool FirstFitOrder::move(std::size_t from, std::size_t to, std::int64_t most) {
  if (from == to) return footprint_ <= most;
  const Block moved = order_[from];
  shift(order_, &Key::place, from, to);
  undo_.clear();
  first_waiting_ = waiting_.size();
  // The moved block now comes after these.
  if (from < to) {
    const std::int64_t start = at_[moved].start;
    for_each_pair(moved, [&](Block other, std::int64_t low, std::int64_t high) {
      if (keys_[other].place >= from && keys_[other].place < to && start - high < at_[other].start && start > low)
        wait(other, start - high + 1);
    });
  }
  wait(moved, 0);
  if (place_waiting(moved, from, most)) {
    footprint_ = 0;
    for (Block b : order_) footprint_ = std::max(footprint_, at_[b].end);
    return true;
  }
  forget_waiting();
  for (auto undo = undo_.rbegin(); undo != undo_.rend(); ++undo) put(undo->block, undo->start);
  shift(order_, &Key::place, to, from);
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
    const std::int64_t before = at_[b].start, start = lowest_free(b, std::exchange(waits_from_[b], kNowhere));
    if (start == before && b != moved) continue;
    if (start + size(b) > most) return false;
    undo_.push_back({b, before});
    put(b, start);
    // The ranges of b to others are theirs to b, turned round.
    for_each_pair(b, [&](Block other, std::int64_t low, std::int64_t high) {
      const At& at = at_[other];
      const std::uint32_t own = keys_[other].place;
      if (own <= place || own == kOut) return;
      const bool was_before = b != moved || from < place || own > from;
      const bool is_freed = was_before && start != before && before - high < at.start && before > low;
      if (is_freed) wait(other, before - high + 1);
      if (start - high < at.start && at.start < start - low) wait(other, at.start);
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
      if (keys_[other].place < keys_[b].place && low < lower && lower < high) candidates_.push_back(other);
    });
  }
}

}  // namespace stowage
