// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/lesson_facts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/layout/strategies/strategies.h"
#include "core/order/exact_order.h"
#include "core/papers/papers.h"
#include "core/safety/ancestors.h"

namespace stowage {
namespace {

std::int64_t pairs_together(const std::vector<Lifetime>& lifetimes) {
  std::int64_t out = 0;
  for (std::size_t i = 0; i < lifetimes.size(); ++i)
    for (std::size_t j = i + 1; j < lifetimes.size(); ++j) out += lifetimes[i].overlaps(lifetimes[j]);
  return out;
}

Result<Plan> planned(const Graph& graph, const LayoutStrategy& strategy, const Task& task) {
  STOWAGE_TRY(const Conflicts conflicts, Conflicts::compute(graph, task));
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(graph, conflicts));
  return make_plan(strategy, problem, task);
}

struct GraphOfPages {
  std::shared_ptr<const Graph> graph;
  FactsNeeded needed;
};

/// In the order of the pages, so that of two faults the first is reported.
std::vector<GraphOfPages> graphs_of(const Lesson& lesson) {
  std::vector<GraphOfPages> out;
  for (std::size_t k = 0; k < lesson.pages.size(); ++k) {
    const LessonPage& page = lesson.pages[k];
    auto found = std::ranges::find(out, page.graph, &GraphOfPages::graph);
    if (found == out.end()) found = out.insert(found, {page.graph, {}});
    FactsNeeded& needed = found->needed;
    needed.strategies.insert(page.strategy);
    if (!page.question) continue;
    needed.strategies.insert(page.question->strategies.begin(), page.question->strategies.end());
    const FactInfo& fact = info_of(page.question->fact);
    if (fact.fact == Fact::bytes_passed) needed.flows.insert(page.strategy);
    needed.pyramid = needed.pyramid || fact.fact == Fact::pyramid;
    needed.loops = needed.loops || fact.loop;
    if (page.question->fact == Fact::least_peak && needed.least_peak.empty())
      needed.least_peak = "/pages/" + std::to_string(k) + "/ask";
  }
  return out;
}

}  // namespace

Result<std::shared_ptr<const GraphFacts>> GraphFacts::make(std::shared_ptr<const Graph> graph,
                                                           const FactsNeeded& needed, const Task& task) {
  const auto out = std::make_shared<GraphFacts>();
  out->graph_ = std::move(graph);
  STOWAGE_TRY(auto conflicts, Conflicts::compute(*out->graph_, task));
  out->conflicts_ = std::make_shared<const Conflicts>(std::move(conflicts));
  out->lifetimes_ = std::make_shared<const std::vector<Lifetime>>(stowage::lifetimes(*out->graph_));
  STOWAGE_TRY(const auto problem, BlockProblem::make(*out->graph_, *out->conflicts_));
  STOWAGE_TRY(out->bounds_, all_bounds(problem, task));
  out->timing_ = timing_of(*out->graph_);
  if (!needed.least_peak.empty()) {
    const OrderFound found = exact_order(order_problem(*out->graph_), {}, task);
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    if (!found.proved())
      return tl::unexpected(Error::bad_input("", needed.least_peak, "the least peak of the graph cannot be proved"));
    out->least_peak_ = found.peak;
  }
  for (const LayoutStrategy* strategy : needed.strategies) {
    if (strategy->recipe) {
      STOWAGE_TRY(auto recording, Recording::make(*strategy, out->graph_, out->conflicts_, Bytes{1}, task));
      out->recordings_.emplace(strategy, std::move(recording));
    } else {
      STOWAGE_TRY(out->plans_[strategy], planned(*out->graph_, *strategy, task));
    }
  }
  if (!needed.flows.empty() || needed.pyramid) {
    STOWAGE_TRY(const LayoutProblem layout, LayoutProblem::make(*out->graph_, *out->conflicts_));
    for (const LayoutStrategy* strategy : needed.flows) {
      STOWAGE_TRY(out->flows_[strategy], handed_bytes(layout, *strategy, task));
    }
    if (needed.pyramid) out->pyramid_ = pyramid(layout);
    std::ranges::sort(out->pyramid_);
  }
  if (needed.loops) {
    STOWAGE_TRY(auto loops, plan_loops(*out->graph_, Bytes{1}, task));
    out->loops_ = std::make_shared<const LoopsPlan>(std::move(loops));
    for (const LayoutStrategy* strategy : needed.strategies) {
      STOWAGE_TRY(out->loop_plans_[strategy], planned(*out->loops_->graph, *strategy, task));
    }
  }
  return out;
}

