// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/plan/plan.h"
#include "core/safety/explain.h"

namespace stowage {

/// A wait between streams: `after` starts only when `before`, of another stream, has finished. In a program a control
/// edge and data ask for the same event.
struct Sync {
  OperatorId before, after;
  friend auto operator<=>(const Sync&, const Sync&) = default;
};
/// Lists the waits that arcs between operators of different streams ask for; each once, sorted.
[[nodiscard]] std::vector<Sync> syncs_of(const Graph& graph);
/// Whether `after` reads a tensor that `before` makes: without such a wait it reads a tensor that is not there yet, in
/// any plan.
[[nodiscard]] bool carries_data(const Graph& graph, Sync sync);

/// One execution of a graph, or the beginning of one: when operators start and finish.
struct Execution {
  std::vector<RunEvent> events;
  std::vector<std::int64_t> times;  ///< by event, ascending, from 0; in no unit
};

/// Random legal parallel executions: one worker a stream runs its operators in local order, each when all that happens
/// before it has finished.
///
/// How long an operator runs, how long it hesitates before, and how slow its stream is, are hashes of the seed and of
/// the id, in whole numbers: an execution is the same on every machine, and in odd seeds an execution without a sync
/// differs only by what the sync held back. Many operators are short and few are long, and streams differ up to 8
/// times, so that they run far ahead of each other where nothing stops them.
class RunSimulator {
 public:
  struct Event {
    RunEvent what;
    std::int64_t time;
  };

  /// Streams run in the global order, or in `sequence` as in VectorClocks::compute, with the same errors. The graph
  /// must outlive this.
  [[nodiscard]] static Result<RunSimulator> make(const Graph& graph, const std::vector<std::string>& sequence = {});

  /// Goes back to the start. `without`: this wait is left out, for control edges and for data; in even seeds the stream
  /// of its `before` is much slower, so that the wait is missed.
  void begin(std::uint64_t seed, std::optional<Sync> without = {});
  /// Returns the next event; none when all operators have finished. O(log S) and the arcs of a finished operator.
  [[nodiscard]] std::optional<Event> next();

 private:
  struct Due {
    std::int64_t time;
    std::uint64_t tie;
    RunEvent what;
    friend bool operator>(const Due& a, const Due& b) { return std::pair(a.time, a.tie) > std::pair(b.time, b.tie); }
  };

  explicit RunSimulator(const Graph& graph) : graph_(&graph) {}
  [[nodiscard]] std::uint64_t hash(std::uint64_t a, std::uint64_t b) const;
  [[nodiscard]] std::int64_t draw(OperatorId o, std::uint64_t salt) const;
  void start_head(StreamId s, std::int64_t now);
  void release(OperatorId o, std::int64_t now);

  const Graph* graph_;
  std::vector<std::vector<OperatorId>> lines_;  // by stream, in the order in which it runs them
  std::vector<std::uint32_t> arcs_in_;          // by operator: arcs into it, other than its stream's
  std::uint64_t seed_ = 0;
  std::optional<Sync> without_;
  std::vector<std::uint32_t> waits_for_;  // by operator: arcs into it from what has not finished
  std::vector<std::size_t> head_;         // by stream: which of its line is next, or runs
  std::vector<bool> busy_;                // by stream: its head is due
  std::vector<unsigned> slowness_;        // by stream, as a power of two
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
};

/// A whole execution. Errors: those of `sequence`, cancelled, timed_out.
[[nodiscard]] Result<Execution> simulate(const Graph& graph, std::uint64_t seed, std::optional<Sync> without = {},
                                         const std::vector<std::string>& sequence = {}, const Task& task = {});

/// An operator starts to write a tensor over bytes that are still needed.
struct Overwrite {
  TensorId overwritten, overwriting;
  OperatorId culprit;  ///< the producer of `overwriting`; none where both are there from the start
  friend bool operator==(const Overwrite&, const Overwrite&) = default;
};

/// Follows an execution event by event and says when tensors begin and end to hold bytes that are needed: from the
/// start of the producer (or from the beginning) until producer and consumers have finished; an output, to the end. A
/// tensor that is never needed holds none, and neither does a view: its owner is held from the first operator that
/// writes a part of it until all operators that make or use a part have finished.
class TensorLives {
 public:
  /// The graph must outlive this.
  explicit TensorLives(const Graph& graph);

  /// Goes back to before the first event: `born(t)` for tensors present from the start, ascending.
  template <class Born>
  void begin(const Born& born) {
    left_ = uses_;
    if (graph_->has_views()) begun_.assign(uses_.size(), false);
    for (TensorId t : from_start_) born(t);
  }
  /// Applies one event: `born(t)` for tensors that its start makes, `died(t)` for those last needed by it; ascending.
  template <class Born, class Died>
  void apply(const RunEvent& event, const Born& born, const Died& died) {
    if (event.kind == RunEvent::Kind::start) {
      for (TensorId t : graph_->outputs(event.op))
        if (const TensorId owner = graph_->owner(t); begins(owner)) born(owner);
      return;
    }
    for (TensorId t : graph_->inputs(event.op)) end_use(t, died);
    for (TensorId t : graph_->outputs(event.op))
      if (!is_workspace(t)) end_use(t, died);
  }

