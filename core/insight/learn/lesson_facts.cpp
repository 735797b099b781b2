// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/lesson_facts.h"

#include "core/graph/laid_out.h"
#include "core/insight/simulate/ancestors.h"
#include "core/layout/strategies/strategies.h"
#include "core/order/exact_order.h"
#include "core/papers/nnc/allocation_graph.h"
#include "core/papers/olla/olla.h"
#include "core/papers/papers.h"
#include "core/papers/roam/roam.h"

namespace stowage {

/// The facts that the pages on one graph ask for.
struct GraphFacts::Needed {
  std::set<const LayoutStrategy*> strategies;
  std::set<const LayoutStrategy*> flows;  ///< whose allocation graph is asked for
  bool pyramid = false;
  /// Place of the first question that asks for the least peak, as the reader names it; empty where none does.
  std::string least_peak;
};

namespace {

// ---- what single papers say of a graph

/// SOMAS, section 3.2: other streams with an operator from which a path leads to one of `stream`.
std::int64_t ancestor_streams(const Graph& graph, StreamId stream) {
  Ancestors ancestors(graph);
  for (const OperatorId o : graph.operators_of(stream)) ancestors.add(o);
  return std::ranges::count_if(graph.streams(), [&](StreamId other) {
    return other != stream &&
           std::ranges::any_of(graph.operators_of(other), [&](OperatorId o) { return ancestors.contains(o); });
  });
}

/// SOMAS, section 3.2: tensors with a user on another stream than that of their producer.
std::int64_t tensors_between_streams(const Graph& graph) {
  return std::ranges::count_if(graph.tensors(), [&](TensorId t) {
    const OperatorId producer = graph.producer(t);
    return producer.valid() && std::ranges::any_of(graph.consumers(t), [&](OperatorId user) {
             return graph.stream(user) != graph.stream(producer);
           });
  });
}

/// OLLA, equation (10), one operator a step: the length of SPAN.
std::int64_t steps_to_run_at(const Graph& graph, OperatorId o) {
  return olla::find_schedule_windows(order_problem(graph)).operators[o.index()].length();
}

/// ROAM, algorithm 1: leaves of the subgraph tree that have operators.
std::int64_t subgraph_leaves(const Graph& graph, std::int64_t node_limit) {
  const SubgraphTree tree = make_subgraph_tree(graph, static_cast<std::size_t>(node_limit));
  return std::ranges::count_if(tree.leaves(), [&](std::uint32_t leaf) { return tree.nodes[leaf].operator_count > 0; });
}

/// The table of the body of a loop; null where there is no such loop.
const BodyTable* table_of(const Graph& graph, std::span<const std::string> path) {
  if (graph.laid_out() == nullptr) return nullptr;
  std::string name;
  for (const std::string& each : path) name += (name.empty() ? "" : "/") + each;
  const auto& tables = graph.laid_out()->tables;
  const auto found = std::ranges::find(tables, name, &BodyTable::path);
  return found == tables.end() ? nullptr : &*found;
}

/// The tensor of the laid-out graph whose place the question's value has in the question's iterations, or none.
TensorId place_of(const Graph& graph, const Question& question) {
  std::span<const std::string> path = question.loop;
  TensorId value = question.value;
  while (!path.empty()) {
    const BodyTable& table = *table_of(graph, path);
    const auto& places = table.places[value.index()];
    const auto at = static_cast<std::size_t>(question.iterations[path.size() - 1]);
    if (!places.empty()) return places[table.copy(at)];
    // It lies outside, by the same name.
    path = path.first(path.size() - 1);
    const BodyTable* around = table_of(graph, path);
    value = (around != nullptr ? *around->body : source_of(graph)).find_tensor(table.body->name(value));
  }
  return value;
}

// ---- what all questions need

std::int64_t pairs_together(const std::vector<Lifetime>& lifetimes) {
  std::int64_t out = 0;
  for (std::size_t i = 0; i < lifetimes.size(); ++i)
    for (std::size_t j = i + 1; j < lifetimes.size(); ++j) out += lifetimes[i].overlaps(lifetimes[j]);
  return out;
}

/// As the author would write it.
std::string answer_text(const Question& question, const Answer& answer, const Graph& graph) {
  std::string out;
  switch (question.kind()) {
    case AnswerKind::tensor:
    case AnswerKind::tensors:
      for (const TensorId t : answer.tensors) out.append(out.empty() ? "" : ", ").append(graph.name(t));
      return out;
    case AnswerKind::op:
      return std::string(graph.name(answer.op));
    case AnswerKind::safety:
      return answer.number == 1 ? "safe" : "unsafe";
    case AnswerKind::choice:
      return question.choices[static_cast<std::size_t>(answer.number)];
    case AnswerKind::offset:
    case AnswerKind::number:
      return std::to_string(answer.number);
  }
  return out;
}

using Fault = std::function<void(std::string place, std::string reason)>;

/// Whether the tensor asked for is next, and its planner looks for a place for it.
bool is_placed(const LessonPage& page, const Recording& recorded, const std::string& ask, const Fault& fault) {
  const TensorId t = page.question->tensor;
  const std::string name(page.graph->name(t));
  const std::size_t place = recorded.place(t);
  if (recorded.block(place).idle)
    return fault(ask + "/tensor", name + " takes no bytes from other tensors, so that it has no place of its own"),
           false;
  if (page.blocks && *page.blocks != place)
    return fault(ask, name + " is placed after " + std::to_string(place) + " blocks, but the page shows " +
                          std::to_string(*page.blocks)),
           false;
  return true;
}

void check_page(const LessonPage& page, const GraphFacts& facts, const std::string& ask, const Fault& fault) {
  const Question& question = *page.question;
  if (question.fact == Fact::offset && !is_placed(page, facts.recording(*page.strategy), ask, fault)) return;
  const auto truth = facts.truth(page);
  if (!truth) return fault(ask, "no answer to this is right");
  if (!facts.accepts(page, question.answer))
    fault(ask + "/answer", "is " + answer_text(question, question.answer, *page.graph) + ", but right is " +
                               answer_text(question, *truth, *page.graph));
  for (std::size_t h = 0; h < question.hints.size(); ++h)
    if (facts.accepts(page, question.hints[h].answer))
      fault(ask + "/hints/" + std::to_string(h) + "/answer", "is right, but hints are for wrong answers");
}

}  // namespace

bool has_allocation_graph(const LayoutStrategy& strategy) {
  return strategy.id == "nnc" || strategy.id == "nnc.size";
}

/// Fills everything but the graph.
Result<void> GraphFacts::find(const Needed& needed, const Task& task) {
  STOWAGE_TRY(auto conflicts, Conflicts::compute(*graph_, task));
  conflicts_ = std::make_shared<const Conflicts>(std::move(conflicts));
  lifetimes_ = std::make_shared<const std::vector<Lifetime>>(stowage::lifetimes(*graph_));
  STOWAGE_TRY(const auto problem, LayoutProblem::make(*graph_, *conflicts_));
  STOWAGE_TRY(bounds_, all_bounds(problem, task));
  timing_ = timing_of(*graph_);
  if (!needed.least_peak.empty()) {
    const OrderFound found = exact_order(order_problem(*graph_), {}, task);
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    if (!found.proved()) return bad_input("", needed.least_peak, "the least peak of the graph cannot be proved");
    least_peak_ = found.peak;
  }
  for (const LayoutStrategy* strategy : needed.strategies) {
    if (strategy->recipe) {
      STOWAGE_TRY(auto recording, Recording::make(*strategy, graph_, conflicts_, Bytes{1}, task));
      recordings_.emplace(strategy, std::move(recording));
    } else {
      STOWAGE_TRY(plans_[strategy], make_plan(*strategy, problem, task));
    }
  }
  for (const LayoutStrategy* strategy : needed.flows) {
    const NncRule rule = strategy->id == "nnc" ? NncRule::degree : NncRule::size;
    STOWAGE_TRY(const AllocationGraph flow, allocation_graph(problem, rule, task));
    HandedBytes& passed = flows_[strategy];
    for (const auto& [tail, head, bytes] : flow.edges)
      if (tail < problem.block_count() && head < problem.block_count())
        passed[{problem.block(tail).front(), problem.block(head).front()}] += bytes.length();
  }
  if (needed.pyramid) pyramid_ = pyramid(problem);
  std::ranges::sort(pyramid_);
  return {};
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
      return std::ranges::count(memory_insensitive(order_problem(*graph_).successors), true);  // ROAM
    case Fact::span:
      return steps_to_run_at(*graph_, question.op);
    case Fact::order_variables:
      // OLLA, problem (14) as published: C and P of every tensor at every step
      return 2 * static_cast<std::int64_t>(graph_->tensor_count() * graph_->operator_count());
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

/// None where there is no such loop.
std::optional<std::int64_t> GraphFacts::number(const LessonPage& page) const {
  const Question& question = *page.question;
  if (!info_of(question.fact).loop) return count(page);
  const BodyTable* table = table_of(*graph_, question.loop);
  if (!table) return {};
  if (question.fact == Fact::loop_repeat) return static_cast<std::int64_t>(table->repeat);
  const TensorId place = place_of(*graph_, question);
  return place.valid() ? std::optional(offsets(*page.strategy)[place.index()].value) : std::nullopt;
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
    default:
      return number(page) == answer.number;
  }
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
    default:
      if (const auto found = number(page)) return out.number = *found, out;
      return {};
  }
}

