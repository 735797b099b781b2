// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include <map>
#include <queue>
#include <tuple>

#include "core/base/min_tree.h"

// Heights are found from below. The line of time is covered by *segments*, disjoint, each at the height up to which it
// is filled; the lowest is taken next. A job (a tensor with its window) that reaches into it, and into no other
// segment, is put on it; the segment rises by the job where they meet and stays where they do not. Without such a job,
// the segment is dropped for good.
//
//   height                   ┌───────────────┐
//                            │      job      │           the job reaches over what was dropped: there it may
//            ┌───────────┬───┴───────┬───┬───┘           overlap another that does so
//            │   other   │ taken     │ dropped
//   ─────────┴───────────┴───────────┴───────── time
//
// 1. Each job not yet placed meets a segment: it does at first, a segment put in place of another covers the same time,
// and one is dropped only where each such job meets another segment too. So a job that begins at or after the end of
// the segment before (all between is dropped) ends after the one taken begins, and the job wanted is, of those that
// begin between these two ends, the first that ends by the begin of the segment after: a search tree of ends finds it.
// 2. A height is a sum of jobs alive at one time, since a segment rises only by jobs that cover all of it.
// 3. Heights are taken in ascending order. So a job overlaps an earlier one iff they meet in time and the earlier one
//    ends above; and of one colour, those placed that still matter never meet in time.

namespace stowage {
namespace {

using Position = Conflicts::Position;

struct Job {
  Position begin, end;
  std::int64_t size;
  TensorId tensor;
};

/// The jobs that occupy anything, ordered by begin, then the largest first.
std::vector<Job> jobs_of(const LayoutProblem& problem) {
  std::vector<Job> out;
  for (TensorId t : problem.graph().tensors()) {
    const Conflicts::Window window = problem.conflicts().windows()[t.index()];
    if (problem.occupies(t)) out.push_back({window.begin, window.end, problem.sizes()[t.index()].count, t});
  }
  std::ranges::sort(out, {}, [](const Job& job) { return std::tuple(job.begin, -job.size, job.tensor.index()); });
  return out;
}

/// First-fit colouring of jobs that come with ascending heights.
class Colours {
 public:
  /// The lowest colour in which nothing overlaps the job.
  std::uint32_t take(const Job& job, std::int64_t height) {
    std::uint32_t colour = 0;
    while (colour < placed_.size() && overlaps(placed_[colour], job, height)) ++colour;
    if (colour == placed_.size()) placed_.emplace_back();
    placed_[colour][job.begin] = {job.end, height + job.size};
    return colour;
  }
  [[nodiscard]] std::size_t count() const { return placed_.size(); }

 private:
  struct Placed {
    Position end;
    std::int64_t top;
  };
  using ByBegin = std::map<Position, Placed>;

  /// Removes the jobs met that end below: no job to come overlaps them.
  static bool overlaps(ByBegin& placed, const Job& job, std::int64_t height) {
    auto at = placed.lower_bound(job.begin);
    if (at != placed.begin() && std::prev(at)->second.end > job.begin) --at;
    while (at != placed.end() && at->first < job.end) {
      if (at->second.top > height) return true;
      at = placed.erase(at);
    }
    return false;
  }

  std::vector<ByBegin> placed_;
};

class Placement {
 public:
  Placement(const LayoutProblem& problem, std::vector<PoppedSegment>* popped)
      : jobs_(jobs_of(problem)), ends_(jobs_.size()), popped_(popped) {
    for (std::size_t k = 0; k < jobs_.size(); ++k) ends_.set(k, jobs_[k].end);
    out_.height.resize(problem.sizes().size());
    out_.colour.resize(problem.sizes().size());
    for (const Job& job : jobs_) last_ = std::max(last_, job.end);
    if (!jobs_.empty()) add(jobs_.front().begin, last_, 0);
  }

  Result<GergovHeights> run(const Task& task) {
    for (std::size_t count = 0; !lowest_.empty(); ++count) {
      if (task.poll(count)) return tl::unexpected(task.why_stopped());
      const auto [height, begin] = lowest_.top();
      lowest_.pop();
      fill(segments_.find(begin), height);
    }
    out_.colours = static_cast<std::uint32_t>(colours_.count());
    return std::move(out_);
  }

 private:
  using Segments = std::map<Position, Position>;  // end by begin

  void add(Position begin, Position end, std::int64_t height) {
    if (begin >= end) return;
    if (popped_ != nullptr && !popped_->empty()) popped_->back().pushed.push_back({{begin, end}, height});
    segments_[begin] = end;
    lowest_.emplace(height, begin);
  }

  /// Puts a job on the segment, or drops it.
  void fill(Segments::iterator segment, std::int64_t height) {
    const auto [begin, end] = *segment;
    const Position before = segment == segments_.begin() ? 0 : std::prev(segment)->second;
    segment = segments_.erase(segment);
    const Position after = segment == segments_.end() ? last_ : segment->first;
    const auto from = std::ranges::lower_bound(jobs_, before, {}, &Job::begin) - jobs_.begin();
    const std::size_t k = ends_.first(static_cast<std::size_t>(from), after);
    const bool found = k < jobs_.size() && jobs_[k].begin < end;
    if (popped_ != nullptr) popped_->push_back({{{begin, end}, height}, found ? jobs_[k].tensor : TensorId(), {}});
    if (!found) return;
    ends_.set(k, Conflicts::kNever);
    const Job& job = jobs_[k];
    const std::size_t t = job.tensor.index();
    out_.height[t] = height;
    out_.colour[t] = colours_.take(job, height);
    out_.top = std::max(out_.top, height + job.size);
    add(begin, job.begin, height);
    add(std::max(begin, job.begin), std::min(end, job.end), height + job.size);
    add(job.end, end, height);
  }

  std::vector<Job> jobs_;
  MinTree<Position> ends_;  // of jobs that are not placed
  Colours colours_;
  Position last_ = 0;
  Segments segments_;
  std::priority_queue<std::pair<std::int64_t, Position>, std::vector<std::pair<std::int64_t, Position>>,
                      std::greater<>>
      lowest_;  // heights and begins of all segments
  GergovHeights out_;
  std::vector<PoppedSegment>* popped_;
};

Result<Layout> run_gergov(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  STOWAGE_TRY(const GergovHeights heights, gergov_heights(problem, task));
  return Result<Layout>(place_in_order(problem, heights.drop_order(), Fit::first, task));  // a block is a tensor
}

}  // namespace

std::vector<std::uint32_t> GergovHeights::drop_order() const {
  auto order = numbers_below<std::uint32_t>(height.size());
  std::ranges::sort(order, {}, [&](std::uint32_t t) { return std::tuple(lifted(t), t); });
  return order;
}

Result<GergovHeights> gergov_heights(const LayoutProblem& problem, const Task& task,
                                     std::vector<PoppedSegment>* popped) {
  return Placement(problem, popped).run(task);
}

constexpr LayoutStrategy kGergov{
    .id = "gergov",
    .title = StrategyText::tr("Gergov"),
    .description = StrategyText::tr("Fills from below with a few overlaps, colours the overlaps apart, then drops the "
                                    "blocks; at most three times the load"),
    .source = "Gergov, Algorithms for Compile-Time Memory Optimization; Levental, MemoMalloc, chapter 1, section 3",
    .run = run_gergov,
    .limits = {.single_stream = true, .no_groups = true}};

}  // namespace stowage