 private:
  /// Whether this is the first write of a part of it.
  bool begins(TensorId owner) {
    if (begun_.empty()) return true;
    if (begun_[owner.index()] || !graph_->producer(owner).valid()) return false;
    return begun_[owner.index()] = true;
  }
  template <class Died>
  void end_use(TensorId t, const Died& died) {
    const TensorId owner = graph_->owner(t);
    if (--left_[owner.index()] == 0) died(owner);
  }
  [[nodiscard]] bool is_workspace(TensorId t) const {  // consumers ascend, and none is before the producer
    return !graph_->consumers(t).empty() && graph_->consumers(t).front() == graph_->producer(t);
  }

  const Graph* graph_;
  std::vector<TensorId> from_start_;
  std::vector<std::uint32_t> uses_, left_;  // operators that must finish; one too many for an output; of owners
  std::vector<bool> begun_;                 // by owner: a part of it is written; empty without views
};

/// The tensors that hold bytes in a plan, none of them over another's; says which would be the first. An output that
/// the graph permits to be written over an input takes its place.
class OverwriteWatch {
 public:
  /// Both must outlive this.
  OverwriteWatch(const Graph& graph, const Plan& plan);

  void clear() { alive_.clear(); }
  /// Adds `t`, or returns over which tensor it would lie (the one at the lowest address). O(log of those alive).
  [[nodiscard]] std::optional<Overwrite> add(TensorId t);
  void remove(TensorId t);

 private:
  struct Held {
    Offset end;
    TensorId tensor;
  };
  const Graph* graph_;
  const Plan* plan_;
  std::set<std::pair<TensorId, TensorId>> permitted_;  // output, input
  std::map<Offset, Held> alive_;                       // by begin
};

/// What an execution (or the beginning of one) does to memory. A **moment** k is after the first k events.
class RunMemory {
 public:
  enum class State : std::uint8_t { unborn, alive, dead };

  /// Without a plan (null), there are no addresses and nothing is overwritten. Errors: cancelled, timed_out.
  [[nodiscard]] static Result<RunMemory> compute(const Graph& graph, const Plan* plan, std::span<const RunEvent> events,
                                                 const Task& task = {});

  /// Moments 0 … moment_count()-1. A view is alive as long as its owner.
  [[nodiscard]] std::size_t moment_count() const { return bytes_.size(); }
  [[nodiscard]] State state(TensorId t, std::size_t moment) const {
    return moment < birth_[t.index()] ? State::unborn : moment < death_[t.index()] ? State::alive : State::dead;
  }
  /// Sum of the sizes alive, rounded up to the plan's alignment, by moment; bytes that an output takes from its input
  /// count once. Without a plan nothing is written over an input.
  [[nodiscard]] std::span<const Bytes> bytes() const { return bytes_; }
  /// The highest end of a tensor alive, in bytes from the start of the buffer; by moment. Empty without a plan.
  [[nodiscard]] std::span<const Bytes> reach() const { return reach_; }
  /// The most bytes alive at once.
  [[nodiscard]] Bytes peak() const { return bytes_[peak_]; }
  /// The first moment with so many bytes alive.
  [[nodiscard]] std::size_t peak_moment() const { return peak_; }
  /// By OperatorId: the first moment at which it has started, or finished; kNever where it does not.
  [[nodiscard]] std::span<const std::uint32_t> starts() const { return starts_; }
  [[nodiscard]] std::span<const std::uint32_t> finishes() const { return finishes_; }
  static constexpr std::uint32_t kNever = 0xffff'ffff;

  /// The first overwrite, if there is one, and the moment at which it has happened.
  [[nodiscard]] const std::optional<Overwrite>& overwrite() const { return overwrite_; }
  [[nodiscard]] std::size_t overwrite_moment() const { return overwrite_moment_; }

 private:
  struct Recorder;

  std::vector<std::uint32_t> birth_, death_;  // by tensor: the first moment at which it is alive, or dead
  std::vector<std::uint32_t> starts_, finishes_;
  std::vector<Bytes> bytes_, reach_;
  std::size_t peak_ = 0;
  std::optional<Overwrite> overwrite_;
  std::size_t overwrite_moment_ = 0;
};

struct BreakOptions {
  std::optional<Sync> sync;      ///< the wait to leave out; none: each of syncs_of() in turn, those for data last
  std::uint64_t first_seed = 1;  ///< the next ones follow, one for each round of the waits
  std::size_t runs = 1000;       ///< at most
};

/// An execution that lacks one wait and writes over bytes still needed.
struct BrokenRun {
  Sync sync;
  std::uint64_t seed = 0;
  std::size_t moment = 0;  ///< the overwrite has happened after so many events
  Overwrite overwrite;
};

struct BreakSearch {
  std::optional<BrokenRun> found;
  std::size_t runs = 0;  ///< looked at, the broken one included
};

/// Runs a graph again and again without one wait, while the plan stays that of the whole graph, until an operator
/// writes over a tensor that is still needed. Leaving out a wait that other waits imply never breaks a run; for any
/// other wait, the search may still find no run that breaks. The same options give the same search. `plan.offsets` must
/// have one entry a tensor.
/// Errors: those of plan.sequence, cancelled, timed_out.
[[nodiscard]] Result<BreakSearch> find_broken_run(const Graph& graph, const Plan& plan, const BreakOptions& options,
                                                  const Task& task = {});

}  // namespace stowage
