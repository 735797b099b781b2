// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include <deque>
#include <functional>
#include <mutex>
#include <tuple>

#include "core/base/text.h"
#include "core/check/bound_check.h"
#include "core/graph/claims.h"
#include "core/layout/search/auto.h"
#include "core/layout/search/ejection.h"
#include "core/layout/search/first_fit_search.h"

namespace stowage {
namespace {

constexpr double kUsualSeconds = 10;  // where the caller sets no end: as long as a user waits for one plan

class Search {
 public:
  Search(const LayoutProblem& problem, const PlanOptions& options, const Task& task, QuickPlan&& start)
      : problem_(problem),
        options_(options),
        task_(task),
        best_{std::move(start.offsets), start.footprint},
        bound_(start.lower_bound),
        clique_(std::move(start.clique)),
        exact_(std::move(start.exact)),
        told_{best_.footprint, bound_} {}

  Layout run() && {
    const auto searched = unless_memory_runs_out([&]() -> Result<void> {
      add_sides();
      search();
      return {};
    });
    out_of_memory_ = !searched;
    return {std::move(best_.offsets), bound_, remark()};
  }

 private:
  using Side = std::function<FoundPlan(std::uint64_t iterations, const Task& task)>;

  [[nodiscard]] bool has_groups() const { return problem_.joins_tensors(); }
  [[nodiscard]] bool proved() const { return best_.footprint <= bound_; }
  [[nodiscard]] bool used_up() const { return options_.iterations > 0 && used_ >= options_.iterations; }
  [[nodiscard]] bool ended() const { return proved() || used_up() || task_.should_stop(); }

  /// Where it throws, `best_` is that of the last full round.
  void search() {
    constexpr std::uint64_t kFirst = 8'000;
    for (std::uint64_t iterations = kFirst; !ended(); iterations *= 2) {
      const std::uint64_t now =
          options_.iterations == 0 ? iterations : std::min(iterations, options_.iterations - used_);
      auto found =
          race(sides_.size(), bound_, task_, [&](std::size_t k, const Task& task) { return sides_[k](now, task); });
      for (FoundPlan& each : found)
        if (each.footprint < best_.footprint) best_ = std::move(each);
      bound_ = told_.lower_bound;
      used_ += now;
    }
  }

  void add_sides() {
    // Where lifetimes say all, exact search does better than orders.
    if (problem_.conflicts().windows().empty() || has_groups()) add_orders();
    // In 60 random graphs with groups, it decided 5 of the 8 open ones of less than 60 tensors, none of 5 over 100.
    constexpr std::size_t kMaxTried = 100;  // tensors
    if (!has_groups())
      add_exact();
    else if (problem_.graph().tensor_count() <= kMaxTried)
      add(&Search::try_all);
    add(&Search::repair);
  }

  void add(FoundPlan (Search::*side)(std::uint64_t, const Task&)) {
    sides_.emplace_back(
        [this, side](std::uint64_t iterations, const Task& task) { return (this->*side)(iterations, task); });
  }

  void add_orders() {
    constexpr Bytes kMaxBytes{150'000'000};  // 19 million pairs, two entries of four bytes each
    constexpr std::uint64_t kSearches = 2;
    auto made = BlockPairs::make(problem_, kMaxBytes, task_);
    if (!made) return;
    pairs_ = *std::move(made);
    for (std::uint64_t k = 0; k < kSearches; ++k) {
      orders_.emplace_back(problem_, pairs_, kSearches * options_.seed + k);
      sides_.emplace_back([this, k](std::uint64_t iterations, const Task& task) {
        return anneal_orders(orders_[k], iterations, task);
      });
    }
  }

