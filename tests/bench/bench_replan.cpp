// SPDX-License-Identifier: Apache-2.0
// From one operator moved to another stream to new plans: the edit, the unsafe pairs, the ten standard strategies, and
// all of them. What the window does with that is measured by stowage-bench-window.
#include <benchmark/benchmark.h>

#include <vector>

#include "core/insight/edit/edits.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "tests/bench/graphs.h"
#include "tests/support/planning.h"

namespace stowage {
namespace {

/// The operator in the middle, to a stream that is not its own.
Graph edited(const Graph& graph) {
  const OperatorId op(graph.operator_count() / 2);
  const StreamId other((graph.stream(op).index() + 1) % graph.stream_count());
  return std::move(move_to_stream(graph, std::vector{op}, other).value().graph);
}

std::vector<const LayoutStrategy*> strategies(bool standard_only) {
  std::vector<const LayoutStrategy*> out;
  for (const LayoutStrategy& each : live_strategies())
    if (each.standard || !standard_only) out.push_back(&each);
  return out;
}

void move_one_operator(benchmark::State& state) {
  const Graph& graph = bench::training_of(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(edited(graph).operator_count());
}

void move_and_find_conflicts(benchmark::State& state) {
  const Graph& graph = bench::training_of(state.range(0));
  for (auto _ : state) {
    const Graph now = edited(graph);
    const Conflicts conflicts = Conflicts::compute(now).value();
    benchmark::DoNotOptimize(LayoutProblem::make(now, conflicts).value().degrees().size());
  }
}

void move_and_plan(benchmark::State& state, bool standard_only) {
  const Graph& graph = bench::training_of(state.range(0));
  const std::vector<const LayoutStrategy*> wanted = strategies(standard_only);
  for (auto _ : state) {
    const Graph now = edited(graph);
    const Conflicts conflicts = Conflicts::compute(now).value();
    const LayoutProblem problem = LayoutProblem::make(now, conflicts).value();
    benchmark::DoNotOptimize(test::run_strategies(wanted, problem).size());
  }
}

BENCHMARK(move_one_operator)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(move_and_find_conflicts)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(move_and_plan, ten, true)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(move_and_plan, all, false)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace stowage
