// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/lesson_facts.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stowage {
namespace {

struct GraphOfPages {
  std::shared_ptr<const Graph> graph;
  FactsNeeded needed;
};

/// In the order of the pages, so that of two faults the first is reported.
std::vector<GraphOfPages> graphs_of(const Lesson& lesson) {
  std::vector<GraphOfPages> out;
  for (std::size_t k = 0; k < lesson.pages.size(); ++k) {
    const LessonPage& page = lesson.pages[k];
    auto found = std::ranges::find(out, page.graph, &GraphOfPages::graph);
    if (found == out.end()) found = out.insert(found, {page.graph, {}});
    FactsNeeded& needed = found->needed;
    needed.strategies.insert(page.strategy);
    if (!page.question) continue;
    needed.strategies.insert(page.question->strategies.begin(), page.question->strategies.end());
    const FactInfo& fact = info_of(page.question->fact);
    if (fact.fact == Fact::bytes_passed) needed.flows.insert(page.strategy);
    needed.pyramid = needed.pyramid || fact.fact == Fact::pyramid;
    needed.loops = needed.loops || fact.loop;
    if (page.question->fact == Fact::least_peak && needed.least_peak.empty())
      needed.least_peak = "/pages/" + std::to_string(k) + "/ask";
  }
  return out;
}

}  // namespace

Result<std::shared_ptr<const LessonFacts>> LessonFacts::make(const Lesson& lesson, const Task& task) {
  const auto out = std::make_shared<LessonFacts>();
  for (const auto& [graph, needed] : graphs_of(lesson)) {
    STOWAGE_TRY(auto facts, GraphFacts::make(graph, needed, task));
    out->graphs_.emplace(graph, std::move(facts));
  }
  return out;
}

}  // namespace stowage
