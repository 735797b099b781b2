// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/portfolio.h"

#include <mutex>

#include "core/base/parallel.h"
#include "core/layout/blocks_as_tensors.h"
#include "core/layout/search/plan_peak.h"
#include "core/layout/strategies/strategies.h"

namespace stowage {
namespace {

using Offsets = std::vector<Offset>;
constexpr std::size_t kTooManyBlocks = 250'000;  // with these, more than a second each

class Portfolio {
 public:
  Portfolio(const LayoutProblem& problem, const PlanOptions& options, const Task& task)
      : problem_(problem), options_(options), task_(task), bound_(quick_bounds(problem).best()) {
    // The first planner ends in a moment: a caller with little time gets its plan.
    if (!options.start.empty()) {
      add(kGivenPlan);
      members_.back().ends = Member::Ends::never_early;
    }
    const LayoutStrategy& quickest = quickest_planner(problem);
    quickest_ = quickest.id;
    add(quickest);
    members_.back().ends = has_many_blocks(problem) ? Member::Ends::never_early : Member::Ends::when_cancelled;
    if (problem.block_count() >= kTooManyBlocks)
      add_what_may_be_smaller();
    else
      add_all();
    stops_.resize(members_.size() + 1);
  }

  Result<PortfolioPlan> run() && {
    const std::stop_callback forward(task_.stop, [this] {
      for (std::stop_source& stop : stops_) stop.request_stop();
    });
    // The first plan may be all that is needed; the bound comes next, since it can end the rest.
    const std::size_t turns = members_.size() + 1;
    const auto run_turn = [&](std::size_t k) {
      if (k == kBoundTurn)
        find_bound();
      else
        run_member(k - (k > kBoundTurn ? 1 : 0));
    };
    // With too many blocks, the second planner needs the footprint that the first has found. It uses two threads,
    // unless a search for the bound needs one.
    const std::size_t first = problem_.block_count() < kTooManyBlocks ? 0
                              : lifetimes_say_all(problem_)           ? kBoundTurn + 1
                                                                      : 1;
    parallel_for(first, run_turn);
    parallel_for(turns - first, [&](std::size_t k) { run_turn(first + k); });
    return result();
  }

 private:
  static constexpr std::size_t kBoundTurn = 1;
  struct Member {
    std::string name;
    std::function<Result<Offsets>(const Task&)> run;
    Offsets offsets;
    Bytes footprint{};
    bool ended = false;
    enum class Ends { when_stopped, when_cancelled, never_early } ends = Ends::when_stopped;
  };

  /// Measured: without fewest places first, 8 of 234 random graphs with groups need up to 5.8 % more, AlexNet in
  /// training on 4 streams 15.6 % and pangu_2.6B 0.8 %; without the peak plans, 4 of 13 interval files up to 0.9 %;
  /// without llfb, minimalloc_E 6.8 %; without gergov, minimalloc_I 11.7 %.
  void add_all() {
    add("fewest places first",
        [this](const Task& own) { return place_in_order(problem_, peak_reuse_order(problem_), Fit::best, own); });
    const auto takes = [&](const LayoutStrategy& row) {
      return refusal(row, problem_).empty() && !takes_blocks_as_tensors(row, problem_);
    };
    if (takes(kLlfb))
      for (double share : {0.95, 0.9})
        add("the peak first, the rest around it",
            [this, share](const Task& own) { return plan_peak_first(problem_, share, own); });
    for (const LayoutStrategy* row : portfolio_rows())
      if (takes(*row) && row->id != quickest_) add(*row);
  }

  /// Planners that end as soon as they need more than the best plan so far.
  void add_what_may_be_smaller() {
    add_recipe(kGreedyBySize);
    // Mostly the smallest come first, so that the others end soon; without a deadline, these two are all.
    constexpr std::string_view kFirst[] = {"so.size.first", "so.source.best"};
    for (const bool first : {true, false})
      for (const LayoutStrategy& row : somas_strategies())
        if ((std::ranges::find(kFirst, row.id) != std::end(kFirst)) == first && (first || task_.deadline))
          add_recipe(row);
  }
  void add_recipe(const LayoutStrategy& row) {
    add(std::string(row.id),
        [this, &row](const Task& own) { return place_by_recipe(problem_, *row.recipe, best_so_far(), own); });
  }

  [[nodiscard]] Bytes best_so_far() {
    const std::lock_guard lock(mutex_);
    return best_ != nullptr ? best_->footprint : kAnyFootprint;
  }

