// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lane_scale.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace stowage {
namespace {

/// How many of these, which ascend, lie before `place`.
std::size_t count_before(const std::vector<std::int64_t>& times, double place) {
  const auto as_double = [](std::int64_t time) { return static_cast<double>(time); };
  return static_cast<std::size_t>(std::ranges::lower_bound(times, place, {}, as_double) - times.begin());
}
/// Those at it, too.
std::size_t count_until(const std::vector<std::int64_t>& times, double place) {
  const auto as_double = [](std::int64_t time) { return static_cast<double>(time); };
  return static_cast<std::size_t>(std::ranges::upper_bound(times, place, {}, as_double) - times.begin());
}

}  // namespace

LaneScale::LaneScale(Timing timing) : steps_(timing.starts.size()) {
  Run run;
  run.timing = std::move(timing);
  run.critical_path = run.timing.critical_path();
  const std::vector<std::int64_t>&starts = run.timing.starts, &ends = run.timing.ends;
  run.latest_end.resize(steps_);
  std::inclusive_scan(ends.begin(), ends.end(), run.latest_end.begin(),
                      [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
  run.earliest_start.resize(steps_);
  std::inclusive_scan(starts.rbegin(), starts.rend(), run.earliest_start.rbegin(),
                      [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
  run.by_start.resize(steps_);
  std::iota(run.by_start.begin(), run.by_start.end(), 0U);
  std::ranges::stable_sort(run.by_start, {}, [&](std::uint32_t step) { return starts[step]; });
  for (const std::uint32_t step : run.by_start) run.starts.push_back(starts[step]);
  run.ends = ends;
  std::ranges::sort(run.ends);
  std::int64_t shortest = 0;
  for (std::size_t step = 0; step < steps_; ++step) {
    const std::int64_t takes = ends[step] - starts[step];
    if (takes > 0 && (shortest == 0 || takes < shortest)) shortest = takes;
  }
  run.shortest = static_cast<double>(std::max<std::int64_t>(shortest, 1));
  run_ = std::make_shared<const Run>(std::move(run));
}

double LaneScale::length() const {
  return static_cast<double>(run_ ? run_->timing.makespan : static_cast<std::int64_t>(steps_));
}

double LaneScale::begin(std::size_t step) const {
  return run_ ? static_cast<double>(run_->timing.starts[step]) : static_cast<double>(step);
}

double LaneScale::end(std::size_t step) const {
  return run_ ? static_cast<double>(run_->timing.ends[step]) : static_cast<double>(step + 1);
}

LaneScale::Range LaneScale::steps_within(double begin, double end) const {
  if (run_) {
    const std::size_t first = count_before(run_->latest_end, begin), last = count_until(run_->earliest_start, end);
    return {std::min(first, last), last};
  }
  const double steps = static_cast<double>(steps_);
  const double first = std::clamp(std::floor(begin), 0.0, steps), last = std::clamp(std::ceil(end), first, steps);
  return {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
}

std::size_t LaneScale::count_within(double begin, double end) const {
  const Range range = steps_within(begin, end);
  if (!run_) return range.end - range.begin;
  const std::size_t started = count_until(run_->starts, end);
  return started - std::min(started, count_before(run_->ends, begin));
}

std::size_t LaneScale::step_at(double place) const {
  if (run_) return run_->by_start[std::max<std::size_t>(count_until(run_->starts, place), 1) - 1];
  return static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, static_cast<double>(steps_ - 1)));
}

LaneScale lane_scale(const Graph& graph, bool over_time) {
  return over_time && graph.has_durations() ? LaneScale(timing_of(graph)) : LaneScale(graph.operator_count());
}

}  // namespace stowage
