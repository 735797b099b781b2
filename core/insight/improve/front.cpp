// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/front.h"

#include <algorithm>
#include <tuple>

#include "core/insight/improve/spread.h"

namespace stowage {

std::vector<TradeOffPoint> front_of(std::vector<TradeOffPoint> points, const FrontDuties& duties) {
  points.insert(points.end(), duties.known.begin(), duties.known.end());
  std::ranges::stable_sort(points, {}, [](const TradeOffPoint& point) {
    return std::tuple(point.plan.footprint, point.makespan, point.edits.size());
  });
  std::vector<TradeOffPoint> front;
  std::vector<FrontMark> marks;
  for (TradeOffPoint& point : points) {
    if (!front.empty() && point.makespan >= front.back().makespan) continue;
    marks.push_back({point.plan.footprint, point.makespan});
    front.push_back(std::move(point));
  }
  const auto keep_fastest_within = [&](Bytes budget) {
    const auto after = std::ranges::upper_bound(marks, budget, {}, &FrontMark::bytes);
    if (after != marks.begin()) std::prev(after)->stays = true;
  };
  for (const TradeOffPoint& point : duties.known) keep_fastest_within(point.plan.footprint);
  if (duties.budget) keep_fastest_within(*duties.budget);
  const auto in_time =
      std::ranges::find_if(marks, [&](const FrontMark& mark) { return mark.nanoseconds <= duties.makespan; });
  if (in_time != marks.end()) in_time->stays = true;

  // A front that goes on has room for what is new.
  const auto stay = static_cast<std::size_t>(std::ranges::count(marks, true, &FrontMark::stays));
  const std::size_t most = duties.known.empty() ? duties.most : std::max(duties.most, stay + duties.most / 3);
  std::vector<TradeOffPoint> out;
  for (std::size_t k : spread_over(marks, most)) out.push_back(std::move(front[k]));
  return out;
}

}  // namespace stowage