  void add(std::string name, std::function<Result<Offsets>(const Task&)> run) {
    members_.push_back({.name = std::move(name), .run = std::move(run), .offsets = {}});
  }

  void add(const LayoutStrategy& row) {
    add(std::string(row.id), [this, &row](const Task& own) {
      return row.run(problem_, options_, own).map([](Layout&& layout) { return std::move(layout.offsets); });
    });
  }

  /// The task of a member, or, behind the last, of the bound.
  [[nodiscard]] Task limited(std::size_t k) const { return task_.part(stops_[k].get_token()); }

  void run_member(std::size_t k) {
    Member& member = members_[k];
    Task task = limited(k);
    // After Ctrl-C the deadline stands for the cancellation, and holds.
    const bool late = member.ends == Member::Ends::when_cancelled && task.winding_up;
    if (member.ends != Member::Ends::when_stopped && !late) task.deadline.reset();
    if (member.ends == Member::Ends::never_early) task.stop = {};
    if (task.should_stop()) return;
    auto offsets = unless_memory_runs_out([&] { return member.run(task); });
    const std::lock_guard lock(mutex_);
    if (!offsets) {
      member.ended = offsets.error().kind == Error::Kind::infeasible;  // larger than the best
      out_of_memory_ |= offsets.error().kind == Error::Kind::no_memory;
      return;
    }
    member.offsets = std::move(*offsets);
    member.footprint = footprint(problem_.sizes(), member.offsets);
    member.ended = true;
    compare(member);
    end_those_not_needed();
  }

  /// Keeps the plan if it is the best so far; of equals, that of the first in order.
  void compare(Member& member) {
    const bool smaller = best_ == nullptr || member.footprint < best_->footprint;
    Member* const loser = smaller || (member.footprint == best_->footprint && &member < best_) ? best_ : &member;
    if (loser != &member) best_ = &member;
    if (loser != nullptr) loser->offsets = {};
    if (smaller) tell();
  }

  void find_bound() {
    if (lifetimes_say_all(problem_)) return;
    auto clique = unless_memory_runs_out([&] { return best_clique(problem_, limited(members_.size())); });
    if (!clique) return;
    const std::lock_guard lock(mutex_);
    clique_ = *std::move(clique);
    if (clique_->bytes <= bound_) return;
    bound_ = clique_->bytes;
    if (best_ != nullptr) tell();
    end_those_not_needed();
  }

  void tell() const {
    if (options_.improved) options_.improved({best_->footprint, bound_});
  }

  void end_those_not_needed() {
    if (best_ == nullptr || best_->footprint > bound_) return;
    for (auto k = static_cast<std::size_t>(best_ - members_.data()) + 1; k < stops_.size(); ++k)
      stops_[k].request_stop();
  }

  Result<PortfolioPlan> result() {
    const Error why = out_of_memory_ ? Error::no_memory() : task_.why_stopped();
    if (best_ == nullptr) return tl::unexpected(why);
    PortfolioPlan plan{std::move(best_->offsets), best_->footprint, bound_, best_->name, std::move(clique_)};
    if (best_->footprint > bound_ && !std::ranges::all_of(members_, &Member::ended)) plan.incomplete = why;
    return plan;
  }

  const LayoutProblem& problem_;
  const PlanOptions& options_;
  const Task& task_;
  std::vector<Member> members_;
  std::string_view quickest_;
  std::vector<std::stop_source> stops_;  // by member, then that of the bound

  std::mutex mutex_;  // guards the rest, and the members' results
  Bytes bound_;
  std::optional<ProvedBound> clique_;
  Member* best_ = nullptr;
  bool out_of_memory_ = false;  // in some member
};

}  // namespace

bool has_many_blocks(const LayoutProblem& problem) {
  return problem.block_count() >= 100'000;
}

const LayoutStrategy& quickest_planner(const LayoutProblem& problem) {
  return has_many_blocks(problem) ? kLinearScan : kGreedyBySize;
}

std::vector<const LayoutStrategy*> portfolio_rows() {
  std::vector<const LayoutStrategy*> out;
  for (const LayoutStrategy& row : somas_strategies()) out.push_back(&row);
  out.insert(out.end(), {&kLlfb, &kGergov, &kGreedyBySize});
  return out;
}

Result<PortfolioPlan> run_portfolio(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  return Portfolio(problem, options, task).run();
}

}  // namespace stowage
