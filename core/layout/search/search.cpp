// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/search.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/parallel.h"
#include "core/layout/search/ejection.h"
#include "core/layout/search/exact.h"
#include "core/layout/search/minimize.h"
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

  void round(std::uint64_t iterations) {
    std::stop_source enough;
    const std::stop_callback forward(task_.stop, [&] { enough.request_stop(); });
    const Task limited{.stop = enough.get_token(), .deadline = task_.deadline, .progress = {}};
    Found repaired = best_, other = best_;
    parallel_for(2, [&](std::size_t side) {
      if (side == 1) {
        other = has_pairs_ ? search_exactly(iterations, limited) : repair_to_the_bound(iterations, limited);
        return;
      }
      repaired = repair(iterations, task_);
      if (repaired.footprint <= bound_) enough.request_stop();
    });
    for (Found* found : {&repaired, &other})
      if (found->footprint < best_.footprint) best_ = std::move(*found);
    if (exact_) bound_ = std::max(bound_, exact_->lower_bound());
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

  Found search_exactly(std::uint64_t nodes, const Task& task) {
    if (!exact_) {
      auto made = ExactSearch::make(problem_, task);
      if (!made) {
        has_pairs_ = made.error().kind != Error::Kind::bad_input;
        return best_;
      }
      exact_.emplace(std::move(*made));
    }
    exact_->start_from(best_.offsets);
    const MinimizeOptions options{.node_budget = nodes,
                                  .improved = [this](Bytes footprint, Bytes bound) { told_.tell(footprint, bound); }};
    if (exact_->fits(std::max(bound_, exact_->lower_bound()), nodes, task).answer != Feasibility::Answer::fits)
      std::ignore = minimize(*exact_, options, task);  // what it finds, the search keeps
    told_.tell(exact_->best_footprint(), exact_->lower_bound());
    return {exact_->best(), exact_->best_footprint()};
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
  std::optional<ExactSearch> exact_;
  bool has_pairs_ = true;  // as far as is known
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
