// SPDX-License-Identifier: Apache-2.0
#include "core/insight/simulate/run.h"

#include <iterator>
#include <map>
#include <queue>
#include <set>

#include "core/base/bits.h"
#include "core/check/validator.h"

namespace stowage {
namespace {

constexpr std::uint64_t kDuration = 1, kDelay = 2, kTie = 3, kStream = 4;  // the use of a random number
constexpr unsigned kLongest = 8;                                           // durations up to 2^8, before slowness
constexpr unsigned kSlowest = 3;                                           // streams up to 2^3 times slower
constexpr unsigned kHeldBack = 5;                                          // a stream held back: 2^5 times slower still

/// Runs a graph event by event: see simulate().
class RunSimulator {
 public:
  struct Event {
    std::int64_t time;
    std::uint64_t tie;
    RunEvent what;
    friend bool operator>(const Event& a, const Event& b) {
      return std::pair(a.time, a.tie) > std::pair(b.time, b.tie);
    }
  };

  /// Streams run their operators in the order given.
  RunSimulator(const Graph& graph, const std::vector<OperatorId>& order)
      : graph_(graph), lines_(graph.stream_count()), arcs_in_(graph.operator_count()), slowness_(lines_.size()) {
    for (OperatorId o : order) {
      lines_[graph.stream(o).index()].push_back(o);
      graph.for_each_arc(o, [&](OperatorId after) { ++arcs_in_[after.index()]; });
    }
  }

  /// Goes back to the start.
  void begin(std::uint64_t seed, std::optional<Sync> without) {
    seed_ = seed;
    without_ = without;
    waits_for_ = arcs_in_;
    head_.assign(lines_.size(), 0);
    busy_.assign(lines_.size(), false);
    due_ = {};
    for (std::size_t s = 0; s < lines_.size(); ++s)
      slowness_[s] = static_cast<unsigned>(hash(kStream, s) % (kSlowest + 1));
    if (without_) {
      if (seed % 2 == 0) slowness_[graph_.stream(without_->before).index()] += kHeldBack;
      graph_.for_each_arc(without_->before, [&](OperatorId after) {
        if (after == without_->after) --waits_for_[after.index()];
      });
    }
    for (StreamId s : graph_.streams()) start_head(s, 0);
  }

  /// Returns the next event; none when all operators have finished.
  std::optional<Event> next() {
    if (due_.empty()) return std::nullopt;
    const Event due = due_.top();
    due_.pop();
    const OperatorId o = due.what.op;
    if (due.what.kind == RunEvent::Kind::start)
      due_.push({due.time + draw(o, kDuration), ~due.tie, {RunEvent::Kind::finish, o}});
    else
      release(o, due.time);
    return due;
  }

 private:
  [[nodiscard]] std::uint64_t hash(std::uint64_t a, std::uint64_t b) const {
    return mixed(mixed(seed_ ^ mixed(a)) ^ b);
  }

  /// Between 1 and 2^kLongest, short ones as frequent as long ones; times the slowness of the stream.
  [[nodiscard]] std::int64_t draw(OperatorId o, std::uint64_t salt) const {
    const std::uint64_t random = hash(salt, o.index());
    const std::uint64_t length = 1 + (random >> 8U) % (std::uint64_t{1} << (random % (kLongest + 1)));
    return static_cast<std::int64_t>(length << slowness_[graph_.stream(o).index()]);
  }

  /// Makes the next operator of a stream due, if its worker is free and it waits for no other operator.
  void start_head(StreamId s, std::int64_t now) {
    const auto& line = lines_[s.index()];
    const std::size_t head = head_[s.index()];
    if (busy_[s.index()] || head == line.size() || waits_for_[line[head].index()] != 0) return;
    busy_[s.index()] = true;
    const OperatorId o = line[head];
    const std::uint64_t random = hash(kTie, o.index());
    const std::int64_t delay = random % 4 == 0 ? draw(o, kDelay) : 0;
    due_.push({now + delay, random, {RunEvent::Kind::start, o}});
  }

  /// Frees the operators that waited for `o`, and its stream.
  void release(OperatorId o, std::int64_t now) {
    const StreamId own = graph_.stream(o);
    busy_[own.index()] = false;
    ++head_[own.index()];
    graph_.for_each_arc(o, [&](OperatorId after) {
      if (without_ && *without_ == Sync{o, after}) return;
      if (--waits_for_[after.index()] == 0) start_head(graph_.stream(after), now);
    });
    start_head(own, now);
  }

