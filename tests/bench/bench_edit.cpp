// SPDX-License-Identifier: Apache-2.0
// How long an edit takes, and how long it takes to find the redundant syncs. The argument is tensors (about).
#include <benchmark/benchmark.h>

#include <map>
#include <vector>

#include "core/insight/edit/edits.h"
#include "tests/support/graphs.h"
#include "tests/support/training_graph.h"

namespace {

using namespace stowage;

/// Each graph is made once a program.
const Graph& training(const benchmark::State& state) {
  static std::map<std::int64_t, Graph> made;
  const auto [it, is_new] = made.try_emplace(state.range(0));
  if (is_new)
    it->second = test::make_training_graph(test::training_graph_of(static_cast<std::size_t>(state.range(0)), 8));
  return it->second;
}

void move_an_operator(benchmark::State& state) {
  const Graph& graph = training(state);
  const OperatorId op(graph.operator_count() / 2);
  const StreamId to((graph.stream(op).index() + 1) % graph.stream_count());
  for (auto _ : state) benchmark::DoNotOptimize(move_to_stream(graph, {&op, 1}, to));
}
void give_each_its_stream(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(one_stream_each(training(state)));
}
void add_a_sync_in_order(benchmark::State& state) {
  const Graph& graph = training(state);
  const OperatorId first(0), last(graph.operator_count() - 1);
  for (auto _ : state) benchmark::DoNotOptimize(add_sync(graph, first, last));
}
/// From the last operator that the first does not lead to, so that all operators between are looked at.
void add_a_sync_against_the_order(benchmark::State& state) {
  const Graph& graph = training(state);
  OperatorId before(graph.operator_count() - 1), after(graph.operator_count() / 2);
  while (before > after && !add_sync(graph, before, after)) before = OperatorId(before.index() - 1);
  for (auto _ : state) benchmark::DoNotOptimize(add_sync(graph, before, after));
  state.counters["steps back"] = static_cast<double>(before.index() - after.index());
}
void refuse_a_cycle(benchmark::State& state) {
  const Graph& graph = training(state);
  const OperatorId first(0), last(graph.operator_count() - 1);
  for (auto _ : state) benchmark::DoNotOptimize(add_sync(graph, last, first));
}
/// The operator that has the most room, from one end of it to the other.
void move_to_another_step(benchmark::State& state) {
  const Graph& graph = training(state);
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
  for (auto _ : state) benchmark::DoNotOptimize(scale_all_sizes(training(state), {2, 1}));
}
void make_a_group(benchmark::State& state) {
  const Graph& graph = training(state);
  std::vector<TensorId> free;
  for (TensorId t : graph.tensors())
    if (!graph.group(t).valid() && free.size() < 100) free.push_back(t);
  for (auto _ : state) benchmark::DoNotOptimize(make_group(graph, free));
}
void find_redundant_syncs(benchmark::State& state) {
  const Graph& graph = training(state);
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

BENCHMARK(move_an_operator)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(give_each_its_stream)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(add_a_sync_in_order)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(add_a_sync_against_the_order)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(refuse_a_cycle)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(move_to_another_step)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(double_all_sizes)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(make_a_group)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(find_redundant_syncs)->Arg(4'400)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(find_many_redundant_syncs)->Unit(benchmark::kMicrosecond);