Result<std::shared_ptr<const LessonFacts>> LessonFacts::make(const Lesson& lesson, const Task& task) {
  std::vector<std::pair<std::shared_ptr<const Graph>, GraphFacts::Needed>> graphs;
  // In the order of the pages, so that of two faults the first is reported.
  for (std::size_t k = 0; k < lesson.pages.size(); ++k) {
    const LessonPage& page = lesson.pages[k];
    auto found = std::ranges::find(graphs, page.graph, [](const auto& each) { return each.first; });
    if (found == graphs.end()) found = graphs.insert(found, {page.graph, {}});
    GraphFacts::Needed& needed = found->second;
    needed.strategies.insert(page.strategy);
    if (!page.question) continue;
    needed.strategies.insert(page.question->strategies.begin(), page.question->strategies.end());
    const FactInfo& asked = info_of(page.question->fact);
    if (asked.fact == Fact::bytes_passed) needed.flows.insert(page.strategy);
    needed.pyramid = needed.pyramid || asked.fact == Fact::pyramid;
    if (asked.fact == Fact::least_peak && needed.least_peak.empty())
      needed.least_peak = "/pages/" + std::to_string(k) + "/ask";
  }
  const auto out = std::make_shared<LessonFacts>();
  for (const auto& [graph, needed] : graphs) {
    const auto facts = std::make_shared<GraphFacts>();
    facts->graph_ = graph;
    STOWAGE_CHECK(facts->find(needed, task));
    out->graphs_.emplace(graph, facts);
  }
  return out;
}

Result<void> check_lesson(const Lesson& lesson, const LessonFacts& facts, const std::string& file) {
  std::vector<Diagnostic> faults;
  const Fault fault = [&](std::string place, std::string reason) {
    faults.push_back({file, std::move(place), std::move(reason)});
  };
  for (std::size_t k = 0; k < lesson.pages.size(); ++k)
    if (const LessonPage& page = lesson.pages[k]; page.question)
      check_page(page, facts.of(page), "/pages/" + std::to_string(k) + "/ask", fault);
  if (faults.empty()) return {};
  return tl::unexpected(Error{Error::Kind::bad_input, std::move(faults)});
}

Result<CheckedLesson> checked(Lesson lesson, const std::string& file, const Task& task) {
  STOWAGE_TRY(auto facts, LessonFacts::make(lesson, task));
  STOWAGE_CHECK(check_lesson(lesson, *facts, file));
  return CheckedLesson{std::make_shared<const Lesson>(std::move(lesson)), std::move(facts)};
}

}  // namespace stowage
