// SPDX-License-Identifier: Apache-2.0
#include "core/insight/simulate/break_run.h"

namespace stowage {
namespace {

/// Returns the wait that a run leaves out: all in turn or, where there are more waits than runs, an even sample.
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
  TensorLives lives(graph);
  OverwriteWatch watch(graph, plan);
  // One run until its end or the first overwrite; none where nothing is overwritten or the task stops.
  const auto broken_run = [&](Sync sync, std::uint64_t seed) -> std::optional<BrokenRun> {
    BrokenRun run{.sync = sync, .seed = seed, .moment = 0, .overwrite = {}};
    std::optional<Overwrite> overwrite;
    const auto born = [&](TensorId t) {
      if (!overwrite) overwrite = watch.add(t);
    };
    const auto died = [&](TensorId t) { watch.remove(t); };
    watch.clear();
    lives.begin(born);
    for (simulator.begin(seed, sync); !overwrite; ++run.moment) {
      const auto event = simulator.next();
      if (!event || task.poll(run.moment)) return std::nullopt;
      lives.apply(event->what, born, died);
    }
    run.overwrite = *overwrite;
    return run;
  };
  while (out.runs < options.runs) {
    const Sync sync = syncs[choice(out.runs, options.runs, syncs.size())];
    out.found = broken_run(sync, options.first_seed + out.runs / syncs.size());
    if (!out.found && task.should_stop()) return tl::unexpected(task.why_stopped());
    task.report(static_cast<double>(++out.runs) / static_cast<double>(options.runs));
    if (out.found) break;
  }
  return out;
}

}  // namespace stowage
