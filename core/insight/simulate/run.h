// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/insight/simulate/explain.h"
#include "core/plan/plan.h"

namespace stowage {

/// A wait between streams: `after` starts only when `before`, of another stream, has finished. In a program a control
/// edge and data ask for the same event.
using Sync = ControlEdge;
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

/// A random legal parallel execution: one worker a stream runs its operators in local order, in the global order or in
/// `sequence`, each when all that happens before it has finished. `without`: this wait is left out, for control edges
/// and for data; in even seeds the stream of its `before` is much slower, so that the wait is missed.
///
/// How long an operator runs, how long it hesitates before, and how slow its stream is, are hashes of the seed and of
/// the id, in whole numbers: an execution is the same on every machine, and in odd seeds an execution without a sync
/// differs only by what the sync held back. Many operators are short and few are long, and streams differ up to 8
/// times, so that they run far ahead of each other where nothing stops them.
///
/// O(log S) an event, and the arcs. Errors: those of running_order() for `sequence`, cancelled, timed_out.
[[nodiscard]] Result<Execution> simulate(const Graph& graph, std::uint64_t seed, std::optional<Sync> without = {},
                                         const std::vector<std::string>& sequence = {}, const Task& task = {});

/// An operator starts to write a tensor over bytes that are still needed.
struct Overwrite {
  TensorId overwritten, overwriting;
  OperatorId culprit;  ///< the producer of `overwriting`; none where both are there from the start
  friend bool operator==(const Overwrite&, const Overwrite&) = default;
};

/// The memory of an execution, or of the beginning of one. A **moment** k is after the first k events.
///
/// A tensor holds bytes that are needed from the start of its producer (or from the beginning) until producer and
/// consumers have finished; an output, to the end. A tensor that is never needed holds none, and neither does a view:
/// its owner is held from the first operator that writes a part of it until all operators that make or use a part have
/// finished.
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
  std::vector<std::uint32_t> birth_, death_;  // by tensor: the first moment at which it is alive, or dead
  std::vector<std::uint32_t> starts_, finishes_;
  std::vector<Bytes> bytes_;
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
/// have one entry a tensor. Errors: those of plan.sequence, cancelled, timed_out.
[[nodiscard]] Result<BreakSearch> find_broken_run(const Graph& graph, const Plan& plan, const BreakOptions& options,
                                                  const Task& task = {});

}  // namespace stowage
