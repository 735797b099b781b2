// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/lesson.h"

#include <array>

namespace stowage {
namespace {

constexpr std::array<FactInfo, 30> kFacts = {{
    {.fact = Fact::offset, .id = "offset", .kind = AnswerKind::offset, .bytes = true, .tensor = true, .plan = true},
    {.fact = Fact::next, .id = "next", .kind = AnswerKind::tensor, .plan = true},
    {.fact = Fact::safe, .id = "safe", .kind = AnswerKind::safety, .pair = true, .hides_plan = true},
    {.fact = Fact::safe_partner, .id = "safe-partner", .kind = AnswerKind::tensor, .tensor = true, .hides_plan = true},
    {.fact = Fact::last_use, .id = "last-use", .kind = AnswerKind::op, .tensor = true, .stream = true},
    {.fact = Fact::last_ancestor, .id = "last-ancestor", .kind = AnswerKind::op, .op = true, .stream = true},
    {.fact = Fact::ancestors, .id = "ancestors", .kind = AnswerKind::number, .op = true},
    {.fact = Fact::unsafe_pairs, .id = "unsafe-pairs", .kind = AnswerKind::number, .hides_plan = true},
    {.fact = Fact::pairs_together, .id = "pairs-together", .kind = AnswerKind::number},
    {.fact = Fact::largest_block, .id = "largest-block", .kind = AnswerKind::number, .bytes = true},
    {.fact = Fact::lifetime_bound, .id = "lifetime-bound", .kind = AnswerKind::number, .bytes = true},
    {.fact = Fact::least_peak, .id = "least-peak", .kind = AnswerKind::number, .bytes = true},
    {.fact = Fact::proved_bound, .id = "proved-bound", .kind = AnswerKind::number, .bytes = true},
    {.fact = Fact::footprint,
     .id = "footprint",
     .kind = AnswerKind::number,
     .bytes = true,
     .plan = true,
     .hides_plan = true},
    {.fact = Fact::clique, .id = "clique", .kind = AnswerKind::tensors, .hides_plan = true},
    {.fact = Fact::least_footprint,
     .id = "least-footprint",
     .kind = AnswerKind::choice,
     .strategies = true,
     .choices = true,
     .hides_plan = true},
    {.fact = Fact::makespan, .id = "makespan", .kind = AnswerKind::number, .time = true},
    {.fact = Fact::held_by, .id = "held-by", .kind = AnswerKind::op, .time = true, .op = true},
    {.fact = Fact::ancestor_streams, .id = "ancestor-streams", .kind = AnswerKind::number, .stream = true},
    {.fact = Fact::between_streams, .id = "between-streams", .kind = AnswerKind::number},
    {.fact = Fact::insensitive, .id = "insensitive", .kind = AnswerKind::number},
    {.fact = Fact::span, .id = "span", .kind = AnswerKind::number, .op = true},
    {.fact = Fact::order_variables, .id = "order-variables", .kind = AnswerKind::number},
    {.fact = Fact::placed_at,
     .id = "placed-at",
     .kind = AnswerKind::number,
     .bytes = true,
     .place = true,
     .tensor = true,
     .hides_plan = true},
    {.fact = Fact::bytes_passed,
     .id = "bytes-passed",
     .kind = AnswerKind::number,
     .bytes = true,
     .pair = true,
     .hides_plan = true},
    {.fact = Fact::pyramid, .id = "pyramid", .kind = AnswerKind::tensors, .hides_plan = true},
    {.fact = Fact::subgraphs, .id = "subgraphs", .kind = AnswerKind::number, .limit = true},
    {.fact = Fact::loop_repeat, .id = "loop-repeat", .kind = AnswerKind::number, .loop = true},
    {.fact = Fact::loop_place,
     .id = "loop-place",
     .kind = AnswerKind::number,
     .bytes = true,
     .place = true,
     .loop = true,
     .value = true,
     .hides_plan = true},
    {.fact = Fact::opinion, .id = "opinion", .kind = AnswerKind::choice, .choices = true},
}};
static_assert(std::ranges::is_sorted(kFacts, {}, &FactInfo::fact));

constexpr std::array<std::string_view, 10> kViews = {"map",        "graph",  "lanes",  "conflicts", "peak",
                                                     "strategies", "matrix", "orders", "time",      "loops"};

}  // namespace

std::span<const FactInfo> facts() {
  return kFacts;
}

const FactInfo& info_of(Fact fact) {
  return kFacts[static_cast<std::size_t>(fact)];
}

const FactInfo* find_fact(std::string_view id) {
  const auto* const found = std::ranges::find(kFacts, id, &FactInfo::id);
  return found == kFacts.end() ? nullptr : found;
}

std::span<const std::string_view> lesson_views() {
  return kViews;
}

std::size_t Lesson::question_count() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(pages, [](const LessonPage& p) { return p.question.has_value(); }));
}

bool Lesson::shows(const Graph* other) const {
  return other && std::ranges::any_of(pages, [other](const LessonPage& page) { return page.graph.get() == other; });
}

}  // namespace stowage