  const Graph& graph_;
  std::vector<std::vector<OperatorId>> lines_;  // by stream, in the order in which it runs them
  std::vector<std::uint32_t> arcs_in_;          // by operator: arcs into it, other than its stream's
  std::vector<unsigned> slowness_;              // by stream, as a power of two
  std::uint64_t seed_ = 0;
  std::optional<Sync> without_;
  std::vector<std::uint32_t> waits_for_;  // by operator: arcs into it from what has not finished
  std::vector<std::size_t> head_;         // by stream: which of its line is next, or runs
  std::vector<bool> busy_;                // by stream: its head is due
  std::priority_queue<Event, std::vector<Event>, std::greater<>> due_;
};

/// Follows an execution event by event and says when tensors begin and end to hold bytes that are needed.
class TensorLives {
 public:
  explicit TensorLives(const Graph& graph) : graph_(graph), uses_(graph.tensor_count()) {
    for (TensorId t : graph.tensors()) {
      const bool producer_counts = graph.producer(t).valid() && !is_workspace(t);
      uses_[graph.owner(t).index()] += static_cast<std::uint32_t>(graph.consumers(t).size()) +
                                       (producer_counts ? 1 : 0) + (graph.is_output(t) ? 1 : 0);
    }
    for (TensorId t : graph.tensors())
      if (!graph.is_view(t) && !graph.producer(t).valid() && uses_[t.index()] > 0) from_start_.push_back(t);
  }

  /// Goes back to before the first event: `born(t)` for tensors present from the start, ascending.
  template <class Born>
  void begin(const Born& born) {
    left_ = uses_;
    if (graph_.has_views()) begun_.assign(uses_.size(), false);
    for (TensorId t : from_start_) born(t);
  }
  /// Applies one event: `born(t)` for tensors that its start makes, `died(t)` for those last needed by it; ascending.
  template <class Born, class Died>
  void apply(const RunEvent& event, const Born& born, const Died& died) {
    const auto end_use = [&](TensorId t) {
      if (const TensorId owner = graph_.owner(t); --left_[owner.index()] == 0) died(owner);
    };
    if (event.kind == RunEvent::Kind::start) {
      for (TensorId t : graph_.outputs(event.op))
        if (const TensorId owner = graph_.owner(t); begins(owner)) born(owner);
      return;
    }
    for (TensorId t : graph_.inputs(event.op)) end_use(t);
    for (TensorId t : graph_.outputs(event.op))
      if (!is_workspace(t)) end_use(t);
  }

 private:
  /// Whether this is the first write of a part of it.
  bool begins(TensorId owner) {
    if (begun_.empty()) return true;
    if (begun_[owner.index()] || !graph_.producer(owner).valid()) return false;
    return begun_[owner.index()] = true;
  }
  [[nodiscard]] bool is_workspace(TensorId t) const {  // consumers ascend, and none is before the producer
    return !graph_.consumers(t).empty() && graph_.consumers(t).front() == graph_.producer(t);
  }

  const Graph& graph_;
  std::vector<TensorId> from_start_;
  std::vector<std::uint32_t> uses_, left_;  // operators that must finish; one too many for an output; of owners
  std::vector<bool> begun_;                 // by owner: a part of it is written; empty without views
};

/// The tensors that hold bytes in a plan, none of them over another's; says which would be the first. An output that
/// the graph permits to be written over an input takes its place.
class OverwriteWatch {
 public:
  OverwriteWatch(const Graph& graph, const Plan& plan) : graph_(graph), plan_(plan) {
    for (const InPlace& pair : graph.in_place()) permitted_.emplace(pair.output, pair.input);
  }

  void clear() { alive_.clear(); }
  /// Adds `t`, or returns over which tensor it would lie (the one at the lowest address). O(log of those alive).
  std::optional<Overwrite> add(TensorId t) {
    if (graph_.size(t) == Bytes{0}) return std::nullopt;
    const Offset begin = plan_.offsets[t.index()], end = begin + graph_.size(t);
    auto at = alive_.upper_bound(begin);
    if (at != alive_.begin() && std::prev(at)->second.end > begin) --at;
    while (at != alive_.end() && at->first < end && permitted_.contains({t, at->second.tensor})) at = alive_.erase(at);
    if (at != alive_.end() && at->first < end) return Overwrite{at->second.tensor, t, graph_.producer(t)};
    alive_.emplace_hint(at, begin, Held{end, t});
    return std::nullopt;
  }
  void remove(TensorId t) {
    const auto at = alive_.find(plan_.offsets[t.index()]);
    if (at != alive_.end() && at->second.tensor == t) alive_.erase(at);
  }

