// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/step_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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

constexpr std::size_t kBlock = 32;

/// Where something may begin or end to be alive.
std::vector<std::uint32_t> ends_of(const StepScale& scale) {
  std::vector<std::uint32_t> out{0, static_cast<std::uint32_t>(scale.length())};
  for (std::size_t step = 0; step < scale.steps(); ++step) {
    out.push_back(static_cast<std::uint32_t>(scale.begin(step)));
    out.push_back(static_cast<std::uint32_t>(scale.end(step)));
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

}  // namespace

StepScale::StepScale(Timing timing, std::int64_t unit) : steps_(timing.starts.size()) {
  Run run;
  run.timing = std::move(timing);
  run.unit = unit;
  run.critical_path = run.timing.critical_path();
  const auto places_of = [unit](std::vector<std::int64_t> times) {
    if (unit > 1)
      for (std::int64_t& time : times) time /= unit;
    return times;
  };
  run.begin = places_of(run.timing.starts);
  run.end = places_of(run.timing.ends);
  const auto largest = [](std::int64_t a, std::int64_t b) { return std::max(a, b); };
  const auto least = [](std::int64_t a, std::int64_t b) { return std::min(a, b); };
  run.latest_end.resize(steps_);
  std::inclusive_scan(run.end.begin(), run.end.end(), run.latest_end.begin(), largest);
  run.earliest_start.resize(steps_);
  std::inclusive_scan(run.begin.rbegin(), run.begin.rend(), run.earliest_start.rbegin(), least);
  run.by_start.resize(steps_);
  std::iota(run.by_start.begin(), run.by_start.end(), 0U);
  std::ranges::stable_sort(run.by_start, {}, [&](std::uint32_t step) { return run.begin[step]; });
  for (const std::uint32_t step : run.by_start) run.starts.push_back(run.begin[step]);
  run.ends = run.end;
  std::ranges::sort(run.ends);
  std::int64_t shortest = 0;
  for (std::size_t step = 0; step < steps_; ++step) {
    const std::int64_t takes = run.end[step] - run.begin[step];
    if (takes > 0 && (shortest == 0 || takes < shortest)) shortest = takes;
  }
  run.shortest = static_cast<double>(std::max<std::int64_t>(shortest, 1));
  run_ = std::make_shared<const Run>(std::move(run));
}

StepScale StepScale::over(std::span<const std::int64_t> borders) {
  StepScale out(borders.size() - 1);
  out.borders_ = std::make_shared<const std::vector<std::int64_t>>(borders.begin(), borders.end());
  return out;
}

double StepScale::length() const {
  if (borders_) return static_cast<double>(borders_->back());
  return static_cast<double>(run_ ? run_->timing.makespan / run_->unit : static_cast<std::int64_t>(steps_));
}

double StepScale::begin(std::size_t step) const {
  if (borders_) return static_cast<double>((*borders_)[step]);
  return run_ ? static_cast<double>(run_->begin[step]) : static_cast<double>(step);
}

double StepScale::end(std::size_t step) const {
  if (borders_) return static_cast<double>((*borders_)[step + 1]);
  return run_ ? static_cast<double>(run_->end[step]) : static_cast<double>(step + 1);
}

StepScale::Span StepScale::span_of(std::size_t from, std::size_t to) const {
  Span out{begin(from), end(to - 1)};
  for (std::size_t step = from; run_ && step < to; ++step)
    out = {std::min(out.begin, begin(step)), std::max(out.end, end(step))};
  return out;
}

bool StepScale::touches(std::size_t step, double begin, double end) const {
  const double from = this->begin(step);
  return from < end && (from >= begin || this->end(step) > begin);
}

std::optional<StepScale::Span> StepScale::same_steps(const StepScale& other, double begin, double end) const {
  Span out{length(), 0};
  const Range seen = other.steps_within(begin, end);
  for (std::size_t step = seen.begin; step < std::min(seen.end, steps()); ++step)
    if (other.touches(step, begin, end))
      out = {std::min(out.begin, this->begin(step)), std::max(out.end, this->end(step))};
  return out.begin < out.end ? std::optional(out) : std::nullopt;
}

StepScale::Range StepScale::steps_within(double begin, double end) const {
  if (run_) {
    const std::size_t first = count_before(run_->latest_end, begin), last = count_until(run_->earliest_start, end);
    return {std::min(first, last), last};
  }
  if (borders_) {
    const std::size_t first = std::max<std::size_t>(count_until(*borders_, begin), 1) - 1;
    const std::size_t last = std::clamp(count_before(*borders_, end), std::min(first, steps_), steps_);
    return {std::min(first, last), last};
  }
  const double steps = static_cast<double>(steps_);
  const double first = std::clamp(std::floor(begin), 0.0, steps), last = std::clamp(std::ceil(end), first, steps);
  return {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
}

StepScale::Range StepScale::steps_touching(double begin, double end) const {
  Range out = steps_within(begin, end);
  while (out.begin < out.end && !touches(out.begin, begin, end)) ++out.begin;
  while (out.begin < out.end && !touches(out.end - 1, begin, end)) --out.end;
  return out;
}

std::size_t StepScale::count_within(double begin, double end) const {
  const Range range = steps_within(begin, end);
  if (!run_) return range.end - range.begin;
  const std::size_t started = count_until(run_->starts, end);
  return started - std::min(started, count_before(run_->ends, begin));
}

std::size_t StepScale::step_at(double place) const {
  if (run_) return run_->by_start[std::max<std::size_t>(count_until(run_->starts, place), 1) - 1];
  if (borders_) return std::min(std::max<std::size_t>(count_until(*borders_, place), 1), steps_) - 1;
  return static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, static_cast<double>(steps_ - 1)));
}

