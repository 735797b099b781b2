// SPDX-License-Identifier: Apache-2.0
#include "core/formats/json.h"
#include "core/formats/lesson_json.h"
#include "core/formats/readers.h"
#include "core/plan/block_problem.h"
#include "core/plan/bounds.h"
#include "core/safety/conflicts.h"

namespace stowage {

Result<std::string> new_lesson(const Graph& graph, const LayoutStrategy& strategy, const NewLessonWords& words,
                               const Task& task) {
  if (std::max(graph.tensor_count(), graph.operator_count()) > kMaxLessonTensors)
    return tl::unexpected(Error::bad_input(
        "", "", "a lesson's graph has at most " + std::to_string(kMaxLessonTensors) + " tensors and operators"));
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(graph, task));
  STOWAGE_TRY(const auto problem, BlockProblem::make(graph, conflicts));
  STOWAGE_TRY(const Bounds bounds, all_bounds(problem, task));
  Json out = {{"format", "stowage-lesson"},
              {"version", 1},
              {"title", words.title},
              {"source", words.source},
              {"about", words.about}};
  out["graph"] = Json::parse(write_graph_json(graph));
  out["strategy"] = strategy.recipe ? strategy.id : "so.size.best";
  out["pages"] = Json::array();
  out["pages"].push_back(
      {{"title", words.first_title}, {"text", Json::array({words.first_text})}, {"show", {{"view", "graph"}}}});
  out["pages"].push_back({{"title", words.ask_title},
                          {"text", Json::array({words.ask_text})},
                          {"show", {{"view", "lanes"}}},
                          {"ask",
                           {{"fact", "lifetime-bound"},
                            {"question", words.question},
                            {"answer", bounds.lifetime.bytes.count},
                            {"right", words.right},
                            {"wrong", words.wrong}}}});
  return out.dump(1) + '\n';
}

}  // namespace stowage
