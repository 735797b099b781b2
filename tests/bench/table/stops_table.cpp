// SPDX-License-Identifier: Apache-2.0
// How late everything long ends that is told to stop: by a deadline, and by a request from another thread.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <random>
#include <thread>

#include "core/check/validator.h"
#include "core/layout/strategy.h"
#include "core/papers/somas/somas_safety.h"
#include "core/papers/tables.h"
#include "core/plan/bounds.h"
#include "core/safety/conflicts.h"
#include "tests/bench/table/data_sets.h"
#include "tests/support/graphs.h"

namespace stowage {
namespace {

using Seconds = std::chrono::duration<double>;

/// Something to be stopped.
struct Work {
  std::string name;
  std::function<void(const Task&)> run;
};

/// Each moment at which it is told to stop is tried again where it comes out late, since the machine has others to
/// serve: the least counts.
constexpr double kMoments[] = {0.003, 0.03, 0.1, 0.3, 0.9, 2};
constexpr int kTries = 4;
constexpr double kLate = 0.03;
constexpr double kTooLate = 0.1;
/// Of a million tensors a few steps over all of them may pass before somebody asks.
constexpr std::size_t kVeryMany = 100'000;
constexpr double kTooLateForVeryMany = 0.5;

double seconds_after(Task::Clock::time_point moment) {
  return Seconds(Task::Clock::now() - moment).count();
}

/// How late it ends; negative where it ended before.
double late_for_deadline(const Work& work, double moment) {
  const Task task = Task::with_time_limit(moment);
  work.run(task);
  return seconds_after(*task.deadline);
}
double late_for_request(const Work& work, double moment) {
  std::stop_source source;
  Task task;
  task.stop = source.get_token();
  Task::Clock::time_point told;
  const auto until = Task::Clock::now() + std::chrono::duration_cast<Task::Clock::duration>(Seconds(moment));
  std::jthread other([&] {
    std::this_thread::sleep_until(until);
    told = Task::Clock::now();
    source.request_stop();
  });
  work.run(task);
  const auto ended = Task::Clock::now();
  other.join();
  return Seconds(ended - told).count();
}

/// The worst over all moments before it ends by itself.
template <class Late>
double worst(const Work& work, const Late& late) {
  double out = 0;
  for (const double moment : kMoments) {
    double least = late(work, moment);
    for (int tries = 1; tries < kTries && least > kLate; ++tries) least = std::min(least, late(work, moment));
    if (least < 0) break;
    out = std::max(out, least);
  }
  return out;
}

std::vector<Work> works_of(const Graph& graph, const LayoutProblem& problem) {
  std::vector<Work> out;
  out.push_back({"which pairs are unsafe", [&](const Task& task) { std::ignore = Conflicts::compute(graph, task); }});
  if (graph.tensor_count() < kVeryMany)  // they take a bit for each pair
    for (const SafetyMethod& method : published_safety_methods())
      out.push_back({std::string(method.id), [&](const Task& task) { std::ignore = method.run(graph, task); }});
  out.push_back({"heaviest clique", [&](const Task& task) { std::ignore = heaviest_clique(problem, task); }});
  auto plan = make_plan(*find_layout_strategy("bump"), problem);
  out.push_back({"validator", [&, plan](const Task& task) { std::ignore = validate(graph, *plan, 1, task); }});
  for (const LayoutStrategy& strategy : layout_strategies())
    if (refusal(strategy, problem).empty())
      out.push_back(
          {std::string(strategy.id), [&](const Task& task) { std::ignore = make_plan(strategy, problem, task); }});
  return out;
}

void measure(const bench::DataSet& data, const std::string& only) {
  const Graph graph = data.make();
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const auto start = Task::Clock::now();
  const LayoutProblem problem = LayoutProblem::make(graph, conflicts).value();
  const double made = seconds_after(start);  // which nothing stops
  const auto bounds_start = Task::Clock::now();
  std::ignore = quick_bounds(problem);
  std::printf("\n%s, %zu tensors: milliseconds after the deadline, and after the request\n", data.name.c_str(),
              graph.tensor_count());
  std::printf("  never asked: the layout problem %.1f, quick bounds %.1f\n", made * 1000,
              seconds_after(bounds_start) * 1000);
  const double too_late = graph.tensor_count() < kVeryMany ? kTooLate : kTooLateForVeryMany;
  for (const Work& work : works_of(graph, problem)) {
    if (work.name.find(only) == std::string::npos) continue;
    const double deadline = worst(work, late_for_deadline), request = worst(work, late_for_request);
    std::printf("  %-24s %6.1f %6.1f%s\n", work.name.c_str(), deadline * 1000, request * 1000,
                std::max(deadline, request) > too_late ? "  too late" : "");
    std::fflush(stdout);
  }
}

/// A million lifetimes, most of them short; and many streams with groups.
std::vector<bench::DataSet> very_many() {
  const auto lifetimes = [] {
    constexpr std::uint32_t kRows = 1'000'000;
    std::vector<test::IntervalRow> rows;
    std::mt19937_64 engine(1);
    for (std::uint32_t k = 0; k < kRows; ++k) {
      const std::uint64_t drawn = engine();
      const auto life = static_cast<std::uint32_t>(1 + (drawn % 30) * (drawn / 64 % 30));
      const auto size = static_cast<std::int64_t>((1 + drawn / 4096 % 64) << (drawn >> 60));
      rows.push_back({std::to_string(k), size, k, std::min(kRows, k + life)});
    }
    return test::intervals(rows);
  };
  const auto streams = [] {
    return test::random_graph({.operators = 160'000, .streams = 8, .window = 12, .groups = 5'000, .syncs = 20'000});
  };
  return {{"very many, lifetimes", lifetimes}, {"very many, 8 streams", streams}};
}

}  // namespace
}  // namespace stowage

int main(int argc, char** argv) {
  std::string data_sets, works;
  CLI::App app("How late each strategy ends that is told to stop");
  app.add_option("--only", data_sets, "Only data sets whose name has this in it");
  app.add_option("--work", works, "Only strategies and other work whose name has this in it");
  CLI11_PARSE(app, argc, argv);
  std::vector<stowage::bench::DataSet> all = stowage::bench::data_sets();
  std::ranges::move(stowage::very_many(), std::back_inserter(all));
  for (const stowage::bench::DataSet& data : all)
    if (data.name.find(data_sets) != std::string::npos) stowage::measure(data, works);
}
