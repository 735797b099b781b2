// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/layout/strategy.h"

namespace stowage {

/// The fact that a question asks for. The planners, the unsafe relation, the bounds and the durations know it, so that
/// no lesson need be trusted: core/insight/learn/lesson_facts.h compares.
enum class Fact : std::uint8_t {
  offset,            ///< where a strategy puts a tensor
  next,              ///< a tensor of the block that a strategy places next
  safe,              ///< whether two tensors may share memory
  safe_partner,      ///< a tensor that may share memory with a tensor
  last_use,          ///< the last operator of a stream that uses a tensor
  last_ancestor,     ///< the last operator of a stream that is over before an operator starts
  ancestors,         ///< how many operators are over before an operator starts
  unsafe_pairs,      ///< how many pairs of tensors may never share memory
  pairs_together,    ///< how many pairs of tensors meet if the operators run one by one in the global order
  largest_block,     ///< bytes of the largest tensor or group
  lifetime_bound,    ///< most bytes alive at one step of the global order
  least_peak,        ///< the same in the order of the operators where it is least
  proved_bound,      ///< the largest lower bound there is, the clique included
  footprint,         ///< the bytes that a strategy needs
  clique,            ///< tensors that are pairwise unsafe and as many bytes as the heaviest such clique
  least_footprint,   ///< which of some strategies needs least
  makespan,          ///< when the last operator ends if every operator takes its duration, in nanoseconds
  held_by,           ///< the operator whose end is the start of an operator then
  ancestor_streams,  ///< how many other streams have an operator with a path to one of a stream
  between_streams,   ///< how many tensors are used on a stream other than that of their producer
  insensitive,       ///< how many operators stand at the same step in every order
  span,              ///< at how many steps an operator can run, one operator a step
  order_variables,   ///< choices of OLLA's program (14) as published: is a tensor made, is it kept, at each step
  placed_at,         ///< where a strategy of any kind puts a tensor; no block is followed
  bytes_passed,      ///< in NNC's allocation graph, bytes that pass from a tensor to another
  pyramid,           ///< the tensors that OLLA's function 5 stacks
  subgraphs,         ///< leaves of ROAM's subgraph tree
  loop_repeat,       ///< after how many iterations a loop's tables begin again
  loop_place,        ///< where a tensor of a loop's body lies in an iteration
  opinion,           ///< which of some sentences is right: the lesson alone knows
};

enum class AnswerKind : std::uint8_t { offset, tensor, tensors, op, safety, number, choice };

/// The meaning of a fact's answer, and the things that its question must name.
struct FactTraits {
  bool bytes = false;  ///< the number is an amount of memory
  bool place = false;  ///< the number is an offset
  bool time = false;   ///< the number is a time, in nanoseconds; or the answer is read off a view of time
  bool tensor = false, pair = false, op = false, stream = false, strategies = false, choices = false;
  bool loop = false;        ///< a loop, by its path: "train/refine"
  bool value = false;       ///< a tensor of the loop's body, and an iteration of each loop of the path
  bool limit = false;       ///< the most operators of a leaf
  bool plan = false;        ///< it is about the plan of the page's strategy
  bool hides_plan = false;  ///< the offsets of a plan would show the answer, or hint at it
};
/// One row a fact: its name in a lesson file, and the kind of its answer.
struct FactInfo : FactTraits {
  Fact fact;
  std::string_view id;
  AnswerKind kind;
};
[[nodiscard]] std::span<const FactInfo> facts();
[[nodiscard]] const FactInfo& info_of(Fact fact);

/// An answer, given or expected; the AnswerKind says which member counts.
struct Answer {
  std::int64_t number = 0;        ///< offset or number; safety: 1 is safe; choice: its index
  std::vector<TensorId> tensors;  ///< one for `tensor`; ascending
  OperatorId op;

  friend bool operator==(const Answer&, const Answer&) = default;
};

/// The reply to one wrong answer.
struct LessonHint {
  Answer answer;
  std::string text;
};

struct Question {
  Fact fact = Fact::opinion;
  std::string text;
  TensorId tensor, other;  ///< `other` for a pair
  OperatorId op;
  StreamId stream;
  std::vector<const LayoutStrategy*> strategies;  ///< by choice, for least_footprint
  std::vector<std::string> choices;
  std::vector<std::string> loop;         ///< names of loops, outermost first
  TensorId value;                        ///< of the body of the last of them
  std::vector<std::int64_t> iterations;  ///< of each of them
  std::int64_t limit = 0;
  Answer answer;             ///< one that is right
  std::string right, wrong;  ///< said after such an answer; may be empty
  std::vector<LessonHint> hints;

  [[nodiscard]] AnswerKind kind() const { return info_of(fact).kind; }
};

/// The view that a page is about, brought to the front. `conflicts` are those around the selection, `matrix` all pairs;
/// `orders` compares the given order with LESCEA's while no question is open. `lanes` are over steps; `time` are the
/// lanes over time, unless they would show the answer.
enum class LessonView : std::uint8_t { map, graph, lanes, conflicts, peak, strategies, matrix, orders, time };
[[nodiscard]] std::span<const std::string_view> lesson_views();  ///< their ids, by value

struct LessonPage {
  std::string title;
  std::shared_ptr<const Graph> graph;        ///< never null; the lesson's where the page names none
  std::vector<std::string> paragraphs;       ///< plain, with **words** that stand out and `names`
  const LayoutStrategy* strategy = nullptr;  ///< whose plan is shown; the lesson's where the page names none
  std::optional<std::size_t> blocks;  ///< the plan after so many blocks; none: whole, or up to the block asked for
  std::vector<TensorId> select;
  LessonView view = LessonView::map;
  std::string color;  ///< the id of a colouring ("kind"); empty: by stream
  std::optional<Question> question;
};

/// One idea a page, on a small graph; with questions. Made by core/formats/lesson_json.h.
struct Lesson {
  std::string title, source, about;
  std::string key;                     ///< the title as it was first written, in any language: identifies the lesson
  std::shared_ptr<const Graph> graph;  ///< of the pages that name none; never null
  const LayoutStrategy* strategy = nullptr;  ///< never null
  std::vector<LessonPage> pages;             ///< at least one

  [[nodiscard]] std::size_t question_count() const;
  /// Whether a page is on this very graph.
  [[nodiscard]] bool shows(const Graph* other) const;
};

}  // namespace stowage
