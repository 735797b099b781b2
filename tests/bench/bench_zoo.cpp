// SPDX-License-Identifier: Apache-2.0
// From a network's description to the graph of its step: GPT-2 XL with Adam, and the largest one on forty streams.
#include <benchmark/benchmark.h>

#include "tests/support/zoo.h"

namespace stowage {
namespace {

void gpt2_xl_made(benchmark::State& state) {
  const ZooNetwork& network = test::zoo_network("gpt2_xl");
  for (auto _ : state) benchmark::DoNotOptimize(test::zoo_graph(network).operator_count());
}

void pangu_13b_made(benchmark::State& state) {
  const ZooNetwork& network = test::zoo_network("pangu_13b");
  for (auto _ : state) benchmark::DoNotOptimize(test::zoo_graph(network, {.streams = 40}).operator_count());
}

BENCHMARK(gpt2_xl_made)->Unit(benchmark::kMillisecond);
BENCHMARK(pangu_13b_made)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace stowage
