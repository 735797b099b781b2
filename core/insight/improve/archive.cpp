// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/archive.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr std::size_t kMostKept = 200, kMostOthers = 48;

}  // namespace

bool Archive::has_better(Bytes value, std::int64_t makespan, std::size_t edits) const {
  // Of those that need no more, the last is the fastest.
  const auto after = std::ranges::upper_bound(front_, value, {}, [](const Entry& entry) { return entry.judged.value; });
  if (after == front_.begin()) return false;
  const Entry& entry = *std::prev(after);
  if (entry.makespan() > makespan) return false;
  return entry.judged.value < value || entry.makespan() < makespan || entry.judged.node->point.edits.size() <= edits;
}

std::optional<Bytes> Archive::least_within(std::int64_t makespan) const {
  const auto first = std::ranges::find_if(front_, [&](const Entry& entry) { return entry.makespan() <= makespan; });
  return first == front_.end() ? std::nullopt : std::optional(first->judged.value);
}

bool Archive::insert(const JudgedNode& node) {
  const std::int64_t makespan = node.node->point.makespan;
  if (has_better(node.value, makespan, node.node->point.edits.size())) {
    others_.push_back(node.node);
    if (others_.size() > kMostOthers) others_.pop_front();
    return false;
  }
  std::erase_if(front_,
                [&](const Entry& entry) { return entry.judged.value >= node.value && entry.makespan() >= makespan; });
  const auto at =
      std::ranges::upper_bound(front_, node.value, {}, [](const Entry& entry) { return entry.judged.value; });
  front_.insert(at, Entry{node});
  if (front_.size() > kMostKept) thin();
  return true;
}

SharedNode Archive::draw(std::mt19937_64& engine) {
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(engine() % count); };
  constexpr std::size_t kOtherOneIn = 6;
  if (front_.empty() && others_.empty()) return nullptr;
  if (!others_.empty() && (front_.empty() || below(kOtherOneIn) == 0)) return others_[below(others_.size())];
  std::size_t first = 0;
  const std::size_t end = front_.size();
  if (below(2) == 0)
    while (first + 1 < end && front_[first].makespan() > fast_) ++first;
  std::size_t chosen = first + below(end - first);
  if (const std::size_t other = first + below(end - first); front_[other].draws < front_[chosen].draws) chosen = other;
  ++front_[chosen].draws;
  return front_[chosen].judged.node;
}

std::vector<std::size_t> Archive::shown(std::size_t most) const {
  std::vector<FrontMark> marks;
  for (const Entry& entry : front_) marks.push_back({entry.judged.value, entry.makespan()});
  return spread_over(marks, most);
}

void Archive::thin() {
  Entries kept;
  for (std::size_t k : shown(kMostKept)) kept.push_back(std::move(front_[k]));
  front_ = std::move(kept);
}

std::vector<TradeOffPoint> Archive::spread(std::size_t most) const {
  std::vector<TradeOffPoint> out;
  for (std::size_t k : shown(most)) out.push_back(front_[k].judged.node->point);
  return out;
}

}  // namespace stowage
