// SPDX-License-Identifier: Apache-2.0
// How long an edit takes, and how long it takes to find the redundant syncs. The argument is tensors (about).
#include <benchmark/benchmark.h>

#include <vector>

#include "core/insight/edit/edits.h"
#include "tests/bench/graphs.h"
#include "tests/support/graphs.h"

namespace {

using namespace stowage;
using bench::training_of;

void move_an_operator(benchmark::State& state) {
  const Graph& graph = training_of(state.range(0));
  const OperatorId op(graph.operator_count() / 2);
  const StreamId to((graph.stream(op).index() + 1) % graph.stream_count());
  for (auto _ : state) benchmark::DoNotOptimize(move_to_stream(graph, {&op, 1}, to));
}
void give_each_its_stream(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(one_stream_each(training_of(state.range(0))));
}
void add_a_sync_in_order(benchmark::State& state) {
  const Graph& graph = training_of(state.range(0));
  const OperatorId first(0), last(graph.operator_count() - 1);
  for (auto _ : state) benchmark::DoNotOptimize(add_sync(graph, first, last));
}
/// From the last operator that the first does not lead to, so that all operators between are looked at.
void add_a_sync_against_the_order(benchmark::State& state) {
  const Graph& graph = training_of(state.range(0));
  OperatorId before(graph.operator_count() - 1), after(graph.operator_count() / 2);
  while (before > after && !add_sync(graph, before, after)) before = OperatorId(before.index() - 1);
  for (auto _ : state) benchmark::DoNotOptimize(add_sync(graph, before, after));
  state.counters["steps back"] = static_cast<double>(before.index() - after.index());
}
void refuse_a_cycle(benchmark::State& state) {
  const Graph& graph = training_of(state.range(0));
  const OperatorId first(0), last(graph.operator_count() - 1);
  for (auto _ : state) benchmark::DoNotOptimize(add_sync(graph, last, first));
}
/// The operator that has the most room, from one end of it to the other.
void move_to_another_step(benchmark::State& state) {
  const Graph& graph = training_of(state.range(0));
  OperatorId op(0);
  const auto room = [&](OperatorId o) { return allowed_steps(graph, o).end - allowed_steps(graph, o).begin; };
  for (OperatorId o : graph.operators())
    if (room(o) > room(op)) op = o;
  const AllowedSteps allowed = allowed_steps(graph, op);
  const std::size_t to = op.index() == allowed.begin ? allowed.end - 1 : allowed.begin;
  for (auto _ : state) benchmark::DoNotOptimize(move_to_step(graph, op, to));
  state.counters["steps"] = static_cast<double>(room(op));
}
void double_all_sizes(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(scale_all_sizes(training_of(state.range(0)), {2, 1}));
}
void make_a_group(benchmark::State& state) {
  const Graph& graph = training_of(state.range(0));
  std::vector<TensorId> free;
  for (TensorId t : graph.tensors())
    if (!graph.group(t).valid() && free.size() < 100) free.push_back(t);
  for (auto _ : state) benchmark::DoNotOptimize(make_group(graph, free));
}
void find_redundant_syncs(benchmark::State& state) {
  const Graph& graph = training_of(state.range(0));
  std::size_t found = 0;
  for (auto _ : state) found = redundant_syncs(graph)->size();
  state.counters["syncs"] = static_cast<double>(graph.control().size());
  state.counters["redundant"] = static_cast<double>(found);
}
/// 22,000 operators on 64 streams, and as many syncs drawn at random.
void find_many_redundant_syncs(benchmark::State& state) {
  static const Graph graph =
      test::random_graph({.operators = 22'000, .streams = 64, .fan = 3, .window = 200, .syncs = 22'000});
  std::size_t found = 0;
  for (auto _ : state) found = redundant_syncs(graph)->size();
  state.counters["redundant"] = static_cast<double>(found);
}

}  // namespace

#define STOWAGE_SIZES Arg(4'400)->Arg(20'000)->Unit(benchmark::kMicrosecond)
BENCHMARK(move_an_operator)->STOWAGE_SIZES;
BENCHMARK(give_each_its_stream)->STOWAGE_SIZES;
BENCHMARK(add_a_sync_in_order)->STOWAGE_SIZES;
BENCHMARK(add_a_sync_against_the_order)->STOWAGE_SIZES;
BENCHMARK(refuse_a_cycle)->STOWAGE_SIZES;
BENCHMARK(move_to_another_step)->STOWAGE_SIZES;
BENCHMARK(double_all_sizes)->STOWAGE_SIZES;
BENCHMARK(make_a_group)->STOWAGE_SIZES;
BENCHMARK(find_redundant_syncs)->STOWAGE_SIZES;
BENCHMARK(find_many_redundant_syncs)->Unit(benchmark::kMicrosecond);