Bytes GraphFacts::footprint(const LayoutStrategy& strategy) const {
  if (!strategy.recipe) return plans_.at(&strategy).footprint;
  const Recording& recorded = recording(strategy);
  return recorded.block_count() == 0 ? Bytes{0} : recorded.block(recorded.block_count() - 1).footprint;
}

std::span<const Offset> GraphFacts::offsets(const LayoutStrategy& strategy) const {
  return strategy.recipe ? recording(strategy).offsets() : std::span<const Offset>(plans_.at(&strategy).offsets);
}

std::size_t GraphFacts::blocks_before(const LessonPage& page) const {
  if (!page.strategy->recipe) return 0;
  const Recording& recorded = recording(*page.strategy);
  if (page.question && page.question->fact == Fact::offset) return recorded.place(page.question->tensor);
  return page.blocks.value_or(recorded.block_count());
}

std::int64_t GraphFacts::count(const LessonPage& page) const {
  const Question& question = *page.question;
  switch (question.fact) {
    case Fact::offset:
      return recording(*page.strategy).run(question.tensor).begin;
    case Fact::safe:
      return conflicts_->unsafe(question.tensor, question.other) ? 0 : 1;
    case Fact::unsafe_pairs:
      return static_cast<std::int64_t>(conflicts_->unsafe_pair_count());
    case Fact::pairs_together:
      return pairs_together(*lifetimes_);
    case Fact::largest_block:
      return bounds_.largest_block.bytes.count;
    case Fact::lifetime_bound:
      return bounds_.lifetime.bytes.count;
    case Fact::least_peak:
      return least_peak_.count;
    case Fact::proved_bound:
      return bounds_.best().count;
    case Fact::makespan:
      return timing_.makespan;
    case Fact::footprint:
      return footprint(*page.strategy).count;
    case Fact::ancestor_streams:
      return ancestor_streams(*graph_, question.stream);
    case Fact::between_streams:
      return tensors_between_streams(*graph_);
    case Fact::insensitive:
      return insensitive_operators(*graph_);
    case Fact::span:
      return steps_to_run_at(*graph_, question.op);
    case Fact::order_variables:
      return order_variables(*graph_);
    case Fact::placed_at:
      return offsets(*page.strategy)[question.tensor.index()].value;
    case Fact::bytes_passed: {
      const HandedBytes& passed = flows_.at(page.strategy);
      const auto found = passed.find({question.tensor, question.other});
      return found == passed.end() ? 0 : found->second;
    }
    case Fact::subgraphs:
      return subgraph_leaves(*graph_, question.limit);
    case Fact::ancestors: {
      Ancestors ancestors(*graph_);
      ancestors.add(question.op);
      return std::ranges::count_if(graph_->operators(), [&](OperatorId o) { return ancestors.contains(o); });
    }
    default:
      return question.answer.number;  // an opinion
  }
}

/// None where the value has no place then.
std::optional<std::int64_t> GraphFacts::number(const LessonPage& page) const {
  const Question& question = *page.question;
  if (!info_of(question.fact).loop) return count(page);
  const LoopPlan* loop = find_loop(*loops_, question.loop);
  if (!loop) return {};
  if (question.fact == Fact::loop_repeat) return static_cast<std::int64_t>(loop->rings.repeat);
  return loop_place(*graph_, *loops_, loop_plans_.at(page.strategy), question);
}

