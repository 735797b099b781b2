// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/interval.h"
#include "core/base/task.h"
#include "core/base/translated.h"
#include "core/graph/graph.h"
#include "core/insight/learn/step_blocks.h"
#include "core/layout/strategy.h"

// Planners step by step, each of them as the same few shapes: painters draw a walk without knowing the planner. SOMAS
// planners have finer steps of their own (recording.h).
namespace stowage {

/// Words of a walk: a pattern, in which %1, %2, … stand for these values. The window shows the pattern in its reader's
/// language, and counts and bytes as it writes all of them.
struct WalkWords {
  using Value = std::variant<std::int64_t, Bytes, std::string>;  ///< a count, bytes or an address, a name

  const char* pattern = "";
  std::vector<Value> values{};

  /// The same with counts, bytes or names.
  template <class... V>
  [[nodiscard]] WalkWords with(const V&... each) const {
    return {pattern, {value(each)...}};
  }
  [[nodiscard]] static Value value(std::integral auto count) { return static_cast<std::int64_t>(count); }
  [[nodiscard]] static Value value(Bytes bytes) { return bytes; }
  [[nodiscard]] static Value value(std::string_view name) { return std::string(name); }
};
/// Marks words of walks for translators.
struct WalkText {
  STOWAGE_TRANSLATED_AS(stowage::Walk)
  [[nodiscard]] static WalkWords tr(const char* pattern) { return {pattern}; }
};

/// One line of pseudocode.
struct WalkCode {
  int indent = 0;  ///< levels
  WalkWords text;
};

/// A shape of the picture, and the steps at which it is there.
struct WalkMark {
  enum class Role : std::uint8_t {
    finished,   ///< nothing more can happen there
    waiting,    ///< lies there for now
    placed,     ///< lies there
    refused,    ///< was looked at, and cannot
    candidate,  ///< could be taken
    current,    ///< what the step is about: a frame around it
  };
  enum class Shape : std::uint8_t {
    box,
    line,   ///< along the begin of `run`: a height reached
    arrow,  ///< from the middle of `run` at `begin` to the middle of `to` at `end`: bytes that pass on
  };
  Role role;
  Shape shape = Shape::box;
  double begin, end;                              ///< along: steps of the order, or places in a list
  Interval run;                                   ///< upwards: addresses, or rows
  Interval to{};                                  ///< of an arrow
  Bytes bytes{-1};                                ///< told beside an arrow; below 0: none
  TensorId tensor{};                              ///< that it stands for, or
  OperatorId op{};                                ///< the operator
  WalkWords label{};                              ///< in it, where it stands for neither
  bool faint = false;                             ///< in the background
  std::size_t first = 0, last = ~std::size_t{0};  ///< steps of the walk: [first, last)
};

struct WalkTable {
  std::vector<WalkWords> columns;
  std::vector<std::vector<WalkWords>> rows;
};

/// What the axes of a picture are.
struct WalkPlane {
  enum class Along : std::uint8_t { steps, tensors } along = Along::steps;
  enum class Up : std::uint8_t { addresses, amounts, rows } up = Up::addresses;
  double length = 1;        ///< they reach
  std::int64_t top = 1;     ///< so far
  std::size_t columns = 0;  ///< of the tables beside it at most
};

struct WalkStep {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint32_t line;               ///< of the pseudocode
  WalkWords words;                  ///< what happens, and why
  std::uint32_t plane;              ///< into Walk::planes
  std::uint32_t table = kNone;      ///< into Walk::tables; kNone: no table
  std::vector<std::uint32_t> rows;  ///< of the table, that the step is about
};

/// What a planner decides on one graph, step by step, recorded while the planner itself ran; const after.
struct Walk : StepBlocks {
  const struct WalkInfo* info = nullptr;
  std::shared_ptr<const Graph> graph;  ///< that it is about
  std::vector<WalkCode> code;
  std::vector<WalkStep> steps;
  std::vector<WalkMark> marks;  ///< by first step
  std::vector<WalkTable> tables;
  std::vector<WalkPlane> planes;

  /// The shapes at a step, in the order in which they are drawn.
  [[nodiscard]] std::vector<const WalkMark*> marks_at(std::size_t step) const;
};

struct WalkInput {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Conflicts> conflicts;
  Bytes alignment{1};
};

/// One row of the table of walks.
struct WalkInfo {
  std::string_view id;             ///< what `render --steps` takes
  std::string_view title;          ///< marked by StrategyText
  std::string_view source;         ///< paper and algorithm number
  const char* unit;                ///< what a block of its steps is about, marked by StrategyText
  const LayoutStrategy* strategy;  ///< null: no layout strategy walks here
  std::size_t most;                ///< tensors of a graph; more would make too many steps to follow
  bool orders = false;             ///< operators: a graph on a time axis leaves no choice
  /// On the graph that the planner gets (graph_to_plan()), which is within its limits and `most`.
  Result<Walk> (*make)(const WalkInput& in, const Task& task);
};

/// All walks: planners, orders, and ways to find the safe pairs.
[[nodiscard]] std::span<const WalkInfo> walks();
[[nodiscard]] const WalkInfo* find_walk(std::string_view id);

/// The planner without the limits of a solver that steps do not ask.
[[nodiscard]] LayoutStrategy walked(const LayoutStrategy& strategy);

/// Runs the planner. bad_input with a sentence for the reader where the graph is too large; unsupported where the
/// planner refuses it; otherwise only cancelled or timed_out.
[[nodiscard]] Result<Walk> make_walk(const WalkInfo& info, WalkInput in, const Task& task = {});

}  // namespace stowage
