// SPDX-License-Identifier: Apache-2.0
// The exact search against its budgets: hard instances in a capacity known to be enough, real graphs at their bound,
// and packings cut at random that nothing was tuned to. Counters: decisions, whether a plan was found (1) or not (0).
#include <benchmark/benchmark.h>

#include "core/layout/search/exact.h"
#include "tests/bench/graphs.h"
#include "tests/support/planted.h"

namespace stowage {
namespace {

using Shared = std::shared_ptr<const Graph>;
constexpr double kSeconds = 10;

/// From the graph to a plan within the capacity; 0: at the bound, which proves it optimal.
void fit(benchmark::State& state, const Shared& graph, std::int64_t capacity) {
  if (!graph) return state.SkipWithError(bench::kNoRealFiles);
  std::uint64_t nodes = 0, found = 0;
  for (auto _ : state) {
    const Conflicts conflicts = Conflicts::compute(*graph).value();
    const LayoutProblem problem = LayoutProblem::make(*graph, conflicts).value();
    auto search = ExactSearch::make(problem).value();
    const Bytes asked = capacity > 0 ? Bytes{capacity} : search.lower_bound();
    const Feasibility result = search.fits(asked, ~std::uint64_t{0} / 2, Task::with_time_limit(kSeconds));
    found = result == Feasibility::fits ? 1 : 0;
    nodes += search.nodes();
  }
  state.counters["found"] = static_cast<double>(found);
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
  state.counters["nodes/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

/// The least footprint found in a time limit, without a plan to start from.
void lower(benchmark::State& state, const Shared& graph, double seconds) {
  if (!graph) return state.SkipWithError(bench::kNoRealFiles);
  Bytes least, bound;
  for (auto _ : state) {
    const Conflicts conflicts = Conflicts::compute(*graph).value();
    const LayoutProblem problem = LayoutProblem::make(*graph, conflicts).value();
    auto search = ExactSearch::make(problem).value();
    search.lower(~std::uint64_t{0} / 2, Task::with_time_limit(seconds));
    least = search.best_footprint();
    bound = search.lower_bound();
  }
  state.counters["footprint"] = static_cast<double>(least.count);
  state.counters["bound"] = static_cast<double>(bound.count);
}

template <class Work>
void add(const std::string& name, Work work) {
  benchmark::RegisterBenchmark(name.c_str(), work)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);
}

bool register_all() {
  constexpr std::int64_t kCapacity = 1 << 20;
  for (const char* file : {"A", "B", "D", "E", "F", "H", "I", "K"})
    add(std::string("exact/minimalloc_") + file,
        [=](auto& state) { fit(state, bench::real_file(std::string("minimalloc_") + file), kCapacity); });
  for (const char* file : {"resnet50", "G_1", "bert_base", "bert_large", "pangu_2.6B"})
    add(std::string("exact/at the bound/") + file, [=](auto& state) { fit(state, bench::real_file(file), 0); });
  for (std::uint64_t seed = 101; seed <= 112; ++seed) {
    const test::PlantedPacking packing{
        .seed = seed, .buffers = 100 + 25 * (seed % 8), .dropped = seed % 3 == 0 ? std::size_t{0} : std::size_t{10}};
    add("exact/planted/" + std::to_string(seed) + ", " + std::to_string(packing.buffers) + " buffers",
        [=](auto& state) { fit(state, std::make_shared<const Graph>(test::planted_packing(packing)), kCapacity); });
  }
  add("exact/lower/minimalloc_D, 10 s", [](auto& state) { lower(state, bench::real_file("minimalloc_D"), kSeconds); });
  return true;
}
[[maybe_unused]] const bool registered = register_all();

}  // namespace
}  // namespace stowage
