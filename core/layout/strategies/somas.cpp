// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include <array>
#include <cassert>
#include <string>
#include <utility>

namespace stowage {
namespace {

using PlanFunction = Result<Layout> (*)(const LayoutProblem&, const PlanOptions&, const Task&);
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
Result<Layout> run(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  return Result<Layout>(planner(problem, sort, fit, task, nullptr));
}

/// [sort * kFitCount + fit]
template <Planner planner, std::size_t... k>
constexpr std::array<PlanFunction, sizeof...(k)> runs(std::index_sequence<k...>) {
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
    rows_[count_++] = {.id = text[0],
                       .title = text[1],
                       .description = text[2],
                       .source = text[3],
                       .standard = standard,
                       .live = true,
                       .run = kRuns[object][k],
                       .recipe = recipe};
  }

  static constexpr std::size_t kRows = std::size(kObjects) * kSortCount * kFitCount;
  std::array<std::array<std::string, 4>, kRows> texts_;
  std::array<LayoutStrategy, kRows> rows_;
  std::size_t count_ = 0;
};

}  // namespace

std::span<const LayoutStrategy> somas_strategies() {
  static const Table table;
  return table.rows();
}

Result<std::vector<Offset>> run_observed(const LayoutStrategy& strategy, const LayoutProblem& problem,
                                         PlacementObserver& observer, const Task& task) {
  assert(strategy.recipe);
  const Planner planner = strategy.recipe->many_objects ? plan_many_objects : plan_single_object;
  return planner(problem, strategy.recipe->sort, strategy.recipe->fit, task, &observer);
}

}  // namespace stowage
