// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <vector>

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

}  // namespace stowage
