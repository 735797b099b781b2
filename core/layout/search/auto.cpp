// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/auto.h"

#include <tuple>

#include "core/layout/search/ejection.h"
#include "core/layout/search/first_fit_search.h"
#include "core/layout/strategies/strategies.h"

namespace stowage {
namespace {

constexpr std::uint64_t kMaxPairs = 8'000'000;          // their list takes 64 MB
constexpr std::uint64_t kMaxPairsRepaired = 2'000'000;  // half and twice as many give the same on 7 inputs
constexpr std::uint64_t kMaxPairsExactly = 500'000;     // more take too much memory: 100 bytes each
/// The limit of each of two exact searches, and of all components at the bound together. Measured: half as many need up
/// to 18 % more on 4 of 59 inputs, twice as many the same. Of four chains of twelve interval files three need 7 to 15 %
/// less than where repairs stand in for more than eight components, one 0.05 % more; the slowest takes 2 s.
constexpr std::uint64_t kDecisions = 8'000, kMaxDecisions = 64'000;
constexpr std::uint64_t kRepairs = 6'000;          // twice as many give the same on 59 inputs
constexpr std::uint64_t kMaxEffort = 600'000'000;  // of each of two searches over orders: two seconds
/// Measured: half as much needs up to 0.9 % more on 5 of 59 inputs and less on 2, twice as much up to 0.1 % less on 6.
constexpr std::uint64_t kEffortAPair = 1'000;

class ShortSearch {
 public:
  ShortSearch(const LayoutProblem& problem, const PlanOptions& options, const Task& task, QuickPlan& plan)
      : problem_(problem), options_(options), task_(task), plan_(plan) {}

  void run(std::uint64_t pairs) {
    const Bytes before = plan_.footprint;
    const bool has_groups = problem_.joins_tensors();
    // With groups, an exact search decides pair by pair, which takes a hundred times as long.
    const bool exactly = !has_groups && pairs <= kMaxPairsExactly, repairs = !exactly && pairs <= kMaxPairsRepaired;
    if (problem_.conflicts().windows().empty() || has_groups)
      search_orders(repairs);
    else if (repairs)
      keep(repair(task_));
    if (exactly && !proved()) search_exactly();
    if (plan_.footprint < before) plan_.winner += ", improved by a short search";
    if (proved())
      plan_.incomplete.reset();
    else if (!plan_.incomplete && task_.should_stop())
      plan_.incomplete = task_.why_stopped();
  }

 private:
  [[nodiscard]] bool proved() const { return plan_.footprint <= plan_.lower_bound; }

  /// Searches over orders twice, and repairs beside them; all start from the same plan. Measured: without the orders,
  /// 19 of 22 random graphs with groups need up to 20 % more, with one search and no repairs, 25 of 218 up to 0.8 %;
  /// without the repairs, ResNet-50 in training with batch 32 on 8 streams 0.15 %.
  void search_orders(bool repairs) {
    constexpr Bytes kMaxBytes{64 << 20};        // two entries of four bytes a pair: as many as kMaxPairs
    constexpr std::uint64_t kSeed = 1'000'000;  // a full search, which goes on from here, has others
    constexpr std::size_t kSearches = 2;
    const auto pairs = BlockPairs::make(problem_, kMaxBytes, task_);
    const std::size_t orders = pairs ? kSearches : 0;
    auto found = race(orders + (repairs ? 1 : 0), plan_.lower_bound, task_, [&](std::size_t k, const Task& task) {
      if (k == orders) return repair(task);
      FirstFitSearch own(problem_, *pairs, kSeed + k);
      own.start_from(plan_.offsets, task);
      own.search(plan_.lower_bound, std::min(kMaxEffort, kEffortAPair * (pairs->block_count() + pairs->entry_count())),
                 task);
      return FoundPlan{own.offsets(), own.footprint()};
    });
    for (FoundPlan& each : found) keep(std::move(each));
  }

  [[nodiscard]] FoundPlan repair(const Task& task) const {
    constexpr std::uint64_t kSeed = 0;  // for every seed asked for, so that no search is worse than a quick plan
    std::vector<Offset> offsets = shrunk(problem_, plan_.offsets, plan_.lower_bound, kRepairs, task, kSeed);
    const Bytes end = footprint(problem_.sizes(), offsets);
    return {std::move(offsets), end};
  }

  void keep(FoundPlan&& found) {
    if (found.footprint >= plan_.footprint) return;
    plan_.offsets = std::move(found.offsets);
    plan_.footprint = found.footprint;
    tell();
  }

  /// Asks at the bound first, where an answer comes at once or never; then wherever there is something to gain.
  /// Measured: without the question at the bound, minimalloc A and B need 3 and 4 % more; without the rest, D and I
  /// need 14 and 21 % more; without both, A and B need 11 and 18 %.
  void search_exactly() {
    auto made = ExactSearch::make(problem_, task_, plan_.clique ? &*plan_.clique : nullptr);
    if (!made) return;
    ExactSearch* const exact = &plan_.exact.emplace(*std::move(made));
    exact->start_from(plan_.offsets);
    const std::uint64_t each = kMaxDecisions / std::max<std::size_t>(1, exact->open_components(plan_.lower_bound));
    std::ignore = exact->fits(plan_.lower_bound, std::min(kDecisions, each), task_);  // it keeps the plans it finds
    take_from(*exact);
    exact->lower(kDecisions, task_, [&] { take_from(*exact); });
  }

  void take_from(const ExactSearch& exact) {
    const bool smaller = exact.best_footprint() < plan_.footprint;
    if (!smaller && exact.lower_bound() <= plan_.lower_bound) return;
    if (smaller) {
      plan_.offsets = exact.best();
      plan_.footprint = exact.best_footprint();
    }
    plan_.lower_bound = std::max(plan_.lower_bound, exact.lower_bound());
    tell();
  }

  void tell() const {
    if (options_.improved) options_.improved({plan_.footprint, plan_.lower_bound});
  }

  const LayoutProblem& problem_;
  const PlanOptions& options_;
  const Task& task_;
  QuickPlan& plan_;
};

Result<Layout> run(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  return make_quick_plan(problem, options, task).map([](QuickPlan&& plan) {
    std::string remark = "the plan of " + plan.winner;
    if (plan.incomplete)
      remark += "; " + plan.incomplete->text() + (plan.incomplete->is_stop() ? " before all had ended" : " for all");
    return Layout{std::move(plan.offsets), plan.lower_bound, std::move(remark)};
  });
}

}  // namespace

Result<QuickPlan> make_quick_plan(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  return run_portfolio(problem, options, task).map([&](PortfolioPlan&& portfolio) {
    QuickPlan plan{std::move(portfolio)};
    const std::uint64_t pairs = std::reduce(problem.degrees().begin(), problem.degrees().end(), std::uint64_t{0}) / 2;
    if (plan.footprint > plan.lower_bound && pairs <= kMaxPairs && !task.should_stop()) {
      const auto searched = unless_memory_runs_out([&]() -> Result<void> {
        ShortSearch(problem, options, task, plan).run(pairs);
        return {};
      });
      if (!searched) plan.incomplete = searched.error();
    }
    return plan;
  });
}

constexpr LayoutStrategy kAuto{
    .id = "auto",
    .title = StrategyText::tr("Automatic"),
    .description = StrategyText::tr(
        "The best of several quick planners on all cores; a short search improves it if it misses the bound"),
    .source = "A portfolio, and a short search",
    .improves = true,
    .run = run};

}  // namespace stowage
