// SPDX-License-Identifier: Apache-2.0
// Compares a lesson's claims with what the planners, the unsafe relation and the bounds say.
#include <functional>
#include <string>
#include <utility>

#include "core/insight/learn/lesson_facts.h"

namespace stowage {
namespace {

std::string name_of(const Graph& graph, TensorId t) {
  return std::string(graph.name(t));
}

/// As the author would write it.
std::string text_of(const Question& question, const Answer& answer, const Graph& graph) {
  std::string out;
  switch (question.kind()) {
    case AnswerKind::tensor:
    case AnswerKind::tensors:
      for (const TensorId t : answer.tensors) out += (out.empty() ? "" : ", ") + name_of(graph, t);
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
  const std::size_t place = recorded.place(t);
  if (recorded.block(place).idle)
    return fault(ask + "/tensor",
                 name_of(*page.graph, t) + " takes no bytes from other tensors, so that it has no place of its own"),
           false;
  if (page.blocks && *page.blocks != place)
    return fault(ask, name_of(*page.graph, t) + " is placed after " + std::to_string(place) +
                          " blocks, but the page shows " + std::to_string(*page.blocks)),
           false;
  return true;
}

void check_page(const LessonPage& page, const GraphFacts& facts, const std::string& ask, const Fault& fault) {
  const Question& question = *page.question;
  if (question.fact == Fact::offset && !is_placed(page, facts.recording(*page.strategy), ask, fault)) return;
  const auto truth = facts.truth(page);
  if (!truth) return fault(ask, "no answer to this is right");
  if (!facts.accepts(page, question.answer))
    fault(ask + "/answer", "is " + text_of(question, question.answer, *page.graph) + ", but right is " +
                               text_of(question, *truth, *page.graph));
  for (std::size_t h = 0; h < question.hints.size(); ++h)
    if (facts.accepts(page, question.hints[h].answer))
      fault(ask + "/hints/" + std::to_string(h) + "/answer", "is right, but hints are for wrong answers");
}

}  // namespace

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
  if (auto right = check_lesson(lesson, *facts, file); !right) return tl::unexpected(std::move(right.error()));
  return CheckedLesson{std::make_shared<const Lesson>(std::move(lesson)), std::move(facts)};
}

}  // namespace stowage
