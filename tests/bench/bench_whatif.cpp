// SPDX-License-Identifier: Apache-2.0
// What one waits for in the window: the cost of the streams, and the first ten syncs worth adding. Arguments are
// tensors (about) and streams.
#include <benchmark/benchmark.h>

#include <map>
#include <utility>

#include "core/insight/improve/cost.h"
#include "core/insight/improve/suggest_syncs.h"
#include "tests/support/training_graph.h"
#include "tests/support/wide_graph.h"

namespace {

using namespace stowage;
using MakeGraph = Graph (*)(std::size_t tensors, std::size_t streams);

Graph training(std::size_t tensors, std::size_t streams) {
  return test::make_training_graph(test::training_graph_of(tensors, streams));
}
Graph wide(std::size_t tensors, std::size_t streams) {
  return test::wide_graph({.operators = tensors, .streams = streams});
}

const Graph& graph_of(MakeGraph make, const benchmark::State& state) {
  static std::map<std::pair<MakeGraph, std::pair<std::int64_t, std::int64_t>>, Graph> made;
  const auto [it, is_new] = made.try_emplace({make, {state.range(0), state.range(1)}});
  if (is_new) it->second = make(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  return it->second;
}

void cost_of_streams(benchmark::State& state, MakeGraph make) {
  const Graph& graph = graph_of(make, state);
  double extra = 0;
  for (auto _ : state) {
    const ConcurrencyCost cost = concurrency_cost(graph, {1}).value();
    extra = static_cast<double>(cost.extra().count) / static_cast<double>(cost.one_stream.footprint.count);
  }
  state.counters["extra"] = extra;
}

void first_ten_suggestions(benchmark::State& state, MakeGraph make) {
  const Graph& graph = graph_of(make, state);
  SyncSuggestions last;
  for (auto _ : state) {
    std::stop_source enough;
    Task task;
    task.stop = enough.get_token();
    const auto found = suggest_syncs(graph, {}, task, [&](const SyncSuggestions& now) {
      last = now;
      if (now.best.size() >= 10) enough.request_stop();
    });
    if (found && found->best.size() < 10) return state.SkipWithError("there are no ten");
  }
  state.counters["weighed"] = static_cast<double>(last.weighed);
  state.counters["planned"] = static_cast<double>(last.planned);
  state.counters["saved"] =
      static_cast<double>(last.best.front().saved.count) / static_cast<double>(last.now.footprint.count);
}

constexpr auto kTime = benchmark::kMillisecond;

BENCHMARK_CAPTURE(cost_of_streams, training, training)->Args({4400, 8})->Unit(kTime)->UseRealTime();
BENCHMARK_CAPTURE(first_ten_suggestions, training, training)->Args({1000, 8})->Unit(kTime)->UseRealTime();
BENCHMARK_CAPTURE(first_ten_suggestions, training, training)->Args({4400, 8})->Unit(kTime)->UseRealTime();
BENCHMARK_CAPTURE(first_ten_suggestions, training, training)->Args({20000, 8})->Unit(kTime)->UseRealTime();
BENCHMARK_CAPTURE(first_ten_suggestions, wide, wide)->Args({4400, 8})->Unit(kTime)->UseRealTime();

}  // namespace
