// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "core/insight/analysis/blame.h"
#include "core/insight/simulate/run.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "tests/bench/graphs.h"

using namespace stowage;

namespace {

/// A wide graph of 64 streams with a plan.
struct Planned {
  explicit Planned(std::size_t operators) : graph(bench::wide(operators, 64)), conflicts(*Conflicts::compute(graph)) {
    const auto problem = LayoutProblem::make(graph, conflicts);
    plan = *make_plan(*find_layout_strategy("so.size.first"), *problem);
  }
  Graph graph;
  Conflicts conflicts;
  Plan plan;
};

void simulate_run(benchmark::State& state) {
  const Planned& p = bench::case_of<Planned>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(simulate(p.graph, 1));
}

void run_memory(benchmark::State& state) {
  const Planned& p = bench::case_of<Planned>(state.range(0));
  const auto run = simulate(p.graph, 1);
  for (auto _ : state) benchmark::DoNotOptimize(RunMemory::compute(p.graph, &p.plan, run->events));
}

/// One run of a search that lasts to the end: that of a whole run, since it lacks a wait that nothing hangs on.
void run_of_a_search(benchmark::State& state) {
  const Planned& p = bench::case_of<Planned>(state.range(0));
  const OperatorId last(p.graph.operator_count() - 1);
  constexpr std::size_t kRuns = 8;
  for (auto _ : state)
    benchmark::DoNotOptimize(find_broken_run(p.graph, p.plan, {.sync = Sync{last, last}, .runs = kRuns}));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kRuns));
}

/// Why the tensor that ends highest is no lower: the longest chains.
void blame_of_the_top(benchmark::State& state) {
  const Planned& p = bench::case_of<Planned>(state.range(0));
  const Blamer blamer(p.graph, p.conflicts, p.plan);
  TensorId top(0);
  for (TensorId t : p.graph.tensors())
    if (p.plan.offsets[t.index()] > p.plan.offsets[top.index()]) top = t;
  for (auto _ : state) benchmark::DoNotOptimize(blamer.blame(top));
}

#define STOWAGE_SIZES Arg(4'000)->Arg(22'000)->Unit(benchmark::kMillisecond)
BENCHMARK(simulate_run)->STOWAGE_SIZES;
BENCHMARK(run_memory)->STOWAGE_SIZES;
BENCHMARK(run_of_a_search)->STOWAGE_SIZES;
BENCHMARK(blame_of_the_top)->STOWAGE_SIZES;

}  // namespace