std::size_t StepScale::moved(std::size_t step, std::ptrdiff_t by) const {
  auto rank = static_cast<std::ptrdiff_t>(step);
  if (run_) {
    const auto key = [&](std::uint32_t each) { return std::pair(run_->begin[each], each); };
    const auto at = std::ranges::lower_bound(run_->by_start, key(static_cast<std::uint32_t>(step)), {}, key);
    rank = at - run_->by_start.begin();
  }
  rank = std::clamp(rank + by, std::ptrdiff_t{0}, static_cast<std::ptrdiff_t>(steps_) - 1);
  return run_ ? run_->by_start[static_cast<std::size_t>(rank)] : static_cast<std::size_t>(rank);
}

StepScale step_scale(const Graph& graph, bool over_time) {
  return over_time && graph.has_durations() ? StepScale(timing_of(graph)) : StepScale(graph.operator_count());
}

StepCurve::StepCurve(std::vector<Bytes> bytes, std::vector<std::int64_t> begins)
    : bytes_(std::move(bytes)), begins_(std::move(begins)) {
  peak_step_ = static_cast<std::size_t>(std::ranges::max_element(bytes_) - bytes_.begin());
  for (std::size_t from = 0; from < bytes_.size(); from += kBlock) {
    const auto begin = bytes_.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = bytes_.begin() + static_cast<std::ptrdiff_t>(std::min(from + kBlock, bytes_.size()));
    const auto [least, most] = std::minmax_element(begin, end);
    blocks_.push_back({*least, *most});
  }
}

StepCurve::StepCurve(const StepScale& scale, std::span<const Bytes> sizes, std::span<const Lifetime> lives) {
  if (!scale.over_time()) {
    *this = StepCurve(curve_of(sizes, lives, static_cast<std::size_t>(scale.length())));
    return;
  }
  const std::vector<std::uint32_t> begins = ends_of(scale);
  std::vector<Lifetime> pieces(lives.begin(), lives.end());
  const auto piece_of = [&](std::uint32_t place) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(begins, place) - begins.begin());
  };
  for (Lifetime& life : pieces)
    if (!life.empty()) life = {piece_of(life.begin), piece_of(life.end)};
  *this = StepCurve(curve_of<std::uint32_t>(sizes, pieces, begins.size()), {begins.begin(), begins.end()});
}

StepCurve::Extent StepCurve::extent(std::size_t from, std::size_t to) const {
  to = std::min(to, bytes_.size());
  if (from >= to) return {};
  Extent out{bytes_[from], bytes_[from]};
  while (from < to) {
    const bool whole_block = from % kBlock == 0 && from + kBlock <= to;
    const Extent part = whole_block ? blocks_[from / kBlock] : Extent{bytes_[from], bytes_[from]};
    out = {std::min(out.least, part.least), std::max(out.most, part.most)};
    from += whole_block ? kBlock : 1;
  }
  return out;
}

StepScale::Range StepCurve::pieces_within(double from, double to) const {
  if (begins_.empty())
    return {static_cast<std::size_t>(std::max(0.0, std::floor(from))),
            static_cast<std::size_t>(std::max(0.0, std::ceil(to)))};
  return {std::max<std::size_t>(count_until(begins_, from), 1) - 1, count_before(begins_, to)};
}

double StepCurve::begin(std::size_t piece) const {
  return begins_.empty() ? static_cast<double>(piece) : static_cast<double>(begins_[piece]);
}

double StepCurve::end(std::size_t piece) const {
  if (begins_.empty()) return static_cast<double>(piece + 1);
  return piece + 1 < begins_.size() ? begin(piece + 1) : std::numeric_limits<double>::infinity();
}

StepCurve::Extent StepCurve::extent_within(double from, double to) const {
  const StepScale::Range pieces = pieces_within(from, to);
  return extent(pieces.begin, pieces.end);
}

Bytes StepCurve::at(double place) const {
  const std::size_t piece = pieces_within(place, place).begin;
  return extent(piece, piece + 1).most;
}

}  // namespace stowage
