// SPDX-License-Identifier: Apache-2.0
// How long until any pair of tensors can be answered: our releases against the published methods.
#include <benchmark/benchmark.h>

#include <map>
#include <utility>

#include "core/bounds/bounds.h"
#include "core/safety/conflicts.h"
#include "core/safety/published.h"
#include "tests/support/graphs.h"
#include "tests/support/training.h"

namespace {

using namespace stowage;

/// About as many operators as asked, made once a program.
const Graph& training(std::size_t operators, std::size_t streams) {
  static std::map<std::pair<std::size_t, std::size_t>, Graph> made;
  const auto [it, is_new] = made.try_emplace({operators, streams});
  if (is_new) it->second = test::training_step({.operators = operators, .streams = streams});
  return it->second;
}

const Graph& graph_of(const benchmark::State& state) {
  return training(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
}

void describe(benchmark::State& state, const Graph& graph, std::uint64_t unsafe) {
  state.counters["tensors"] = static_cast<double>(graph.tensor_count());
  state.counters["operators"] = static_cast<double>(graph.operator_count());
  state.counters["unsafe"] = static_cast<double>(unsafe);
}

void releases(benchmark::State& state) {
  const Graph& graph = graph_of(state);
  for (auto _ : state) benchmark::DoNotOptimize(Conflicts::compute(graph));
  describe(state, graph, Conflicts::compute(graph)->unsafe_pair_count());
}

void published(benchmark::State& state, const SafetyMethod& method) {
  const Graph& graph = graph_of(state);
  std::uint64_t unsafe = 0;
  for (auto _ : state) unsafe = method.run(graph, {})->count();
  describe(state, graph, unsafe);
}

void degrees(benchmark::State& state) {
  const Graph& graph = graph_of(state);
  const Conflicts conflicts = *Conflicts::compute(graph);
  for (auto _ : state) benchmark::DoNotOptimize(conflicts.degrees());
  describe(state, graph, conflicts.unsafe_pair_count());
}

void unsafe_rows(benchmark::State& state) {
  const Graph& graph = graph_of(state);
  const Conflicts conflicts = *Conflicts::compute(graph);
  std::vector<std::uint64_t> row((graph.tensor_count() + 63) / 64);
  for (auto _ : state)
    for (TensorId t : graph.tensors()) {
      conflicts.unsafe_row(t, row);
      benchmark::DoNotOptimize(row.data());
    }
  describe(state, graph, conflicts.unsafe_pair_count());
}

const std::vector<std::vector<std::int64_t>> kSizes{{1100, 3300, 11000, 33000, 110000}, {4}};
const std::vector<std::int64_t> kLarge{22000, 64};

BENCHMARK(releases)
    ->ArgsProduct(kSizes)
    ->Args(kLarge)
    ->Args({22000, 16})
    ->Args({22000, 1})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(degrees)->Args(kLarge)->Unit(benchmark::kMillisecond);
BENCHMARK(unsafe_rows)->Args(kLarge)->Args({22000, 4})->Args({22000, 1})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(published, ancestor, published_safety_methods()[0])
    ->ArgsProduct({{1100, 3300, 11000}, {4}})
    ->Args(kLarge)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(published, ancestor_opt, published_safety_methods()[1])
    ->ArgsProduct({{1100, 3300, 11000, 33000}, {4}})
    ->Args(kLarge)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(published, stream_graph, published_safety_methods()[2])
    ->ArgsProduct({{1100, 3300, 11000, 33000}, {4}})
    ->Args(kLarge)
    ->Unit(benchmark::kMillisecond);

}  // namespace
