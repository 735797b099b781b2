// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/break_run.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stowage {
namespace {

class Breaker {
 public:
  Breaker(const Graph& graph, const Plan& plan, RunSimulator simulator)
      : simulator_(std::move(simulator)), lives_(graph), watch_(graph, plan) {}

  /// One run until its end or the first overwrite; none of these where the task stops.
  [[nodiscard]] std::optional<BrokenRun> run(Sync sync, std::uint64_t seed, const Task& task) {
    BrokenRun out{.sync = sync, .seed = seed, .moment = 0, .overwrite = {}};
    std::optional<Overwrite> overwrite;
    const auto born = [&](TensorId t) {
      if (!overwrite) overwrite = watch_.add(t);
    };
    const auto died = [&](TensorId t) { watch_.remove(t); };
    watch_.clear();
    lives_.begin(born);
    simulator_.begin(seed, sync);
    while (!overwrite) {
      const auto event = simulator_.next();
      if (!event || task.poll(out.moment)) return std::nullopt;
      ++out.moment;
      lives_.apply(event->what, born, died);
    }
    out.overwrite = *overwrite;
    return out;
  }

 private:
  RunSimulator simulator_;
  TensorLives lives_;
  OverwriteWatch watch_;
};

/// Which wait a run leaves out: all in turn, or, where there are more than runs, some from everywhere.
std::size_t choice(std::size_t run, std::size_t runs, std::size_t syncs) {
  return syncs > runs ? run * syncs / runs : run % syncs;
}

}  // namespace

Result<BreakSearch> find_broken_run(const Graph& graph, const Plan& plan, const BreakOptions& options,
                                    const Task& task) {
  STOWAGE_TRY(auto simulator, RunSimulator::make(graph, plan.sequence));
  std::vector<Sync> syncs = options.sync ? std::vector{*options.sync} : syncs_of(graph);
  // A missing control edge is the fault that people make; a reader of data rarely forgets to wait for it.
  std::ranges::stable_partition(syncs, [&](Sync sync) { return !carries_data(graph, sync); });
  BreakSearch out;
  if (syncs.empty()) return out;
  Breaker breaker(graph, plan, std::move(simulator));
  while (out.runs < options.runs) {
    const Sync sync = syncs[choice(out.runs, options.runs, syncs.size())];
    out.found = breaker.run(sync, options.first_seed + out.runs / syncs.size(), task);
    if (!out.found && task.should_stop()) return tl::unexpected(task.why_stopped());
    task.report(static_cast<double>(++out.runs) / static_cast<double>(options.runs));
    if (out.found) break;
  }
  return out;
}

}  // namespace stowage
