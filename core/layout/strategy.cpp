// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategy.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <mutex>
#include <string>
#include <utility>

#include "core/base/parallel.h"
#include "core/layout/many_objects.h"
#include "core/layout/single_object.h"
#include "core/report/report.h"

namespace stowage {
namespace {

using Run = Result<std::vector<Offset>> (*)(const LayoutProblem&, const Task&);
using Planner = Result<std::vector<Offset>> (*)(const LayoutProblem&, Sort, Fit, const Task&, PlacementObserver*);

struct Word {
  const char* id;
  const char* title;
  const char* description;
};
struct ObjectWord : Word {
  const char* algorithm;
};

constexpr ObjectWord kObjects[] = {
    {{"so", "Single object", "One growing buffer"}, "Algorithm 6"},
    {{"mo", "Many objects", "A stack of objects, each as large as the block that opened it"}, "Algorithm 7"}};
constexpr Word kSorts[] = {{"breadth", "breadth", "blocks made while most bytes are alive first"},
                           {"size", "size", "largest blocks first"},
                           {"source", "source", "blocks made earliest first"},
                           {"unsafe", "unsafe", "blocks of most unsafe partners first"}};
constexpr Word kFits[] = {{"best", "best-fit", "each in the smallest gap that holds it"},
                          {"first", "first-fit", "each in the lowest gap that holds it"}};
constexpr std::size_t kSortCount = std::size(kSorts), kFitCount = std::size(kFits);

template <Planner planner, Sort sort, Fit fit>
Result<std::vector<Offset>> run(const LayoutProblem& problem, const Task& task) {
  return planner(problem, sort, fit, task, nullptr);
}

/// [sort * kFitCount + fit]
template <Planner planner, std::size_t... k>
constexpr std::array<Run, sizeof...(k)> runs(std::index_sequence<k...>) {
  return {run<planner, static_cast<Sort>(k / kFitCount), static_cast<Fit>(k % kFitCount)>...};
}
using Combinations = std::make_index_sequence<kSortCount * kFitCount>;
constexpr std::array kRuns = {runs<plan_single_object>(Combinations()), runs<plan_many_objects>(Combinations())};

/// The ten combinations of the paper: all of a single object, and size order for many, which are made for it.
bool in_paper(std::size_t object, Sort sort) {
  return object == 0 || sort == Sort::size;
}

/// The rows and the texts they refer to.
class Table {
 public:
  Table() {
    for (bool standard : {true, false})
      for (std::size_t object = 0; object < std::size(kObjects); ++object)
        for (std::size_t k = 0; k < kSortCount * kFitCount; ++k)
          if (in_paper(object, static_cast<Sort>(k / kFitCount)) == standard) add(object, k, standard);
  }
  [[nodiscard]] std::span<const LayoutStrategy> rows() const { return {rows_.data(), count_}; }

 private:
  void add(std::size_t object, std::size_t k, bool standard) {
    const ObjectWord& o = kObjects[object];
    const Word &s = kSorts[k / kFitCount], &f = kFits[k % kFitCount];
    std::array<std::string, 4>& text = texts_[count_];
    text = {std::string(o.id) + "." + s.id + "." + f.id, std::string(o.title) + ", " + s.title + ", " + f.title,
            std::string(o.description) + "; " + s.description + ", " + f.description,
            std::string("Lamprou et al., SOMAS, ") + o.algorithm};
    const Recipe recipe{object == 1, static_cast<Sort>(k / kFitCount), static_cast<Fit>(k % kFitCount)};
    rows_[count_++] = {text[0], text[1], text[2], text[3], standard, kRuns[object][k], recipe};
  }

  static constexpr std::size_t kRows = std::size(kObjects) * kSortCount * kFitCount;
  std::array<std::array<std::string, 4>, kRows> texts_;
  std::array<LayoutStrategy, kRows> rows_;
  std::size_t count_ = 0;
};

}  // namespace

std::span<const LayoutStrategy> layout_strategies() {
  static const Table table;
  return table.rows();
}

const LayoutStrategy* find_layout_strategy(std::string_view id) {
  const auto all = layout_strategies();
  const auto it = std::ranges::find(all, id, &LayoutStrategy::id);
  return it == all.end() ? nullptr : &*it;
}

Result<Plan> make_plan(const LayoutStrategy& strategy, const LayoutProblem& problem, const Task& task) {
  auto offsets = strategy.run(problem, task);
  if (!offsets) return tl::unexpected(std::move(offsets.error()));
  Plan plan;
  plan.graph = problem.graph().name();
  plan.strategy = strategy.id;
  plan.alignment = problem.alignment();
  plan.footprint = footprint(problem.sizes(), *offsets);
  plan.offsets = std::move(*offsets);
  return plan;
}

Result<std::vector<Offset>> run_observed(const LayoutStrategy& strategy, const LayoutProblem& problem,
                                         PlacementObserver& observer, const Task& task) {
  assert(strategy.recipe);
  const Planner planner = strategy.recipe->many_objects ? plan_many_objects : plan_single_object;
  return planner(problem, strategy.recipe->sort, strategy.recipe->fit, task, &observer);
}

std::vector<StrategyResult> run_strategies(std::span<const LayoutStrategy* const> strategies,
                                           const LayoutProblem& problem, const Task& task,
                                           const std::function<void(const StrategyResult&)>& done) {
  std::vector<StrategyResult> out(strategies.size());
  std::mutex mutex;
  std::size_t finished = 0;
  Task quiet = task;  // progress counts strategies
  quiet.progress = nullptr;
  parallel_for(strategies.size(), [&](std::size_t i) {
    const auto start = Task::Clock::now();
    out[i].strategy = strategies[i];
    out[i].plan = make_plan(*strategies[i], problem, quiet);
    out[i].milliseconds = std::chrono::duration<double, std::milli>(Task::Clock::now() - start).count();
    const std::lock_guard lock(mutex);
    if (done) done(out[i]);
    task.report(static_cast<double>(++finished) / static_cast<double>(strategies.size()));
  });
  return out;
}

}  // namespace stowage
