// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/bytes.h"
#include "core/graph/lifetimes.h"
#include "core/insight/simulate/timing.h"

namespace stowage {

/// Where operators lie on the axis that lanes and heap map have across. Over steps, step k takes [k, k + 1); over time,
/// an operator takes all from its start to its end in the simulated run; over the events of a recorded heap, it takes
/// the events that it stands for. A *place* is one on that axis: in steps, in units of so many nanoseconds, or in
/// events. Copies share what they know.
class StepScale {
 public:
  /// Half-open.
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  /// A stretch of places.
  struct Span {
    double begin = 0, end = 0;
  };

  /// Over steps; every number of them is one.
  StepScale(std::size_t steps = 0) : steps_(steps) {}
  /// Over time, in units of so many nanoseconds; what is between two is rounded down, so that what does not overlap
  /// never does. O(operators × log operators).
  explicit StepScale(Timing timing, std::int64_t unit = 1);
  /// Over events: step k takes [borders[k], borders[k + 1]), which is not empty; the first border is 0. There must be a
  /// step, and less than 2³² events.
  [[nodiscard]] static StepScale over(std::span<const std::int64_t> borders);

  [[nodiscard]] bool over_time() const { return run_ != nullptr; }
  [[nodiscard]] bool over_events() const { return borders_ != nullptr; }
  /// Whether both have the same kind of place.
  [[nodiscard]] bool same_axis(const StepScale& other) const {
    return over_time() == other.over_time() && over_events() == other.over_events();
  }
  /// Nanoseconds a place over time; 1 otherwise.
  [[nodiscard]] std::int64_t unit() const { return run_ ? run_->unit : 1; }
  /// The simulated run, in nanoseconds; null over steps.
  [[nodiscard]] const Timing* timing() const { return run_ ? &run_->timing : nullptr; }
  [[nodiscard]] std::size_t steps() const { return steps_; }
  /// The operators that decide how long the run takes: each starts when the one before it ends. Empty over steps.
  [[nodiscard]] std::span<const OperatorId> critical_path() const {
    return run_ ? std::span<const OperatorId>(run_->critical_path) : std::span<const OperatorId>();
  }
  /// Where the last operator ends.
  [[nodiscard]] double length() const;
  /// What the shortest operator takes that takes anything; more than 0.
  [[nodiscard]] double shortest() const { return run_ ? run_->shortest : 1; }
  /// Where the operator at a step of the global order begins and ends.
  [[nodiscard]] double begin(std::size_t step) const;
  [[nodiscard]] double end(std::size_t step) const;
  /// Where a line stands for it: in its middle; over time, where it starts.
  [[nodiscard]] double mark(std::size_t step) const { return run_ ? begin(step) : (begin(step) + end(step)) / 2; }
  /// From the first begin to the last end of steps [from, to), which is not empty. O(their number) over time.
  [[nodiscard]] Span span_of(std::size_t from, std::size_t to) const;
  /// Whether it reaches into [begin, end); of one that takes no time, whether its place lies there.
  [[nodiscard]] bool touches(std::size_t step, double begin, double end) const;
  /// What another scale shows in [begin, end), on this one, as far as it has these steps; none where it has none.
  [[nodiscard]] std::optional<Span> same_steps(const StepScale& other, double begin, double end) const;

  /// Holds every step that reaches into [begin, end]; over time perhaps others, too.
  [[nodiscard]] Range steps_within(double begin, double end) const;
  /// From the first to the last that reaches into it.
  [[nodiscard]] Range steps_touching(double begin, double end) const;
  /// How many lie there; exact, but for those at the ends.
  [[nodiscard]] std::size_t count_within(double begin, double end) const;
  /// The step that a place stands for: over time, that of the operator which started last. There must be one.
  [[nodiscard]] std::size_t step_at(double place) const;
  /// So many steps on from one, or back, as they lie on the axis: over time, in the order in which they start. Stays
  /// within those there are.
  [[nodiscard]] std::size_t moved(std::size_t step, std::ptrdiff_t by) const;

 private:
  struct Run {
    Timing timing;
    std::int64_t unit = 1;
    std::vector<OperatorId> critical_path;
    std::vector<std::int64_t> begin, end;      ///< by step; these, and those below, are places
    std::vector<std::int64_t> latest_end;      ///< by step: of all up to it
    std::vector<std::int64_t> earliest_start;  ///< by step: of it and all after it
    std::vector<std::uint32_t> by_start;       ///< steps
    std::vector<std::int64_t> starts, ends;    ///< ascending
    double shortest = 1;
  };

  std::size_t steps_ = 0;
  std::shared_ptr<const Run> run_;                            ///< over time; null otherwise
  std::shared_ptr<const std::vector<std::int64_t>> borders_;  ///< over events; null otherwise
};

/// Over time where operators have durations and `over_time` asks for it, otherwise over steps.
[[nodiscard]] StepScale step_scale(const Graph& graph, bool over_time);

/// Bytes along an axis of places, in pieces of one amount each: a piece a step, or an event; over time, a piece from
/// each change to the next. For drawings that have fewer pixels than there are pieces. Beyond the last, nothing is
/// alive. Const after it was made.
class StepCurve {
 public:
  StepCurve() = default;
  /// `begins`: places at which the pieces begin, ascending; empty: piece k is at place k.
  explicit StepCurve(std::vector<Bytes> bytes, std::vector<std::int64_t> begins = {});
  /// Bytes alive of tensors; `lives` are places on the scale; by TensorId, as `sizes`. O((tensors + operators) × log
  /// operators).
  StepCurve(const StepScale& scale, std::span<const Bytes> sizes, std::span<const Lifetime> lives);

  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] Bytes operator[](std::size_t piece) const { return bytes_[piece]; }
  /// The first piece of the most bytes.
  [[nodiscard]] std::size_t peak_step() const { return peak_step_; }
  /// 0 without pieces.
  [[nodiscard]] Bytes peak() const { return bytes_.empty() ? Bytes{} : bytes_[peak_step_]; }
  /// Where that piece begins.
  [[nodiscard]] double peak_begin() const { return begin(peak_step_); }

  /// Where a piece begins and ends, as places; the piece after the last has no end.
  [[nodiscard]] double begin(std::size_t piece) const;
  [[nodiscard]] double end(std::size_t piece) const;
  /// The pieces that touch places [from, to): their number is to be compared with that of pixels.
  [[nodiscard]] StepScale::Range pieces_within(double from, double to) const;

  /// The least and the most bytes of pieces [from, to), cut to those that exist; both 0 without any. O(pieces / 32).
  struct Extent {
    Bytes least, most;
  };
  [[nodiscard]] Extent extent(std::size_t from, std::size_t to) const;
  /// The same of places.
  [[nodiscard]] Extent extent_within(double from, double to) const;
  /// Bytes at a place of 0 or more, and the most of them in [from, to).
  [[nodiscard]] Bytes at(double place) const;
  [[nodiscard]] Bytes most(double from, double to) const { return extent_within(from, to).most; }

 private:
  std::vector<Bytes> bytes_;
  std::vector<std::int64_t> begins_;
  std::vector<Extent> blocks_;
  std::size_t peak_step_ = 0;
};

}  // namespace stowage
