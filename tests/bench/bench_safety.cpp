// SPDX-License-Identifier: Apache-2.0
// How long until any pair of tensors can be answered: releases against the published methods; and the clique bound.
// Arguments are operators (about) and streams.
#include <benchmark/benchmark.h>

#include "core/papers/somas/somas_safety.h"
#include "core/plan/bounds.h"
#include "core/safety/conflicts.h"
#include "tests/bench/graphs.h"
#include "tests/support/graphs.h"

namespace {

using namespace stowage;
using bench::MakeGraph, bench::wide;

Graph layered(std::size_t operators, std::size_t streams) {
  test::TrainingGraph options = test::training_graph_of(operators * 34 / 25, streams);
  if (streams > 4) options.branches = 4;
  return test::make_training_graph(options);
}
/// Operators on streams drawn at random, reading from up to 200 operators back: hardly any order to use.
Graph random(std::size_t operators, std::size_t streams) {
  return test::random_graph({.operators = operators, .streams = streams, .fan = 3, .window = 200, .syncs = 1000});
}

void describe(benchmark::State& state, const Graph& graph, std::uint64_t unsafe) {
  state.counters["tensors"] = static_cast<double>(graph.tensor_count());
  state.counters["operators"] = static_cast<double>(graph.operator_count());
  state.counters["unsafe"] = static_cast<double>(unsafe);
}

void releases(benchmark::State& state, MakeGraph make) {
  const Graph& graph = bench::graph_of(make, state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(Conflicts::compute(graph));
  describe(state, graph, Conflicts::compute(graph)->unsafe_pair_count());
}

template <std::size_t kMethod>
void published(benchmark::State& state, MakeGraph make) {
  const Graph& graph = bench::graph_of(make, state.range(0), state.range(1));
  std::uint64_t unsafe = 0;
  for (auto _ : state) unsafe = published_safety_methods()[kMethod].run(graph, {})->count();
  describe(state, graph, unsafe);
}
constexpr auto ancestor = published<0>;
constexpr auto ancestor_opt = published<1>;
constexpr auto stream_graph = published<2>;

void degrees(benchmark::State& state, MakeGraph make) {
  const Graph& graph = bench::graph_of(make, state.range(0), state.range(1));
  const Conflicts conflicts = *Conflicts::compute(graph);
  for (auto _ : state) benchmark::DoNotOptimize(conflicts.degrees());
  describe(state, graph, conflicts.unsafe_pair_count());
}

void all_unsafe_rows(benchmark::State& state, MakeGraph make) {
  const Graph& graph = bench::graph_of(make, state.range(0), state.range(1));
  const Conflicts conflicts = *Conflicts::compute(graph);
  std::vector<std::uint64_t> row((graph.tensor_count() + 63) / 64);
  for (auto _ : state)
    for (TensorId t : graph.tensors()) {
      conflicts.unsafe_row(t, row);
      benchmark::DoNotOptimize(row.data());
    }
  describe(state, graph, conflicts.unsafe_pair_count());
}

void clique_bound(benchmark::State& state, MakeGraph make) {
  const Graph& graph = bench::graph_of(make, state.range(0), state.range(1));
  const Conflicts conflicts = *Conflicts::compute(graph);
  const BlockProblem problem = *BlockProblem::make(graph, conflicts);
  std::int64_t weight = 0;
  for (auto _ : state) weight = heaviest_clique(problem)->bytes.count;
  describe(state, graph, conflicts.unsafe_pair_count());
  state.counters["over_lifetimes"] = double(weight) / double(quick_bounds(problem).lifetime.bytes.count);
}

constexpr auto kTime = benchmark::kMillisecond;
/// The published methods grow with the square; beyond this they take minutes.
const std::vector<std::vector<std::int64_t>> kSmall{{1000, 3300, 10000, 33000}, {4}};

BENCHMARK_CAPTURE(releases, wide, wide)->ArgsProduct({{1000, 3300, 10000, 33000, 100000}, {4}})->Unit(kTime);
BENCHMARK_CAPTURE(releases, wide, wide)->Args({22000, 64})->Args({22000, 16})->Args({22000, 1})->Unit(kTime);
BENCHMARK_CAPTURE(releases, layered, layered)->Args({22000, 4})->Args({22000, 64})->Unit(kTime);
BENCHMARK_CAPTURE(releases, random, random)->Args({22000, 64})->Args({22000, 256})->Unit(kTime);
BENCHMARK_CAPTURE(ancestor, wide, wide)->ArgsProduct(kSmall)->Args({22000, 64})->Unit(kTime);
BENCHMARK_CAPTURE(ancestor_opt, wide, wide)->ArgsProduct(kSmall)->Args({22000, 64})->Unit(kTime);
BENCHMARK_CAPTURE(stream_graph, wide, wide)->ArgsProduct(kSmall)->Args({22000, 64})->Unit(kTime);
BENCHMARK_CAPTURE(stream_graph, random, random)->Args({22000, 64})->Unit(kTime);
BENCHMARK_CAPTURE(degrees, wide, wide)->Args({22000, 64})->Unit(kTime);
BENCHMARK_CAPTURE(all_unsafe_rows, wide, wide)->Args({22000, 64})->Args({22000, 1})->Unit(kTime);
BENCHMARK_CAPTURE(clique_bound, wide, wide)->Args({4400, 4})->Args({22000, 4})->Args({22000, 64})->Unit(kTime);
BENCHMARK_CAPTURE(clique_bound, layered, layered)->Args({4400, 4})->Args({22000, 64})->Unit(kTime);
BENCHMARK_CAPTURE(clique_bound, random, random)->Args({4400, 4})->Args({22000, 64})->Args({100000, 32})->Unit(kTime);

}  // namespace
