// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/insight/learn/lesson.h"
#include "core/insight/learn/recording.h"
#include "core/insight/simulate/timing.h"
#include "core/plan/bounds.h"
#include "core/plan/problem.h"

namespace stowage {

/// Whether bytes_passed can be asked of a strategy: it is "nnc" or "nnc.size", which make an allocation graph.
[[nodiscard]] bool has_allocation_graph(const LayoutStrategy& strategy);

/// The facts that planners, the unsafe relation, bounds and durations give on one graph of a lesson: the answers to
/// all questions of its pages. Const once made; shares the graph. Every page given must be on it.
class GraphFacts {
 public:
  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  [[nodiscard]] const std::shared_ptr<const Conflicts>& conflicts() const { return conflicts_; }
  [[nodiscard]] const std::shared_ptr<const std::vector<Lifetime>>& lifetimes() const { return lifetimes_; }
  /// The clique included.
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  [[nodiscard]] const Timing& timing() const { return timing_; }
  /// For a strategy that is needed and has a recipe.
  [[nodiscard]] const Recording& recording(const LayoutStrategy& strategy) const { return recordings_.at(&strategy); }
  /// For any strategy that is needed.
  [[nodiscard]] std::span<const Offset> offsets(const LayoutStrategy& strategy) const;
  [[nodiscard]] Bytes footprint(const LayoutStrategy& strategy) const;

  /// How many blocks a page shows as placed, before its question is answered.
  [[nodiscard]] std::size_t blocks_before(const LessonPage& page) const;

  /// Whether an answer to the page's question is right. The page must have one.
  [[nodiscard]] bool accepts(const LessonPage& page, const Answer& answer) const;
  /// An answer that accepts() takes; none for a question without one (the last use of a tensor without uses).
  [[nodiscard]] std::optional<Answer> truth(const LessonPage& page) const;

 private:
  friend class LessonFacts;
  struct Needed;
  /// By tensors: bytes that pass from one to another along edges of NNC's allocation graph.
  using HandedBytes = std::map<std::pair<TensorId, TensorId>, std::int64_t>;

  [[nodiscard]] Result<void> find(const Needed& needed, const Task& task);
  [[nodiscard]] std::int64_t count(const LessonPage& page) const;
  [[nodiscard]] std::optional<std::int64_t> number(const LessonPage& page) const;
  [[nodiscard]] OperatorId right_operator(const Question& question) const;
  [[nodiscard]] std::vector<TensorId> right_tensors(const LessonPage& page) const;
  [[nodiscard]] bool is_heaviest_clique(const std::vector<TensorId>& tensors) const;

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Conflicts> conflicts_;
  std::shared_ptr<const std::vector<Lifetime>> lifetimes_;
  Bounds bounds_;
  Bytes least_peak_{};  // where it is asked for
  Timing timing_;
  std::map<const LayoutStrategy*, Recording> recordings_;
  std::map<const LayoutStrategy*, Plan> plans_;  // of those without a recipe
  std::map<const LayoutStrategy*, HandedBytes> flows_;
  std::vector<TensorId> pyramid_;  // ascending
};

/// The facts of every graph that a page of the lesson is on.
class LessonFacts {
 public:
  /// bad_input where a planner refuses a graph, or where a page asks for a least peak that cannot be proved; otherwise
  /// only cancelled or timed_out.
  [[nodiscard]] static Result<std::shared_ptr<const LessonFacts>> make(const Lesson& lesson, const Task& task = {});

  /// The facts of the page's graph. The page must be one of the lesson.
  [[nodiscard]] const GraphFacts& of(const LessonPage& page) const { return *graphs_.at(page.graph); }

 private:
  std::map<std::shared_ptr<const Graph>, std::shared_ptr<const GraphFacts>> graphs_;
};

/// Checks that every answer that the lesson calls right is right, every hint is for a wrong one, and the pages show
/// what there is: otherwise bad_input with the places, as the reader names them.
[[nodiscard]] Result<void> check_lesson(const Lesson& lesson, const LessonFacts& facts, const std::string& file);

/// A lesson whose answers are all right, ready to be taught.
struct CheckedLesson {
  std::shared_ptr<const Lesson> lesson;
  std::shared_ptr<const LessonFacts> facts;
};
/// Works out the facts and checks the lesson with them.
[[nodiscard]] Result<CheckedLesson> checked(Lesson lesson, const std::string& file, const Task& task = {});

}  // namespace stowage
