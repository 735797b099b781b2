// SPDX-License-Identifier: Apache-2.0
#include "core/tradeoff/archive.h"

#include <algorithm>
#include <limits>
#include <numeric>

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
  return entry.judged.value < value || entry.makespan() < makespan || entry.judged.node.point.edits.size() <= edits;
}

bool Archive::insert(JudgedNode node) {
  const std::int64_t makespan = node.node.point.makespan;
  if (has_better(node.value, makespan, node.node.point.edits.size())) {
    others_.push_back(std::move(node.node));
    if (others_.size() > kMostOthers) others_.pop_front();
    return false;
  }
  std::erase_if(front_,
                [&](const Entry& entry) { return entry.judged.value >= node.value && entry.makespan() >= makespan; });
  const auto at =
      std::ranges::upper_bound(front_, node.value, {}, [](const Entry& entry) { return entry.judged.value; });
  front_.insert(at, Entry{std::move(node)});
  if (front_.size() > kMostKept) thin();
  return true;
}

const TradeOffNode& Archive::draw(std::mt19937_64& engine) {
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(engine() % count); };
  constexpr std::size_t kOtherOneIn = 6, kNear = 3;
  if (!others_.empty() && (front_.empty() || below(kOtherOneIn) == 0)) return others_[below(others_.size())];
  std::size_t chosen = below(front_.size());
  if (budget_ && below(2) == 0) {
    const std::size_t centre = beside_budget(), first = centre - std::min(centre, kNear);
    chosen = std::min(first + below(2 * kNear + 1), front_.size() - 1);
  } else if (const std::size_t other = below(front_.size()); front_[other].draws < front_[chosen].draws) {
    chosen = other;
  }
  ++front_[chosen].draws;
  return front_[chosen].judged.node;
}

/// The fastest that fits into the budget, or the smallest.
std::size_t Archive::beside_budget() const {
  const auto after = std::ranges::upper_bound(front_, *budget_, {}, [](const Entry& e) { return e.judged.value; });
  return after == front_.begin() ? 0 : static_cast<std::size_t>(after - front_.begin()) - 1;
}

/// Of those shown, all but the ends, the one without which least of the area under the front is lost.
std::size_t Archive::least_missed(const std::vector<std::size_t>& shown) const {
  constexpr std::size_t kKept = 2;  // plans may need a little more than the bounds that nodes are judged by
  const std::size_t beside = budget_ ? beside_budget() : 0;
  std::size_t out = 1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k + 1 < shown.size(); ++k) {
    if (budget_ && shown[k] <= beside && shown[k] + kKept >= beside) continue;
    const Entry &before = front_[shown[k - 1]], &here = front_[shown[k]], &after = front_[shown[k + 1]];
    const double area = static_cast<double>((after.judged.value - here.judged.value).count) *
                        static_cast<double>(before.makespan() - here.makespan());
    if (area < least) least = area, out = k;
  }
  return out;
}

void Archive::thin() {
  std::vector<std::size_t> all(front_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  front_.erase(front_.begin() + static_cast<std::ptrdiff_t>(least_missed(all)));
}

std::vector<TradeOffPoint> Archive::spread(std::size_t most) const {
  std::vector<std::size_t> shown(front_.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  while (shown.size() > std::max<std::size_t>(most, 2))
    shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(least_missed(shown)));
  std::vector<TradeOffPoint> out;
  out.reserve(shown.size());
  for (std::size_t k : shown) out.push_back(front_[k].judged.node.point);
  return out;
}

}  // namespace stowage
