// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/search.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/parallel.h"
#include "core/layout/search/ejection.h"
#include "core/layout/search/exact.h"
#include "core/layout/search/portfolio.h"
#include "core/report/report.h"

namespace stowage {
namespace {

constexpr double kUsualSeconds = 10;

/// Passes on what is better than all told before; from any thread, one at a time.
class Told {
 public:
  Told(const PlanOptions& options, Improvement first) : options_(options), last_(first) {}

  void tell(Bytes footprint, Bytes bound) {
    const std::lock_guard lock(mutex_);
    const Improvement now{std::min(last_.footprint, footprint), std::max(last_.lower_bound, bound)};
    if (now.footprint == last_.footprint && now.lower_bound == last_.lower_bound) return;
    last_ = now;
    if (options_.improved) options_.improved(now);
  }

 private:
  const PlanOptions& options_;
  std::mutex mutex_;
  Improvement last_;
};

/// What a side has found by the end of a round.
struct Found {
  std::vector<Offset> offsets;
  Bytes footprint;
};

class Search {
 public:
  Search(const LayoutProblem& problem, const PlanOptions& options, const Task& task, PortfolioPlan&& start)
      : problem_(problem),
        options_(options),
        task_(task),
        best_{std::move(start.offsets), start.footprint},
        bound_(start.lower_bound),
        told_(options, {best_.footprint, bound_}),
        repair_(problem, options.seed) {}

  Layout run() && {
    constexpr std::uint64_t kFirst = 2'000;
    for (std::uint64_t iterations = kFirst; !ended(); iterations *= 2) {
      const std::uint64_t now =
          options_.iterations == 0 ? iterations : std::min(iterations, options_.iterations - used_);
      round(now);
      used_ += now;
    }
    return {std::move(best_.offsets), bound_, remark()};
  }

 private:
  [[nodiscard]] bool proved() const { return best_.footprint <= bound_; }
  [[nodiscard]] bool used_up() const { return options_.iterations > 0 && used_ >= options_.iterations; }
  [[nodiscard]] bool ended() const { return proved() || used_up() || task_.should_stop(); }

  /// A side that meets the bound ends those after it, not those before: so the answer does not depend on the timing.
  void round(std::uint64_t iterations) {
    constexpr std::size_t kSides = 3;
    std::array<std::stop_source, kSides> stops;
    std::array<Found, kSides> found{best_, best_, best_};
    const std::stop_callback forward(task_.stop, [&] {
      for (std::stop_source& stop : stops) stop.request_stop();
    });
    parallel_for(kSides, [&](std::size_t side) {
      const Task task{.stop = stops[side].get_token(), .deadline = task_.deadline, .progress = {}};
      found[side] = side == 0 ? repair(iterations, task) : search_exactly(side == 1, iterations, task);
      if (found[side].footprint > bound_) return;
      for (std::size_t later = side + 1; later < kSides; ++later) stops[later].request_stop();
    });
    for (Found& each : found)
      if (each.footprint < best_.footprint) best_ = std::move(each);
    for (const auto& exact : {&at_bound_, &above_})
      if (*exact) bound_ = std::max(bound_, (*exact)->lower_bound());
  }

  /// Tries the bound, the middle between it and the best footprint, and so on, to the smallest gain.
  Found repair(std::uint64_t iterations, const Task& task) {
    constexpr std::int64_t kParts = 4;
    Found found = best_;
    for (std::int64_t missing : {kParts, kParts / 2, kParts / 4, std::int64_t{0}}) {
      const std::int64_t most = found.footprint.count - 1;
      if (most < bound_.count) break;
      const std::int64_t capacity = most - (most - bound_.count) / kParts * missing;
      shrink(repair_, found, missing == kParts ? bound_.count : capacity, iterations / kParts, task);
    }
    return found;
  }

  /// In place of the exact search, where there are too many pairs for that.
  Found repair_to_the_bound(std::uint64_t iterations, const Task& task) {
    Found found = best_;
    if (!second_) second_.emplace(problem_, options_.seed + 1);
    shrink(*second_, found, bound_.count, iterations, task);
    return found;
  }

