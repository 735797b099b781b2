// SPDX-License-Identifier: Apache-2.0
// From the bytes of a memory snapshot to the document, and what views ask of it.
#include <benchmark/benchmark.h>

#include "core/formats/document.h"
#include "core/insight/recorded/heap_at.h"
#include "tests/support/pickles.h"

using namespace stowage;

namespace {

void read_snapshot(benchmark::State& state) {
  const std::string bytes = test::make_torch_snapshot(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(read_document(bytes, "s.pickle").value());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}
BENCHMARK(read_snapshot)->ArgName("events")->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void snapshot_fragmentation(benchmark::State& state) {
  const auto document =
      read_document(test::make_torch_snapshot(static_cast<std::size_t>(state.range(0))), "s.pickle").value();
  for (auto _ : state) benchmark::DoNotOptimize(fragmentation(*document.history).value());
}
BENCHMARK(snapshot_fragmentation)->ArgName("events")->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
