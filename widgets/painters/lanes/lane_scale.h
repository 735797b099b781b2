// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/simulate/timing.h"

namespace stowage {

/// Where operators lie across the lanes. Over steps, step k takes [k, k + 1); over time, an operator takes all from its
/// start to its end in the simulated run, in nanoseconds. Copies share what they know.
class LaneScale {
 public:
  /// Half-open.
  struct Range {
    std::size_t begin = 0, end = 0;
  };

  /// Over steps; every number of them is one.
  LaneScale(std::size_t steps = 0) : steps_(steps) {}
  /// Over time. O(operators × log operators).
  explicit LaneScale(Timing timing);

  [[nodiscard]] bool over_time() const { return run_ != nullptr; }
  /// The simulated run; null over steps.
  [[nodiscard]] const Timing* timing() const { return run_ ? &run_->timing : nullptr; }
  [[nodiscard]] std::size_t steps() const { return steps_; }
  /// Of the run: those that decide how long all takes, each of which starts when the one before it ends. Empty over
  /// steps.
  [[nodiscard]] std::span<const OperatorId> critical_path() const {
    return run_ ? std::span<const OperatorId>(run_->critical_path) : std::span<const OperatorId>();
  }
  /// Where the last operator ends.
  [[nodiscard]] double length() const;
  /// What the shortest operator takes that takes anything; more than 0.
  [[nodiscard]] double shortest() const { return run_ ? run_->shortest : 1; }
  /// Of the operator at a step of the global order.
  [[nodiscard]] double begin(std::size_t step) const;
  [[nodiscard]] double end(std::size_t step) const;

  /// Holds every step of which something lies in [begin, end]; over time perhaps others, too.
  [[nodiscard]] Range steps_within(double begin, double end) const;
  /// How many lie there; exact, but for those at the ends.
  [[nodiscard]] std::size_t count_within(double begin, double end) const;
  /// The step that a place stands for: over time, that of the operator which started last. There must be one.
  [[nodiscard]] std::size_t step_at(double place) const;

 private:
  struct Run {
    Timing timing;
    std::vector<OperatorId> critical_path;
    std::vector<std::int64_t> latest_end;      ///< by step: of all up to it
    std::vector<std::int64_t> earliest_start;  ///< by step: of it and all after it
    std::vector<std::uint32_t> by_start;       ///< steps
    std::vector<std::int64_t> starts, ends;    ///< ascending
    double shortest = 1;
  };

  std::size_t steps_ = 0;
  std::shared_ptr<const Run> run_;  ///< null: over steps
};

/// Over time where operators have durations and `over_time` asks for it, else over steps.
[[nodiscard]] LaneScale lane_scale(const Graph& graph, bool over_time);

}  // namespace stowage
