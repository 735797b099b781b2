// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include <array>
#include <mutex>
#include <tuple>

#include "core/base/text.h"
#include "core/check/bound_search.h"
#include "core/graph/bound_scope.h"
#include "core/layout/search/auto.h"
#include "core/layout/search/ejection.h"
#include "core/layout/search/first_fit_search.h"
#include "core/layout/search/plan_peak.h"
#include "core/layout/search/sides.h"

namespace stowage {
namespace {

constexpr double kUsualSeconds = 10;

/// Reports what is better than all reports before; from any thread, one at a time.
class ImprovementReporter {
 public:
  ImprovementReporter(const PlanOptions& options, Improvement first) : options_(options), last_(first) {}

  void report(Bytes footprint, Bytes bound) {
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
        reporter_(options, {best_.footprint, bound_}) {}

  Layout run() && {
    const auto searched = unless_memory_runs_out([&]() -> Result<void> {
      search();
      return {};
    });
    out_of_memory_ = !searched;
    return {std::move(best_.offsets), bound_, remark()};
  }

 private:
  [[nodiscard]] bool has_groups() const { return problem_.graph().group_count() > 0; }
  [[nodiscard]] bool proved() const { return best_.footprint <= bound_; }
  [[nodiscard]] bool used_up() const { return options_.iterations > 0 && used_ >= options_.iterations; }
  [[nodiscard]] bool ended() const { return proved() || used_up() || task_.should_stop(); }

  /// Where it throws, `best_` is that of the last full round.
  void search() {
    constexpr std::uint64_t kFirst = 8'000;
    for (std::uint64_t iterations = kFirst; !ended(); iterations *= 2) {
      const std::uint64_t now =
          options_.iterations == 0 ? iterations : std::min(iterations, options_.iterations - used_);
      round(now);
      used_ += now;
    }
  }

  void round(std::uint64_t iterations) {
    using Side = FoundPlan (Search::*)(std::uint64_t, const Task&);
    constexpr std::array<Side, 6> kSides = {&Search::anneal_orders<0>,
                                            &Search::anneal_orders<1>,
                                            &Search::plan_peaks,
                                            &Search::ask_for_the_bound,
                                            &Search::lower,
                                            &Search::repair};
    auto found = race(kSides.size(), bound_, task_, [&](std::size_t k, const Task& task) {
      // With groups, the other sides take ten times as long as the orders, and find less.
      constexpr std::uint64_t kSlower = 8;
      const bool slower = k >= orders_.size() && has_groups() && block_pairs(task_) != nullptr;
      return (this->*kSides[k])(slower ? iterations / kSlower : iterations, task);
    });
    for (FoundPlan& each : found)
      if (each.footprint < best_.footprint) best_ = std::move(each);
    for (const std::optional<ExactSearch>* exact : {&at_bound_, &above_})
      if (*exact) bound_ = std::max(bound_, (*exact)->lower_bound());
    bound_ = std::max(bound_, bound_of_all_);
  }

  /// Does nothing where lifetimes say all: there, exact search does better.
  template <std::size_t k>
  FoundPlan anneal_orders(std::uint64_t iterations, const Task& task) {
    FoundPlan found = best_;
    const bool lifetimes_say_all = !problem_.conflicts().windows().empty() && !has_groups();
    const BlockPairs* const pairs = lifetimes_say_all ? nullptr : block_pairs(task);
    if (pairs == nullptr) return found;
    std::optional<FirstFitSearch>& own = orders_[k];
    if (!own) own.emplace(problem_, *pairs, orders_.size() * options_.seed + k);
    own->start_from(best_.offsets, task);
    // Longer than the other sides take: where this one is of use, it finds more than they do.
    const std::uint64_t effort_of_an_iteration = std::min<std::uint64_t>(100 + pairs->entry_count() / 5, 40'000);
    own->search(bound_, iterations * effort_of_an_iteration, task, [&] { reporter_.report(own->footprint(), bound_); });
    if (own->footprint() < found.footprint) found = {own->offsets(), own->footprint()};
    return found;
  }

  /// Null where there are too many pairs.
  const BlockPairs* block_pairs(const Task& task) {
    constexpr Bytes kMax{150'000'000};
    std::call_once(pairs_listed_, [&] {
      // The first of the two that ask ends the second only after this.
      if (auto made = BlockPairs::make(problem_, kMax, task)) block_pairs_ = *std::move(made);
    });
    return block_pairs_ ? &*block_pairs_ : nullptr;
  }

  /// Plans the peak with lives changed at random, around other parts of it; one chain only.
  FoundPlan plan_peaks(std::uint64_t iterations, const Task& task) {
    constexpr std::array kShares = {0.97, 0.95, 0.9, 0.8};
    constexpr std::uint64_t kIterationsEach = 2'000;
    FoundPlan found = best_;
    if (!refusal(kLlfb, problem_).empty()) return found;
    for (std::uint64_t done = 0; done < iterations && found.footprint > bound_; done += kIterationsEach) {
      const double share = kShares[peaks_++ % kShares.size()];
      const auto peak = plan_peak(problem_, share, options_.seed + peaks_, task);
      if (!peak) break;
      if (peak->footprint >= found.footprint) continue;
      auto offsets = fill_around(problem_, *peak, task);
      if (!offsets) break;
      keep(*std::move(offsets), found);
    }
    return found;
  }

  /// Its search goes on from round to round. With groups, all plans are tried once, where they are few enough.
  FoundPlan ask_for_the_bound(std::uint64_t iterations, const Task& task) {
    // Of 60 random graphs with groups, it decided 5 of the 8 open ones of less than 60 tensors, none of 5 with over
    // 100.
    constexpr std::size_t kMaxTried = 100;  // tensors
    const bool few = has_groups() && problem_.graph().tensor_count() <= kMaxTried;
    if (few && !std::exchange(tried_all_, true)) return try_all(task);
    ExactSearch* const exact = exact_search(at_bound_, task);
    if (exact == nullptr) return repair_to_the_bound(iterations, task);
    std::ignore = exact->fits(std::max(bound_, exact->lower_bound()), iterations, task);  // it keeps the plans it finds
    reporter_.report(exact->best_footprint(), exact->lower_bound());
    return {exact->best(), exact->best_footprint()};
  }

  /// By the search that also checks such bounds (core/check/bound_search.h).
  FoundPlan try_all(const Task& task) {
    FoundPlan found = best_;
    Plan aligned;
    aligned.alignment = problem_.alignment();
    while (found.footprint > bound_) {
      auto smaller = find_smaller_plan(problem_.graph(), aligned, found.footprint, task);
      if (!smaller || smaller->answer == SmallerPlan::Answer::undecided) break;
      if (smaller->answer == SmallerPlan::Answer::none) {
        bound_of_all_ = found.footprint;
        break;
      }
      keep(std::move(smaller->offsets), found);
    }
    reporter_.report(found.footprint, bound_of_all_);
    return found;
  }

  FoundPlan lower(std::uint64_t iterations, const Task& task) {
    ExactSearch* const exact = exact_search(above_, task);
    if (exact == nullptr) return best_;
    exact->lower(iterations, task, [&] { reporter_.report(exact->best_footprint(), exact->lower_bound()); });
    return {exact->best(), exact->best_footprint()};
  }

  /// Each side has its own search, since a search remembers only what it learned of the last capacity; the lists are
  /// made once. Null where there are groups, or too many pairs.
  ExactSearch* exact_search(std::optional<ExactSearch>& own, const Task& task) {
    if (has_groups()) return nullptr;
    std::call_once(lists_made_, [&] {
      if (exact_) return;
      // Both sides that may come here are ended by the same others.
      if (auto made = ExactSearch::make(problem_, task, clique_ ? &*clique_ : nullptr)) exact_ = *std::move(made);
    });
    if (!exact_) return nullptr;
    if (!own) own = exact_->fresh();
    own->start_from(best_.offsets);
    return &*own;
  }

  FoundPlan repair(std::uint64_t iterations, const Task& task) {
    FoundPlan found = best_;
    if (!repair_) repair_.emplace(problem_, options_.seed);
    repair_->start_from(found.offsets);
    repair_->shrink(bound_, iterations, task, [&] { keep(repair_->offsets(), found); });
    return found;
  }

  /// In place of the exact search, where there are groups or too many pairs.
  FoundPlan repair_to_the_bound(std::uint64_t iterations, const Task& task) {
    FoundPlan found = best_;
    if (!second_) second_.emplace(problem_, options_.seed + 1);
    second_->start_from(found.offsets);
    if (second_->fit(bound_.count, iterations, task)) keep(second_->offsets(), found);
    return found;
  }

  /// Keeps the plan if it is better.
  void keep(std::vector<Offset> offsets, FoundPlan& found) {
    const Bytes end = footprint(problem_.sizes(), offsets);
    if (end >= found.footprint) return;
    found = {std::move(offsets), end};
    reporter_.report(end, bound_);
  }

  [[nodiscard]] std::string remark() const {
    if (proved()) return optimal_for(problem_.graph());
    std::string out = out_of_memory_      ? "ended for lack of memory"
                      : task_.cancelled() ? "cancelled"
                      : used_up()         ? "stopped after " + grouped_digits(used_) + " iterations"
                                          : "stopped at the time limit";
    const Bytes gap = best_.footprint - bound_;
    const std::string percent =
        fixed_digits(100 * static_cast<double>(gap.count) / static_cast<double>(best_.footprint.count), 2);
    return out + "; " + no_plan(problem_.graph()) + " is smaller by more than " +
           (percent == "0.00" ? grouped_digits(gap.count) + (gap.count == 1 ? " byte" : " bytes") : percent + "%");
  }

  const LayoutProblem& problem_;
  const PlanOptions& options_;
  const Task& task_;
  FoundPlan best_;
  Bytes bound_;
  const std::optional<ProvedBound> clique_;
  std::once_flag lists_made_;
  std::optional<ExactSearch> exact_;  // whose lists the two below share; none where there are too many pairs
  std::once_flag pairs_listed_;
  std::optional<BlockPairs> block_pairs_;
  ImprovementReporter reporter_;
  std::array<std::optional<FirstFitSearch>, 2> orders_;
  std::optional<EjectionSearch> repair_, second_;
  std::optional<ExactSearch> at_bound_, above_;
  bool tried_all_ = false;
  Bytes bound_of_all_{};     // of the side that tried all
  std::uint64_t peaks_ = 0;  // planned so far
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
    .title = "Search",
    .description = "Improves the best quick plan until it meets the lower bound or the time limit (default: 10 s)",
    .source = "Exact search over cliques of the unsafe relation, annealed first-fit orders, and ejection pools",
    .improves = true,
    .run = run};

}  // namespace stowage