  void shrink(EjectionSearch& search, Found& found, std::int64_t capacity, std::uint64_t steps, const Task& task) {
    search.start_from(found.offsets);
    if (!search.fit(capacity, steps, task)) return;
    found = {search.offsets(), footprint(problem_.sizes(), search.offsets())};
    told_.tell(found.footprint, bound_);
  }

  /// At the bound, where runs go on from round to round; or at capacities from there up to just below the best plan.
  /// Each has its own search, since one remembers only what it learned of the capacity asked last.
  Found search_exactly(bool at_bound, std::uint64_t nodes, const Task& task) {
    std::optional<ExactSearch>& exact = at_bound ? at_bound_ : above_;
    if (!exact) {
      auto made = ExactSearch::make(problem_, task);
      if (!made) return at_bound ? repair_to_the_bound(nodes, task) : best_;
      exact.emplace(std::move(*made));
    }
    exact->start_from(best_.offsets);
    if (at_bound)
      std::ignore = exact->fits(std::max(bound_, exact->lower_bound()), nodes, task);  // what it finds, it keeps
    else
      bisect(*exact, nodes, task);
    told_.tell(exact->best_footprint(), exact->lower_bound());
    return {exact->best(), exact->best_footprint()};
  }

  /// Halves what lies between the largest capacity of no answer and the best plan, from round to round; where nothing
  /// is left, it starts anew from the bound, with more nodes.
  void bisect(ExactSearch& exact, std::uint64_t nodes, const Task& task) {
    constexpr std::uint64_t kProbes = 8;
    const std::int64_t grain = exact.grain();
    for (std::uint64_t probe = 0; probe < kProbes && !task.should_stop(); ++probe) {
      const std::int64_t bound = std::max(bound_.count, exact.lower_bound().count);
      const std::int64_t most = exact.best_footprint().count - grain;
      if (most < bound) return;
      if (unanswered_ < bound || unanswered_ >= most) unanswered_ = bound - grain;
      const std::int64_t capacity = most - (most - unanswered_ - grain) / 2 / grain * grain;
      const auto answer = exact.fits({capacity}, nodes / kProbes, task).answer;
      if (answer == Feasibility::Answer::gave_up) unanswered_ = capacity;
      told_.tell(exact.best_footprint(), exact.lower_bound());
    }
  }

  [[nodiscard]] std::string remark() const {
    if (proved()) return "proved optimal";
    std::string out = task_.stop.stop_requested() ? "cancelled"
                      : used_up()                 ? "stopped after " + std::to_string(used_) + " iterations"
                                                  : "stopped at the time limit";
    char percent[32];
    const auto footprint = static_cast<double>(best_.footprint.count);
    std::snprintf(percent, sizeof percent, "%.2f", 100 * (footprint - static_cast<double>(bound_.count)) / footprint);
    return out + "; no plan is smaller by more than " + percent + "%";
  }

  const LayoutProblem& problem_;
  const PlanOptions& options_;
  const Task& task_;
  Found best_;
  Bytes bound_;
  Told told_;
  EjectionSearch repair_;
  std::optional<EjectionSearch> second_;
  std::optional<ExactSearch> at_bound_, above_;
  std::int64_t unanswered_ = -1;  // largest capacity for which above_ gave up since it started anew
  std::uint64_t used_ = 0;
};

Result<Layout> run(const LayoutProblem& problem, const PlanOptions& options, const Task& unlimited) {
  Task task = unlimited;
  if (!task.deadline && options.iterations == 0) task.deadline = Task::with_time_limit(kUsualSeconds).deadline;
  auto start = run_portfolio(problem, options, task);
  if (!start) return tl::unexpected(std::move(start.error()));
  return Search(problem, options, task, std::move(*start)).run();
}

}  // namespace

constexpr LayoutStrategy kSearch{
    .id = "search",
    .title = "Search",
    .description =
        "Improves the best quick plan until it is proved optimal, or the time is up: 10 s unless told "
        "otherwise",
    .source = "Exact search over cliques of the unsafe relation, and ejection pools",
    .run = run};

}  // namespace stowage
