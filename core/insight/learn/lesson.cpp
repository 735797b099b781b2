// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/lesson.h"

#include <algorithm>

namespace stowage {

std::span<const FactInfo> facts() {
  using enum AnswerKind;
  static constexpr FactInfo kFacts[] = {
      {.fact = Fact::offset, .id = "offset", .kind = offset, .bytes = true, .tensor = true, .plan = true},
      {.fact = Fact::next, .id = "next", .kind = tensor, .plan = true},
      {.fact = Fact::safe, .id = "safe", .kind = safety, .pair = true, .hides_plan = true},
      {.fact = Fact::safe_partner, .id = "safe-partner", .kind = tensor, .tensor = true, .hides_plan = true},
      {.fact = Fact::last_use, .id = "last-use", .kind = op, .tensor = true, .stream = true},
      {.fact = Fact::last_ancestor, .id = "last-ancestor", .kind = op, .op = true, .stream = true},
      {.fact = Fact::ancestors, .id = "ancestors", .kind = number, .op = true},
      {.fact = Fact::unsafe_pairs, .id = "unsafe-pairs", .kind = number, .hides_plan = true},
      {.fact = Fact::pairs_together, .id = "pairs-together", .kind = number},
      {.fact = Fact::largest_block, .id = "largest-block", .kind = number, .bytes = true},
      {.fact = Fact::lifetime_bound, .id = "lifetime-bound", .kind = number, .bytes = true},
      {.fact = Fact::least_peak, .id = "least-peak", .kind = number, .bytes = true},
      {.fact = Fact::proved_bound, .id = "proved-bound", .kind = number, .bytes = true},
      {.fact = Fact::footprint, .id = "footprint", .kind = number, .bytes = true, .plan = true, .hides_plan = true},
      {.fact = Fact::clique, .id = "clique", .kind = tensors, .hides_plan = true},
      {.fact = Fact::least_footprint,
       .id = "least-footprint",
       .kind = choice,
       .strategies = true,
       .choices = true,
       .hides_plan = true},
      {.fact = Fact::makespan, .id = "makespan", .kind = number, .time = true},
      {.fact = Fact::held_by, .id = "held-by", .kind = op, .time = true, .op = true},
      {.fact = Fact::ancestor_streams, .id = "ancestor-streams", .kind = number, .stream = true},
      {.fact = Fact::between_streams, .id = "between-streams", .kind = number},
      {.fact = Fact::insensitive, .id = "insensitive", .kind = number},
      {.fact = Fact::span, .id = "span", .kind = number, .op = true},
      {.fact = Fact::order_variables, .id = "order-variables", .kind = number},
      {.fact = Fact::placed_at,
       .id = "placed-at",
       .kind = number,
       .bytes = true,
       .place = true,
       .tensor = true,
       .hides_plan = true},
      {.fact = Fact::bytes_passed,
       .id = "bytes-passed",
       .kind = number,
       .bytes = true,
       .pair = true,
       .hides_plan = true},
      {.fact = Fact::pyramid, .id = "pyramid", .kind = tensors, .hides_plan = true},
      {.fact = Fact::subgraphs, .id = "subgraphs", .kind = number, .limit = true},
      {.fact = Fact::loop_repeat, .id = "loop-repeat", .kind = number, .loop = true},
      {.fact = Fact::loop_place,
       .id = "loop-place",
       .kind = number,
       .bytes = true,
       .place = true,
       .loop = true,
       .value = true,
       .hides_plan = true},
      {.fact = Fact::opinion, .id = "opinion", .kind = choice, .choices = true},
  };
  static_assert(std::ranges::is_sorted(kFacts, {}, &FactInfo::fact));
  return kFacts;
}

const FactInfo& info_of(Fact fact) {
  return facts()[static_cast<std::size_t>(fact)];
}

const FactInfo* find_fact(std::string_view id) {
  const auto found = std::ranges::find(facts(), id, &FactInfo::id);
  return found == facts().end() ? nullptr : &*found;
}

std::span<const std::string_view> lesson_views() {
  static constexpr std::string_view kViews[] = {"map",        "graph",  "lanes",  "conflicts", "peak",
                                                "strategies", "matrix", "orders", "time",      "loops"};
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
