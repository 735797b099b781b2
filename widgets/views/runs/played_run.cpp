// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/runs/played_run.h"

#include <algorithm>
#include <utility>

#include <QLocale>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/runs/runs_pane.h"

namespace stowage {
namespace {

std::vector<std::vector<PlayedRun::Bar>> rows_of(const Graph& graph, const Execution& execution) {
  std::vector<std::vector<PlayedRun::Bar>> out(graph.stream_count());
  for (std::size_t k = 0; k < execution.events.size(); ++k) {
    const RunEvent& event = execution.events[k];
    auto& row = out[graph.stream(event.op).index()];  // its last bar is that of the operator that finishes
    if (event.kind == RunEvent::Kind::start)
      row.push_back({execution.times[k], execution.times[k], event.op});
    else
      row.back().end = execution.times[k];
  }
  return out;
}

/// Who still needs a tensor at a moment.
QString needed_by(const PlayedRun& run, TensorId t, std::size_t moment) {
  const Graph& graph = *run.graph;
  const auto unfinished = [&](OperatorId o) { return run.memory.finishes()[o.index()] > moment; };
  if (const OperatorId producer = graph.producer(t); producer.valid() && unfinished(producer))
    return RunsPane::tr("which %1 is still writing").arg(text_of(graph.name(producer)));
  for (OperatorId use : graph.consumers(t))
    if (unfinished(use)) return RunsPane::tr("which %1 still needs").arg(text_of(graph.name(use)));
  return RunsPane::tr("which is needed to the end");
}

}  // namespace

std::int64_t PlayedRun::duration() const {
  return execution.times.empty() ? 1 : std::max<std::int64_t>(1, execution.times.back());
}

std::size_t PlayedRun::moment_at(std::int64_t time) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(execution.times, time) - execution.times.begin());
}

std::int64_t PlayedRun::time_of(std::size_t moment) const {
  return moment == 0 ? 0 : execution.times[moment - 1];
}

Result<std::shared_ptr<const PlayedRun>> make_played_run(std::shared_ptr<const Graph> graph,
                                                         std::shared_ptr<const Plan> plan, std::uint64_t seed,
                                                         std::optional<Sync> without, const Task& task) {
  auto execution = simulate(*graph, seed, without, plan->sequence, task);
  if (!execution) return tl::unexpected(std::move(execution.error()));
  auto memory = RunMemory::compute(*graph, plan.get(), execution->events, task);
  if (!memory) return tl::unexpected(std::move(memory.error()));
  auto out = std::make_shared<PlayedRun>();
  out->syncs = syncs_of(*graph);
  out->rows = rows_of(*graph, *execution);
  out->graph = std::move(graph);
  out->plan = std::move(plan);
  out->seed = seed;
  out->without = without;
  out->execution = std::move(*execution);
  out->memory = std::move(*memory);
  return std::shared_ptr<const PlayedRun>(std::move(out));
}

QString run_title(const PlayedRun& run) {
  return RunsPane::tr("run of seed %1").arg(grouped(run.seed));
}

QString sync_text(const Graph& graph, Sync sync) {
  const QString text =
      carries_data(graph, sync) ? RunsPane::tr("%1 waits for the data of %2") : RunsPane::tr("%1 waits for %2");
  return text.arg(text_of(graph.name(sync.after)), text_of(graph.name(sync.before)));
}

QString moment_text(const PlayedRun& run, std::size_t moment) {
  const QLocale locale;
  const auto number = [&](std::size_t n) { return locale.toString(static_cast<qulonglong>(n)); };
  const QString place = RunsPane::tr("event %1 of %2").arg(number(moment), number(run.last_moment()));
  if (moment == 0) return place;
  const RunEvent& event = run.execution.events[moment - 1];
  const QString what =
      event.kind == RunEvent::Kind::start ? RunsPane::tr("%1: %2 starts") : RunsPane::tr("%1: %2 finishes");
  return what.arg(place, text_of(run.graph->name(event.op)));
}

QString overwrite_text(const PlayedRun& run) {
  const Graph& graph = *run.graph;
  const Overwrite& found = *run.memory.overwrite();
  const QString over = text_of(graph.name(found.overwritten)), by = text_of(graph.name(found.overwriting));
  const QString need = needed_by(run, found.overwritten, run.memory.overwrite_moment());
  if (!found.culprit.valid()) return RunsPane::tr("%1 and %2 overlap from the start.").arg(over, by);
  const QString culprit = text_of(graph.name(found.culprit));
  if (!run.without)
    return RunsPane::tr("Overwritten: %1 writes %2 over %3, %4. This plan is not safe.").arg(culprit, by, over, need);
  const QString after = text_of(graph.name(run.without->after));
  const QString before = carries_data(graph, *run.without)
                             ? RunsPane::tr("the data of %1").arg(text_of(graph.name(run.without->before)))
                             : text_of(graph.name(run.without->before));
  if (found.culprit == run.without->after)
    return RunsPane::tr("Overwritten: %1 did not wait for %2, and writes %3 over %4, %5.")
        .arg(after, before, by, over, need);
  return RunsPane::tr("Overwritten: since %1 did not wait for %2, %3 writes %4 over %5, %6.")
      .arg(after, before, culprit, by, over, need);
}

}  // namespace stowage