/// None where no operator is right.
OperatorId GraphFacts::right_operator(const Question& question) const {
  if (question.fact == Fact::held_by) return timing_.held_by[question.op.index()];
  OperatorId last;
  if (question.fact == Fact::last_use) {
    for (const OperatorId o : graph_->consumers(question.tensor))
      if (graph_->stream(o) == question.stream) last = o;
    return last;
  }
  Ancestors ancestors(*graph_);
  ancestors.add(question.op);
  for (const OperatorId o : graph_->operators_of(question.stream))
    if (ancestors.contains(o)) last = o;
  return last;
}

std::vector<TensorId> GraphFacts::right_tensors(const LessonPage& page) const {
  const Question& question = *page.question;
  std::vector<TensorId> out;
  if (question.fact == Fact::next) {
    const Recording& recorded = recording(*page.strategy);
    const std::size_t next = blocks_before(page);
    if (next >= recorded.block_count()) return out;
    const auto block = recorded.problem().block(recorded.block(next).block);
    out.assign(block.begin(), block.end());
  } else {
    for (const TensorId t : graph_->tensors())
      if (t != question.tensor && !conflicts_->unsafe(t, question.tensor)) out.push_back(t);
  }
  return out;
}

bool GraphFacts::is_heaviest_clique(const std::vector<TensorId>& tensors) const {
  Bytes sum;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    sum += graph_->size(tensors[i]);
    for (std::size_t j = i + 1; j < tensors.size(); ++j)
      if (tensors[i] == tensors[j] || !conflicts_->unsafe(tensors[i], tensors[j])) return false;
  }
  return sum == bounds_.clique->bytes;
}

bool GraphFacts::accepts(const LessonPage& page, const Answer& answer) const {
  const Question& question = *page.question;
  switch (question.kind()) {
    case AnswerKind::tensor:
      return answer.tensors.size() == 1 && std::ranges::count(right_tensors(page), answer.tensors.front()) > 0;
    case AnswerKind::tensors:
      return question.fact == Fact::pyramid ? answer.tensors == pyramid_ : is_heaviest_clique(answer.tensors);
    case AnswerKind::op:
      return answer.op.valid() && answer.op == right_operator(question);
    case AnswerKind::choice:
      if (question.fact == Fact::opinion) return answer.number == question.answer.number;
      return std::ranges::all_of(question.strategies, [&](const LayoutStrategy* other) {
        return footprint(*question.strategies[static_cast<std::size_t>(answer.number)]) <= footprint(*other);
      });
    case AnswerKind::offset:
    case AnswerKind::safety:
    case AnswerKind::number:
      return number(page) == answer.number;
  }
  return false;
}

std::optional<Answer> GraphFacts::truth(const LessonPage& page) const {
  const Question& question = *page.question;
  Answer out;
  switch (question.kind()) {
    case AnswerKind::tensor:
      out.tensors = right_tensors(page);
      if (out.tensors.empty()) return {};
      out.tensors.resize(1);
      return out;
    case AnswerKind::tensors:
      out.tensors = question.fact == Fact::pyramid ? pyramid_ : bounds_.clique->tensors;
      return out;
    case AnswerKind::op:
      out.op = right_operator(question);
      return out.op.valid() ? std::optional(out) : std::nullopt;
    case AnswerKind::choice:
      while (!accepts(page, out)) ++out.number;
      return out;
    case AnswerKind::offset:
    case AnswerKind::safety:
    case AnswerKind::number:
      if (const auto found = number(page)) return out.number = *found, out;
      return {};
  }
  return {};
}

Result<std::shared_ptr<const LessonFacts>> LessonFacts::make(const Lesson& lesson, const Task& task) {
  const auto out = std::make_shared<LessonFacts>();
  for (const auto& [graph, needed] : graphs_of(lesson)) {
    STOWAGE_TRY(auto facts, GraphFacts::make(graph, needed, task));
    out->graphs_.emplace(graph, std::move(facts));
  }
  return out;
}

}  // namespace stowage