 private:
  struct Held {
    Offset end;
    TensorId tensor;
  };
  const Graph& graph_;
  const Plan& plan_;
  std::set<std::pair<TensorId, TensorId>> permitted_;  // output, input
  std::map<Offset, Held> alive_;                       // by begin
};

}  // namespace

std::vector<Sync> syncs_of(const Graph& graph) {
  std::vector<Sync> out;
  for (OperatorId o : graph.operators())
    graph.for_each_arc(o, [&](OperatorId after) {
      if (graph.stream(o) != graph.stream(after)) out.push_back({o, after});
    });
  sort_distinct(out);
  return out;
}

bool carries_data(const Graph& graph, Sync sync) {
  return std::ranges::any_of(graph.outputs(sync.before),
                             [&](TensorId t) { return std::ranges::binary_search(graph.consumers(t), sync.after); });
}

Result<Execution> simulate(const Graph& graph, std::uint64_t seed, std::optional<Sync> without,
                           const std::vector<std::string>& sequence, const Task& task) {
  STOWAGE_TRY(const auto order, running_order(graph, sequence));
  RunSimulator simulator(graph, order);
  Execution out;
  out.events.reserve(2 * graph.operator_count());
  out.times.reserve(2 * graph.operator_count());
  simulator.begin(seed, without);
  while (const auto event = simulator.next()) {
    if (task.poll(out.events.size())) return tl::unexpected(task.why_stopped());
    out.events.push_back(event->what);
    out.times.push_back(event->time);
  }
  return out;
}

Result<RunMemory> RunMemory::compute(const Graph& graph, const Plan* plan, std::span<const RunEvent> events,
                                     const Task& task) {
  RunMemory out;
  out.birth_.assign(graph.tensor_count(), kNever);
  out.death_.assign(graph.tensor_count(), kNever);
  out.starts_.assign(graph.operator_count(), kNever);
  out.finishes_.assign(graph.operator_count(), kNever);
  out.bytes_.reserve(events.size() + 1);
  std::optional<OverwriteWatch> watch;
  std::multimap<TensorId, TensorId> inputs_of;  // by an output that may be written over them
  std::map<TensorId, Bytes> taken_of;           // of an input: bytes that outputs have taken
  if (plan) {
    watch.emplace(graph, *plan);
    for (const InPlace& pair : graph.in_place()) inputs_of.emplace(pair.output, pair.input);
  }
  Bytes alive;
  const auto moment = [&] { return static_cast<std::uint32_t>(out.bytes_.size()); };
  const auto rounded = [&](TensorId t) { return round_up(graph.size(t), plan ? plan->alignment : Bytes{1}); };
  // While both are alive their common bytes count for the output alone.
  const auto take_place = [&](TensorId output, TensorId input) {
    if (out.birth_[input.index()] == kNever || out.death_[input.index()] != kNever) return;
    const Offset a = plan->offsets[output.index()], b = plan->offsets[input.index()];
    const Bytes common = std::min(a + rounded(output), b + rounded(input)) - std::max(a, b);
    if (common <= Bytes{0}) return;
    taken_of[input] += common;
    alive -= common;
  };
  const auto born = [&](TensorId t) {
    out.birth_[t.index()] = moment();
    alive += rounded(t);
    const auto [first, last] = inputs_of.equal_range(t);
    for (auto pair = first; pair != last; ++pair) take_place(t, pair->second);
    if (!plan || out.overwrite_) return;
    out.overwrite_ = watch->add(t);
    out.overwrite_moment_ = moment();
  };
  const auto died = [&](TensorId t) {
    out.death_[t.index()] = moment();
    alive -= rounded(t);
    if (const auto taken = taken_of.find(t); taken != taken_of.end()) alive += taken->second;
    if (plan && !out.overwrite_) watch->remove(t);
  };
  TensorLives lives(graph);
  lives.begin(born);
  out.bytes_.push_back(alive);
  for (std::size_t k = 0; k < events.size(); ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    auto& moments = events[k].kind == RunEvent::Kind::start ? out.starts_ : out.finishes_;
    moments[events[k].op.index()] = moment();
    lives.apply(events[k], born, died);
    out.bytes_.push_back(alive);
  }
  for (const View& view : graph.views()) {
    out.birth_[view.tensor.index()] = out.birth_[graph.owner(view.tensor).index()];
    out.death_[view.tensor.index()] = out.death_[graph.owner(view.tensor).index()];
  }
  out.peak_ = static_cast<std::size_t>(std::ranges::max_element(out.bytes_) - out.bytes_.begin());
  return out;
}

Result<BreakSearch> find_broken_run(const Graph& graph, const Plan& plan, const BreakOptions& options,
                                    const Task& task) {
  STOWAGE_TRY(const auto order, running_order(graph, plan.sequence));
  std::vector<Sync> syncs = options.sync ? std::vector{*options.sync} : syncs_of(graph);
  // A missing control edge is the fault that people make; a reader of data rarely forgets to wait for it.
  std::ranges::stable_partition(syncs, [&](Sync sync) { return !carries_data(graph, sync); });
  BreakSearch out;
  if (syncs.empty()) return out;
  RunSimulator simulator(graph, order);
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
    // All waits in turn or, where there are more waits than runs, an even sample.
    const bool sampled = syncs.size() > options.runs;
    const Sync sync = syncs[sampled ? out.runs * syncs.size() / options.runs : out.runs % syncs.size()];
    out.found = broken_run(sync, options.first_seed + out.runs / syncs.size());
    if (!out.found && task.should_stop()) return tl::unexpected(task.why_stopped());
    task.report(static_cast<double>(++out.runs) / static_cast<double>(options.runs));
    if (out.found) break;
  }
  return out;
}

}  // namespace stowage
