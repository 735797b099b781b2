// SPDX-License-Identifier: Apache-2.0
// What stepping costs: a planner observed against the same planner alone, and what the view asks for at a step.
#include <benchmark/benchmark.h>

#include "core/insight/learn/recording.h"
#include "core/papers/tables.h"
#include "tests/bench/graphs.h"

namespace stowage {
namespace {

struct Input {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Conflicts> conflicts;
};

const Input& input() {
  static const Input made = [] {
    Input out;
    out.graph = std::make_shared<const Graph>(bench::training_of(4'400));
    out.conflicts = std::make_shared<const Conflicts>(Conflicts::compute(*out.graph).value());
    return out;
  }();
  return made;
}

void planner_alone(benchmark::State& state, const char* id) {
  const LayoutProblem problem = LayoutProblem::make(*input().graph, *input().conflicts).value();
  for (auto _ : state) benchmark::DoNotOptimize(find_layout_strategy(id)->run(problem, {}, {}));
}

void recording(benchmark::State& state, const char* id) {
  std::size_t steps = 0;
  for (auto _ : state)
    steps = Recording::make(*find_layout_strategy(id), input().graph, input().conflicts).value().step_count();
  state.counters["steps"] = static_cast<double>(steps);
}

/// The last block has the most before it.
void last_block(benchmark::State& state, const char* id) {
  const Recording r = Recording::make(*find_layout_strategy(id), input().graph, input().conflicts).value();
  for (auto _ : state) {
    benchmark::DoNotOptimize(looks_of(r, r.block_count() - 1));
    benchmark::DoNotOptimize(avoided_by(r, r.block_count() - 1).total);
  }
}

[[maybe_unused]] const bool registered = [] {
  for (const char* id : {"so.size.best", "so.size.first", "mo.size.best", "mo.source.best"}) {
    const auto add = [id](const std::string& name, auto work) {
      benchmark::RegisterBenchmark((name + "/4400 tensors, 8 streams/" + id).c_str(), [work, id](auto& state) {
        work(state, id);
      })->Unit(benchmark::kMillisecond);
    };
    add("teach/planner alone", planner_alone);
    add("teach/recording", recording);
    add("teach/last block", last_block);
  }
  return true;
}();

}  // namespace
}  // namespace stowage