  FoundPlan anneal_orders(FirstFitSearch& own, std::uint64_t iterations, const Task& task) {
    own.start_from(best_.offsets, task);
    // Longer than the other sides take: where this one is of use, it finds more than they do.
    const std::uint64_t effort_of_an_iteration = std::min<std::uint64_t>(100 + pairs_.entry_count() / 5, 40'000);
    own.search(bound_, iterations * effort_of_an_iteration, task, [&] { tell(own.footprint(), bound_); });
    return own.footprint() < best_.footprint ? FoundPlan{own.offsets(), own.footprint()} : best_;
  }

  /// Tries all plans, once, by the search that also checks such bounds (core/check/bound_check.h).
  FoundPlan try_all(std::uint64_t /*iterations*/, const Task& task) {
    FoundPlan found = best_;
    if (std::exchange(tried_all_, true)) return found;
    Plan aligned;
    aligned.alignment = problem_.alignment();
    while (found.footprint > bound_) {
      auto smaller = find_smaller_plan(problem_.graph(), aligned, found.footprint, task);
      if (!smaller || smaller->answer == SmallerPlan::Answer::undecided) break;
      if (smaller->answer == SmallerPlan::Answer::none) {
        tell(found.footprint, found.footprint);
        break;
      }
      keep(std::move(smaller->offsets), found);
    }
    return found;
  }

  /// Each side has a search of its own, since a search remembers only what it learned of the last capacity; both share
  /// the lists. Not where there are too many pairs.
  void add_exact() {
    if (!exact_) {
      auto made = ExactSearch::make(problem_, task_, clique_ ? &*clique_ : nullptr);
      if (!made) return;
      exact_ = *std::move(made);
    }
    at_bound_ = exact_->fresh();
    above_ = exact_->fresh();
    add(&Search::ask_for_the_bound);
    add(&Search::lower);
  }

  FoundPlan ask_for_the_bound(std::uint64_t iterations, const Task& task) {
    at_bound_->start_from(best_.offsets);
    std::ignore = at_bound_->fits(std::max(bound_, at_bound_->lower_bound()), iterations, task);
    return found_by(*at_bound_);
  }

  FoundPlan lower(std::uint64_t iterations, const Task& task) {
    above_->start_from(best_.offsets);
    above_->lower(iterations, task, [&] { tell(above_->best_footprint(), above_->lower_bound()); });
    return found_by(*above_);
  }

  FoundPlan found_by(const ExactSearch& exact) {
    tell(exact.best_footprint(), exact.lower_bound());
    return {exact.best(), exact.best_footprint()};
  }

  FoundPlan repair(std::uint64_t iterations, const Task& task) {
    // With groups, a repair takes ten times as long as orders, and finds less. Half and twice: the same on 4 networks.
    constexpr std::uint64_t kSlower = 8;
    FoundPlan found = best_;
    const std::uint64_t looks = has_groups() && !orders_.empty() ? iterations / kSlower : iterations;
    keep(shrunk(problem_, best_.offsets, bound_, looks, task, options_.seed + used_), found);
    return found;
  }

  /// Keeps the plan if it is better.
  void keep(std::vector<Offset> offsets, FoundPlan& found) {
    const Bytes end = footprint(problem_.sizes(), offsets);
    if (end >= found.footprint) return;
    found = {std::move(offsets), end};
    tell(end, bound_);
  }

  /// Reports what is better than all reports before; from any thread, one at a time.
  void tell(Bytes footprint, Bytes bound) {
    const std::lock_guard lock(mutex_);
    const Improvement now{std::min(told_.footprint, footprint), std::max(told_.lower_bound, bound)};
    if (now.footprint == told_.footprint && now.lower_bound == told_.lower_bound) return;
    told_ = now;
    if (options_.improved) options_.improved(now);
  }

  [[nodiscard]] std::string remark() const {
    if (proved())
      return problem_.graph().has_companions_by_choice() ? no_plan_by_choice(problem_.graph()) + " is smaller"
                                                         : optimal_for(problem_.graph());
    std::string out = out_of_memory_      ? "ended for lack of memory"
                      : task_.cancelled() ? "cancelled"
                      : used_up()         ? "stopped after " + grouped_digits(used_) + " iterations"
                                          : "stopped at the time limit";
    const Bytes gap = best_.footprint - bound_;
    const std::string percent =
        fixed_digits(100 * static_cast<double>(gap.count) / static_cast<double>(best_.footprint.count), 2);
    return out + "; " + no_plan_by_choice(problem_.graph()) + " is smaller by more than " +
           (percent == "0.00" ? grouped_digits(gap.count) + (gap.count == 1 ? " byte" : " bytes") : percent + "%");
  }

  const LayoutProblem& problem_;
  const PlanOptions& options_;
  const Task& task_;
  FoundPlan best_;
  Bytes bound_;
  const std::optional<ProvedBound> clique_;
  std::vector<Side> sides_;  // of a round, in the order of race()
  BlockPairs pairs_;
  std::deque<FirstFitSearch> orders_;
  std::optional<ExactSearch> exact_, at_bound_, above_;
  std::mutex mutex_;
  Improvement told_;
  bool tried_all_ = false;
  std::uint64_t used_ = 0;
  bool out_of_memory_ = false;
};

Result<Layout> run(const LayoutProblem& problem, const PlanOptions& options, const Task& unlimited) {
  const bool endless = !unlimited.deadline && options.iterations == 0;
  const Task task = endless ? unlimited.limited_to(kUsualSeconds) : unlimited;
  STOWAGE_TRY(auto start, make_quick_plan(problem, options, task));
  return Search(problem, options, task, std::move(start)).run();
}

}  // namespace

constexpr LayoutStrategy kSearch{
    .id = "search",
    .title = StrategyText::tr("Search"),
    .description = StrategyText::tr(
        "Improves the best quick plan until it meets the lower bound or the time limit (default: 10 s)"),
    .source = "Exact search over cliques of the unsafe relation, annealed first-fit orders, and ejection pools",
    .improves = true,
    .run = run};

}  // namespace stowage
