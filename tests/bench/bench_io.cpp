// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <random>
#include <string>

#include "core/formats/document.h"
#include "core/formats/interval_csv.h"
#include "core/formats/readers.h"
#include "tests/bench/graphs.h"

using namespace stowage;

namespace {

/// `rows` lifetimes over as many steps; with `spread`, over far more, so that nearly every end is an event of its own.
std::string intervals(std::size_t rows, bool spread) {
  std::mt19937_64 engine(1);
  const std::uint64_t range = spread ? std::uint64_t{1} << 50 : rows;
  std::string out = "id,lower,upper,size\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint64_t begin = engine() % range, length = 1 + engine() % (range / 1000 + 1);
    out.append("t").append(std::to_string(i)).append(",").append(std::to_string(begin)).append(",");
    out.append(std::to_string(begin + length))
        .append(",")
        .append(std::to_string(1 + engine() % 1'000'000))
        .append("\n");
  }
  return out;
}

void read_csv(benchmark::State& state) {
  const std::string text = intervals(static_cast<std::size_t>(state.range(0)), state.range(1) != 0);
  for (auto _ : state) benchmark::DoNotOptimize(read_interval_csv({text, "x.csv", {}, {}}).value());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(read_csv)
    ->ArgNames({"rows", "spread"})
    ->Args({1'000'000, 0})
    ->Args({1'000'000, 1})
    ->Unit(benchmark::kMillisecond);

void read_graph(benchmark::State& state) {
  const std::string text = write_graph_json(bench::training_of(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(read_graph_json(text, "g.json").value());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
#define STOWAGE_SIZES ArgName("tensors")->Arg(20'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond)
BENCHMARK(read_graph)->STOWAGE_SIZES;

void read_plan(benchmark::State& state) {
  const Graph& graph = bench::training_of(state.range(0));
  Plan plan;
  plan.offsets.resize(graph.tensor_count());
  for (OperatorId o : graph.operators()) plan.sequence.emplace_back(graph.name(o));
  const std::string text = write_plan(graph, plan);
  for (auto _ : state) benchmark::DoNotOptimize(read_plan(text, "p.json", graph).value());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(read_plan)->STOWAGE_SIZES;

void write_graph(benchmark::State& state) {
  const Graph& graph = bench::training_of(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(write_graph_json(graph));
}
BENCHMARK(write_graph)->STOWAGE_SIZES;

}  // namespace
