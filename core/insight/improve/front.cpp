// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/front.h"

#include <algorithm>
#include <tuple>

namespace stowage {
namespace {

constexpr std::size_t kMaxKept = 200;   // half and twice give the same five fronts
constexpr std::size_t kMaxOthers = 48;  // half and twice: as another seed (trade_off.cpp)

struct Mark {
  Bytes bytes;
  std::int64_t nanoseconds = 0;
  bool stays = false;
};

/// The places of at most `most` marks of a front (ascending by bytes, descending by time): again and again, the mark
/// goes whose loss costs the least area under the front. Both ends stay, and all marks with `stays`, however many.
std::vector<std::size_t> spread_over(const std::vector<Mark>& front, std::size_t most) {
  auto shown = numbers_below<std::size_t>(front.size());
  while (shown.size() > std::max<std::size_t>(most, 2)) {
    std::optional<std::size_t> out;
    double least = 0;
    for (std::size_t k = 1; k + 1 < shown.size(); ++k) {
      const Mark &before = front[shown[k - 1]], &here = front[shown[k]], &after = front[shown[k + 1]];
      if (here.stays) continue;
      const double area = static_cast<double>((after.bytes - here.bytes).count) *
                          static_cast<double>(before.nanoseconds - here.nanoseconds);
      if (!out || area < least) least = area, out = k;
    }
    if (!out) break;
    shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(*out));
  }
  return shown;
}

}  // namespace

bool Archive::has_better(Bytes value, std::int64_t makespan, std::size_t edits) const {
  // Of those that need no more, the last is the fastest.
  const auto after = std::ranges::upper_bound(front_, value, {}, &Entry::value);
  if (after == front_.begin()) return false;
  const Entry& entry = *std::prev(after);
  if (entry.makespan() > makespan) return false;
  return entry.value() < value || entry.makespan() < makespan || entry.node->point.edits.size() <= edits;
}

std::optional<Bytes> Archive::least_within(std::int64_t makespan) const {
  const auto first = std::ranges::find_if(front_, [&](const Entry& entry) { return entry.makespan() <= makespan; });
  return first == front_.end() ? std::nullopt : std::optional(first->value());
}

bool Archive::insert(const SharedNode& node) {
  const std::int64_t makespan = node->point.makespan;
  if (has_better(node->value, makespan, node->point.edits.size())) {
    others_.push_back(node);
    if (others_.size() > kMaxOthers) others_.pop_front();
    return false;
  }
  std::erase_if(front_,
                [&](const Entry& entry) { return entry.value() >= node->value && entry.makespan() >= makespan; });
  front_.insert(std::ranges::upper_bound(front_, node->value, {}, &Entry::value), Entry{node});
  if (front_.size() > kMaxKept) {
    std::vector<Entry> kept;
    for (std::size_t k : shown(kMaxKept)) kept.push_back(std::move(front_[k]));
    front_ = std::move(kept);
  }
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
  return front_[chosen].node;
}

std::vector<std::size_t> Archive::shown(std::size_t most) const {
  std::vector<Mark> marks;
  for (const Entry& entry : front_) marks.push_back({entry.value(), entry.makespan()});
  return spread_over(marks, most);
}

std::vector<TradeOffPoint> Archive::spread(std::size_t most) const {
  std::vector<TradeOffPoint> out;
  for (std::size_t k : shown(most)) out.push_back(front_[k].node->point);
  return out;
}

std::vector<TradeOffPoint> front_of(std::vector<TradeOffPoint> points, const FrontDuties& duties) {
  points.insert(points.end(), duties.known.begin(), duties.known.end());
  std::ranges::stable_sort(points, {}, [](const TradeOffPoint& point) {
    return std::tuple(point.plan.footprint, point.makespan, point.edits.size());
  });
  std::vector<TradeOffPoint> front;
  std::vector<Mark> marks;
  for (TradeOffPoint& point : points) {
    if (!front.empty() && point.makespan >= front.back().makespan) continue;
    marks.push_back({point.plan.footprint, point.makespan});
    front.push_back(std::move(point));
  }
  const auto keep_fastest_within = [&](Bytes budget) {
    const auto after = std::ranges::upper_bound(marks, budget, {}, &Mark::bytes);
    if (after != marks.begin()) std::prev(after)->stays = true;
  };
  for (const TradeOffPoint& point : duties.known) keep_fastest_within(point.plan.footprint);
  if (duties.budget) keep_fastest_within(*duties.budget);
  const auto in_time =
      std::ranges::find_if(marks, [&](const Mark& mark) { return mark.nanoseconds <= duties.makespan; });
  if (in_time != marks.end()) in_time->stays = true;

  // A front that goes on has room for what is new.
  const auto stay = static_cast<std::size_t>(std::ranges::count(marks, true, &Mark::stays));
  const std::size_t most = duties.known.empty() ? duties.most : std::max(duties.most, stay + duties.most / 3);
  std::vector<TradeOffPoint> out;
  for (std::size_t k : spread_over(marks, most)) out.push_back(std::move(front[k]));
  return out;
}

}  // namespace stowage
