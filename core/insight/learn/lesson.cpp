// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/lesson.h"

namespace stowage {

std::span<const FactInfo> facts() {
  using enum AnswerKind;
  static constexpr FactInfo kFacts[] = {
      {{.bytes = true, .tensor = true, .plan = true}, Fact::offset, "offset", offset},
      {{.plan = true}, Fact::next, "next", tensor},
      {{.pair = true, .hides_plan = true}, Fact::safe, "safe", safety},
      {{.tensor = true, .hides_plan = true}, Fact::safe_partner, "safe-partner", tensor},
      {{.tensor = true, .stream = true}, Fact::last_use, "last-use", op},
      {{.op = true, .stream = true}, Fact::last_ancestor, "last-ancestor", op},
      {{.op = true}, Fact::ancestors, "ancestors", number},
      {{.hides_plan = true}, Fact::unsafe_pairs, "unsafe-pairs", number},
      {{}, Fact::pairs_together, "pairs-together", number},
      {{.bytes = true}, Fact::largest_block, "largest-block", number},
      {{.bytes = true}, Fact::lifetime_bound, "lifetime-bound", number},
      {{.bytes = true}, Fact::least_peak, "least-peak", number},
      {{.bytes = true}, Fact::proved_bound, "proved-bound", number},
      {{.bytes = true, .plan = true, .hides_plan = true}, Fact::footprint, "footprint", number},
      {{.hides_plan = true}, Fact::clique, "clique", tensors},
      {{.strategies = true, .choices = true, .hides_plan = true}, Fact::least_footprint, "least-footprint", choice},
      {{.time = true}, Fact::makespan, "makespan", number},
      {{.time = true, .op = true}, Fact::held_by, "held-by", op},
      {{.stream = true}, Fact::ancestor_streams, "ancestor-streams", number},
      {{}, Fact::between_streams, "between-streams", number},
      {{}, Fact::insensitive, "insensitive", number},
      {{.op = true}, Fact::span, "span", number},
      {{}, Fact::order_variables, "order-variables", number},
      {{.bytes = true, .place = true, .tensor = true, .hides_plan = true}, Fact::placed_at, "placed-at", number},
      {{.bytes = true, .pair = true, .hides_plan = true}, Fact::bytes_passed, "bytes-passed", number},
      {{.hides_plan = true}, Fact::pyramid, "pyramid", tensors},
      {{.limit = true}, Fact::subgraphs, "subgraphs", number},
      {{.loop = true}, Fact::loop_repeat, "loop-repeat", number},
      {{.bytes = true, .place = true, .loop = true, .value = true, .hides_plan = true},
       Fact::loop_place,
       "loop-place",
       number},
      {{.choices = true}, Fact::opinion, "opinion", choice},
  };
  static_assert(std::ranges::is_sorted(kFacts, {}, &FactInfo::fact));
  return kFacts;
}

const FactInfo& info_of(Fact fact) {
  return facts()[static_cast<std::size_t>(fact)];
}

std::span<const std::string_view> lesson_views() {
  static constexpr std::string_view kViews[] = {"map",        "graph",  "lanes",  "conflicts", "peak",
                                                "strategies", "matrix", "orders", "time"};
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
