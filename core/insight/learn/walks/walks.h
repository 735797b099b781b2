// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/insight/learn/walk.h"
#include "core/plan/problem.h"

// The rows of the table of walks, and what they are made with.
namespace stowage {

extern const WalkInfo kWalkBump, kWalkBumpReset, kWalkLlfb, kWalkGergov, kWalkMincostFlow, kWalkNnc, kWalkNncSize,
    kWalkPyramid, kWalkRoam, kWalkLescea, kWalkSafety1, kWalkSafety2;

/// Most rows of a table, and most candidates of a picture.
inline constexpr std::size_t kMostWalkRows = 40;
/// Most tensors of a planner's walk, operators of an order's, tensors of a walk over all pairs.
inline constexpr std::size_t kMostWalkTensors = 10'000, kMostWalkPairs = 300;

/// A row of a table: of words, counts, bytes and names.
template <class... V>
[[nodiscard]] std::vector<WalkWords> walk_row(const V&... each) {
  const auto cell = []<class T>(const T& value) -> WalkWords {
    if constexpr (std::is_same_v<T, WalkWords>)
      return value;
    else
      return WalkWords{"%1"}.with(value);
  };
  return {cell(each)...};
}

/// Writes a walk down, step after step.
class WalkMaker {
 public:
  WalkMaker(const WalkInput& in, std::vector<WalkCode> code);

  /// The axes from the next step on.
  void set_plane(WalkPlane::Along along, WalkPlane::Up up);
  /// The next step is the first of a block.
  void begin_block() { block_ended_ = true; }
  void step(std::uint32_t line, WalkWords words);

  /// Shows a mark from this step on; ends() takes it away again. Of a plane before, nothing is seen.
  std::size_t add(WalkMark mark);
  /// At this step alone.
  void once(WalkMark mark);
  /// From this step on, and framed at this step.
  std::size_t place(WalkMark mark);
  /// From this step on it is gone.
  void end(std::size_t mark) { walk_.marks[mark].last = walk_.steps.size() - 1; }
  /// The table of this step, with its rows in question; without one, the table of the step before.
  void table(std::optional<WalkTable> table, std::vector<std::uint32_t> rows = {});

  [[nodiscard]] Walk take();

 private:
  Walk walk_;
  bool block_ended_ = false, plane_set_ = false;
  std::size_t block_steps_ = 0;
};

/// A tensor that lies, or would lie, at `start`.
[[nodiscard]] WalkMark walk_box(const LayoutProblem& problem, WalkMark::Role role, TensorId t, std::int64_t start);
/// Bytes that pass from a block to another, between these runs; none: from the start, to the end.
[[nodiscard]] WalkMark walk_arrow(const LayoutProblem& problem, std::optional<std::uint32_t> giver,
                                  std::optional<std::uint32_t> taker, Interval run, Interval to);

/// The lines of a height over time, from step to step of a walk: only what changes is written down.
class WalkHeights {
 public:
  explicit WalkHeights(std::size_t length) : heights_(length) {}
  void set(std::size_t begin, std::size_t end, std::int64_t height) {
    std::fill(heights_.begin() + static_cast<std::ptrdiff_t>(begin),
              heights_.begin() + static_cast<std::ptrdiff_t>(end), height);
  }
  /// Shows the heights from the maker's step on.
  void show(WalkMaker& maker);

 private:
  struct Line {
    std::size_t begin, end;
    std::int64_t height;
    std::size_t mark;
  };
  std::vector<std::int64_t> heights_;
  std::vector<Line> shown_;
};

/// The step, or the time at which it begins.
[[nodiscard]] inline std::int64_t walk_place(const Graph& graph, std::size_t step) {
  return graph.times().empty() ? static_cast<std::int64_t>(step) : graph.times()[step];
}

/// The title of a column of length_of().
[[nodiscard]] inline WalkWords walk_length_title(const Graph& graph) {
  return graph.times().empty() ? WalkText::tr("Steps") : WalkText::tr("Time");
}

/// Windows of a single chain as steps of the order.
[[nodiscard]] inline BasicInterval<std::size_t> walk_steps(Conflicts::Window window) {
  const auto step = [](Conflicts::Position p) { return static_cast<std::size_t>(std::max(p - 1, 0)); };
  return {step(window.begin), step(window.end)};
}

}  // namespace stowage
