// SPDX-License-Identifier: Apache-2.0
// Comparing two plans: tensor by tensor, and the areas of the plane that changed.
#include <benchmark/benchmark.h>

#include "core/insight/analysis/difference.h"
#include "tests/bench/graphs.h"
#include "tests/support/maps.h"

namespace stowage {
namespace {

struct Case {
  explicit Case(std::size_t tensors) : before(test::lanes_of_tensors(tensors)), after(test::mirrored(before)) {}
  [[nodiscard]] static PlacedPlan placed(const PlanView& view) { return {*view.graph, *view.lifetimes, *view.plan}; }
  PlanView before, after;
};

void difference_of_tensors(benchmark::State& state) {
  const Case& c = bench::case_of<Case>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(plan_difference(Case::placed(c.before), Case::placed(c.after)).moved);
}

void difference_of_space(benchmark::State& state) {
  const Case& c = bench::case_of<Case>(state.range(0));
  const auto before = boxes_of(Case::placed(c.before)), after = boxes_of(Case::placed(c.after));
  for (auto _ : state) benchmark::DoNotOptimize(space_change(before, after)->freed);
}

void difference_pieces(benchmark::State& state) {
  const Case& c = bench::case_of<Case>(state.range(0));
  const auto before = boxes_of(Case::placed(c.before)), after = boxes_of(Case::placed(c.after));
  std::size_t pieces = 0;
  for (auto _ : state) pieces = space_pieces(before, after, 100'000'000)->size();
  state.counters["pieces"] = static_cast<double>(pieces);
}

#define STOWAGE_SIZES Arg(20'000)->Arg(200'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond)
BENCHMARK(difference_of_tensors)->STOWAGE_SIZES;
BENCHMARK(difference_of_space)->STOWAGE_SIZES;
BENCHMARK(difference_pieces)->STOWAGE_SIZES;

}  // namespace
}  // namespace stowage
