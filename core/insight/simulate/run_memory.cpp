// SPDX-License-Identifier: Apache-2.0
#include "core/insight/simulate/run_memory.h"

#include <iterator>

namespace stowage {

TensorLives::TensorLives(const Graph& graph) : graph_(&graph), uses_(graph.tensor_count()) {
  for (TensorId t : graph.tensors()) {
    const bool producer_counts = graph.producer(t).valid() && !is_workspace(t);
    uses_[graph.owner(t).index()] += static_cast<std::uint32_t>(graph.consumers(t).size()) + (producer_counts ? 1 : 0) +
                                     (graph.is_output(t) ? 1 : 0);
  }
  for (TensorId t : graph.tensors())
    if (!graph.is_view(t) && !graph.producer(t).valid() && uses_[t.index()] > 0) from_start_.push_back(t);
  left_ = uses_;
}

OverwriteWatch::OverwriteWatch(const Graph& graph, const Plan& plan) : graph_(&graph), plan_(&plan) {
  for (const InPlace& pair : graph.in_place()) permitted_.emplace(pair.output, pair.input);
}

std::optional<Overwrite> OverwriteWatch::add(TensorId t) {
  if (graph_->size(t) == Bytes{0}) return std::nullopt;
  const Offset begin = plan_->offsets[t.index()], end = begin + graph_->size(t);
  auto at = alive_.upper_bound(begin);
  if (at != alive_.begin() && std::prev(at)->second.end > begin) --at;
  while (at != alive_.end() && at->first < end && permitted_.contains({t, at->second.tensor})) at = alive_.erase(at);
  if (at != alive_.end() && at->first < end) return Overwrite{at->second.tensor, t, graph_->producer(t)};
  alive_.emplace_hint(at, begin, Held{end, t});
  return std::nullopt;
}

void OverwriteWatch::remove(TensorId t) {
  const auto at = alive_.find(plan_->offsets[t.index()]);
  if (at != alive_.end() && at->second.tensor == t) alive_.erase(at);
}

/// Writes down one execution.
struct RunMemory::Recorder {
  Recorder(const Graph& of, const Plan* with, RunMemory& into)
      : graph(of), plan(with), out(into), alignment(with ? with->alignment : Bytes{1}) {
    if (plan) watch.emplace(graph, *plan);
    if (plan)
      for (const InPlace& pair : graph.in_place()) inputs_of.emplace(pair.output, pair.input);
  }

  [[nodiscard]] Bytes rounded(TensorId t) const { return round_up(graph.size(t), alignment); }
  [[nodiscard]] std::uint32_t moment() const { return static_cast<std::uint32_t>(out.bytes_.size()); }

  void born(TensorId t) {
    out.birth_[t.index()] = moment();
    alive += rounded(t);
    const auto [first, last] = inputs_of.equal_range(t);
    for (auto pair = first; pair != last; ++pair) take_place(t, pair->second);
    if (!plan || graph.size(t) == Bytes{0}) return;
    ends.emplace(plan->offsets[t.index()] + rounded(t), t);
    if (out.overwrite_) return;
    out.overwrite_ = watch->add(t);
    out.overwrite_moment_ = moment();
  }
  void died(TensorId t) {
    out.death_[t.index()] = moment();
    alive -= rounded(t);
    if (const auto taken = taken_of.find(t); taken != taken_of.end()) alive += taken->second;
    if (plan && !out.overwrite_) watch->remove(t);
  }
  /// While both are alive their common bytes count for the output alone.
  void take_place(TensorId output, TensorId input) {
    if (out.birth_[input.index()] == kNever || out.death_[input.index()] != kNever) return;
    const Offset low = std::max(plan->offsets[output.index()], plan->offsets[input.index()]);
    const Offset high =
        std::min(plan->offsets[output.index()] + rounded(output), plan->offsets[input.index()] + rounded(input));
    if (high <= low) return;
    taken_of[input] += high - low;
    alive -= high - low;
  }
  void end_moment() {
    out.bytes_.push_back(alive);
    if (!plan) return;
    while (!ends.empty() && out.death_[ends.top().second.index()] != kNever) ends.pop();
    out.reach_.push_back(ends.empty() ? Bytes{} : ends.top().first - Offset{});
  }

  const Graph& graph;
  const Plan* plan;
  RunMemory& out;
  Bytes alignment;
  Bytes alive;
  std::optional<OverwriteWatch> watch;
  std::multimap<TensorId, TensorId> inputs_of;            // by an output that may be written over them
  std::map<TensorId, Bytes> taken_of;                     // of an input: bytes that outputs have taken
  std::priority_queue<std::pair<Offset, TensorId>> ends;  // also of some dead tensors
};

Result<RunMemory> RunMemory::compute(const Graph& graph, const Plan* plan, std::span<const RunEvent> events,
                                     const Task& task) {
  RunMemory out;
  out.birth_.assign(graph.tensor_count(), kNever);
  out.death_.assign(graph.tensor_count(), kNever);
  out.starts_.assign(graph.operator_count(), kNever);
  out.finishes_.assign(graph.operator_count(), kNever);
  out.bytes_.reserve(events.size() + 1);
  TensorLives lives(graph);
  Recorder recorder(graph, plan, out);
  const auto born = [&](TensorId t) { recorder.born(t); };
  const auto died = [&](TensorId t) { recorder.died(t); };
  lives.begin(born);
  recorder.end_moment();
  for (std::size_t k = 0; k < events.size(); ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    auto& moments = events[k].kind == RunEvent::Kind::start ? out.starts_ : out.finishes_;
    moments[events[k].op.index()] = recorder.moment();
    lives.apply(events[k], born, died);
    recorder.end_moment();
  }
  for (const View& view : graph.views()) {
    out.birth_[view.tensor.index()] = out.birth_[graph.owner(view.tensor).index()];
    out.death_[view.tensor.index()] = out.death_[graph.owner(view.tensor).index()];
  }
  out.peak_ = static_cast<std::size_t>(std::ranges::max_element(out.bytes_) - out.bytes_.begin());
  return out;
}

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
