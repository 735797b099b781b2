// SPDX-License-Identifier: Apache-2.0
// What one waits for in the window: the cost of the streams, and the first ten syncs worth adding. Arguments are
// tensors (about) and streams.
#include <benchmark/benchmark.h>

#include "core/insight/improve/cost.h"
#include "core/insight/improve/suggest_syncs.h"
#include "tests/bench/graphs.h"

namespace {

using namespace stowage;
using bench::training, bench::wide;

void cost_of_streams(benchmark::State& state, bench::MakeGraph make) {
  const Graph& graph = bench::graph_of(make, state.range(0), state.range(1));
  double extra = 0;
  for (auto _ : state) {
    const ConcurrencyCost cost = concurrency_cost(graph, {1}).value();
    extra = static_cast<double>(cost.extra().count) / static_cast<double>(cost.one_stream.footprint.count);
  }
  state.counters["extra"] = extra;
}

void first_ten_suggestions(benchmark::State& state, bench::MakeGraph make) {
  const Graph& graph = bench::graph_of(make, state.range(0), state.range(1));
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
