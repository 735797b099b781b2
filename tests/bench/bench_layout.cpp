// SPDX-License-Identifier: Apache-2.0
// Placement against its budgets: one and ten strategies on real files and on graphs of many streams, and how the time
// grows. Real files are skipped where the folder of inputs is not there.
#include <benchmark/benchmark.h>

#include <random>

#include "core/check/validator.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "tests/bench/graphs.h"
#include "tests/support/graphs.h"
#include "tests/support/planning.h"

namespace stowage {
namespace {

using Shared = std::shared_ptr<const Graph>;

/// Short lifetimes, and one in a hundred that may last a tenth of all time.
Shared many_intervals(std::int64_t count) {
  std::mt19937_64 engine(1);
  const auto n = static_cast<std::uint32_t>(count);
  std::vector<test::IntervalRow> rows;
  for (std::uint32_t k = 0; k < n; ++k) {
    const auto begin = static_cast<std::uint32_t>(engine() % n);
    const auto length = static_cast<std::uint32_t>(engine() % (engine() % 100 == 0 ? n / 10 : 16) + 1);
    const auto size = static_cast<std::int64_t>(512 * (1 + engine() % (1 + engine() % 2000)));
    rows.push_back({std::to_string(k), size, begin, std::min(n, begin + length)});
  }
  return std::make_shared<const Graph>(test::intervals(rows));
}

/// About `count` tensors; groups of two to four hold one tensor in thirty.
Shared many_streams(std::int64_t count, std::int64_t streams) {
  const auto operators = static_cast<std::size_t>(count) * 10 / 13;
  return std::make_shared<const Graph>(test::random_graph({.seed = 3,
                                                           .operators = operators,
                                                           .streams = static_cast<std::size_t>(streams),
                                                           .groups = operators / 80,
                                                           .syncs = operators / 20}));
}

/// One that lives as long as the program.
Shared borrowed(const Graph& graph) {
  return {Shared(), &graph};
}

/// From the graph to the plan: conflicts, what the strategies share, one strategy.
void one_strategy(benchmark::State& state, const Shared& graph, const char* id) {
  if (!graph) return state.SkipWithError(bench::kNoRealFiles);
  for (auto _ : state) {
    const Conflicts conflicts = Conflicts::compute(*graph).value();
    const LayoutProblem problem = LayoutProblem::make(*graph, conflicts).value();
    benchmark::DoNotOptimize(make_plan(*find_layout_strategy(id), problem).value().footprint);
  }
  state.counters["tensors"] = static_cast<double>(graph->tensor_count());
}

/// The same for the ten of the paper, on all cores.
void ten_strategies(benchmark::State& state, const Shared& graph) {
  if (!graph) return state.SkipWithError(bench::kNoRealFiles);
  std::vector<const LayoutStrategy*> ten;
  for (const LayoutStrategy& s : layout_strategies())
    if (s.standard) ten.push_back(&s);
  for (auto _ : state) {
    const Conflicts conflicts = Conflicts::compute(*graph).value();
    const LayoutProblem problem = LayoutProblem::make(*graph, conflicts).value();
    benchmark::DoNotOptimize(test::run_strategies(ten, problem).back().plan->footprint);
  }
  state.counters["tensors"] = static_cast<double>(graph->tensor_count());
}

void validation(benchmark::State& state, const Shared& graph) {
  if (!graph) return state.SkipWithError(bench::kNoRealFiles);
  const Conflicts conflicts = Conflicts::compute(*graph).value();
  const LayoutProblem problem = LayoutProblem::make(*graph, conflicts).value();
  const Plan plan = make_plan(*find_layout_strategy("so.size.best"), problem).value();
  for (auto _ : state) benchmark::DoNotOptimize(validate(*graph, plan)->count);
  state.counters["tensors"] = static_cast<double>(graph->tensor_count());
}

template <class Work>
void add(const std::string& name, Work work) {
  benchmark::RegisterBenchmark(name.c_str(), work)->Unit(benchmark::kMillisecond)->UseRealTime();
}

bool register_all() {
  for (const char* file : {"pangu_2.6B", "resnet50", "S_1"}) {
    for (const char* id : {"so.size.best", "so.size.first", "so.unsafe.best", "mo.size.best"})
      add(std::string("plan/") + file + "/" + id,
          [=](auto& state) { one_strategy(state, bench::real_file(file), id); });
    add(std::string("plan/") + file + "/ten", [=](auto& state) { ten_strategies(state, bench::real_file(file)); });
    add(std::string("validate/") + file, [=](auto& state) { validation(state, bench::real_file(file)); });
  }
  for (const char* id : {"so.size.best", "so.size.first", "so.unsafe.best", "mo.size.best"})
    add(std::string("plan/20000 tensors, 64 streams/") + id,
        [=](auto& state) { one_strategy(state, many_streams(20'000, 64), id); });
  add("plan/4400 tensors, 8 streams/ten", [](auto& state) { ten_strategies(state, many_streams(4'400, 8)); });
  for (std::int64_t count : {1'000, 10'000, 100'000}) {
    const std::string n = std::to_string(count);
    add("growth/8 streams/" + n, [=](auto& state) { one_strategy(state, many_streams(count, 8), "so.size.best"); });
    add("growth/validate, 8 streams/" + n, [=](auto& state) { validation(state, many_streams(count, 8)); });
  }
  for (std::int64_t count : {10'000, 100'000})
    for (const char* id : {"so.size.best", "mo.size.best"})
      add("growth/training step of 8 streams, " + std::string(id) + "/" + std::to_string(count),
          [=](auto& state) { one_strategy(state, borrowed(bench::training_of(count)), id); });
  for (std::int64_t count : {1'000, 10'000, 100'000, 1'000'000}) {
    const std::string n = std::to_string(count);
    for (const char* id : {"so.size.best", "so.size.first", "mo.size.best"})
      add("growth/intervals, " + std::string(id) + "/" + n,
          [=](auto& state) { one_strategy(state, many_intervals(count), id); });
    add("growth/validate, intervals/" + n, [=](auto& state) { validation(state, many_intervals(count)); });
  }
  return true;
}
[[maybe_unused]] const bool registered = register_all();

}  // namespace
}  // namespace stowage
