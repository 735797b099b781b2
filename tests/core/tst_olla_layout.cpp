// SPDX-License-Identifier: Apache-2.0
// OLLA's placement: the pyramid as the paper writes it, and the rest as well as any placement beside that pyramid.
#include "core/formats/interval_csv.h"
#include "core/layout/strategies/strategies.h"
#include "core/papers/papers.h"
#include "tests/support/core_test.h"
#include "tests/support/fake_program.h"

namespace {

/// The function as it is written: again and again a look at all tensors, with the bounds of the one chosen.
std::vector<TensorId> reference_pyramid(const Intervals& rows) {
  std::vector<TensorId> out;
  std::vector<bool> processed(rows.size());
  std::int64_t min_start = 0, max_end = std::int64_t{1} << 40;
  for (;;) {
    std::optional<std::size_t> next;
    const auto rank = [&](std::size_t e) {
      return std::tuple(rows[e].end - 1 - rows[e].begin, rows[e].size, -static_cast<std::int64_t>(e));
    };
    for (std::size_t e = 0; e < rows.size(); ++e) {
      const std::int64_t first = rows[e].begin, last = std::int64_t{rows[e].end} - 1;
      if (first < min_start || last > max_end || processed[e] || last - first <= 0 || rows[e].size == 0) continue;
      if (!next || rank(e) > rank(*next)) next = e;
    }
    if (!next) return out;
    out.emplace_back(*next);
    processed[*next] = true;
    min_start = rows[*next].begin;
    max_end = std::int64_t{rows[*next].end} - 1;
  }
}

/// The least end of all placements of the rows that have no offset (-1) beside those that have one: every offset of
/// every row is tried. `end` is that of the rows placed, `best` of the best placement so far.
std::int64_t least_end(const Intervals& rows, std::vector<std::int64_t>& offsets, std::int64_t end, std::int64_t best) {
  const auto next = std::ranges::find(offsets, -1);
  if (next == offsets.end()) return end;
  const auto k = static_cast<std::size_t>(next - offsets.begin());
  for (std::int64_t at = 0; at + rows[k].size < best; ++at) {
    const auto collides = [&](std::size_t other) {
      return offsets[other] >= 0 && rows[k].begin < rows[other].end && rows[other].begin < rows[k].end &&
             at < offsets[other] + rows[other].size && offsets[other] < at + rows[k].size;
    };
    bool free = true;
    for (std::size_t other = 0; other < rows.size() && free; ++other) free = !collides(other);
    if (!free) continue;
    offsets[k] = at;
    best = std::min(best, least_end(rows, offsets, std::max(end, at + rows[k].size), best));
    offsets[k] = -1;
  }
  return best;
}

}  // namespace

TEST_CASE("the pyramid of activations and gradients") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  const std::vector<IntervalRow> rows = {{"a0", 16, 1, 9}, {"a1", 8, 2, 8},  {"a2", 4, 3, 7}, {"g2", 4, 5, 7},
                                         {"g1", 8, 6, 8},  {"g0", 16, 7, 9}, {"t", 32, 3, 5}};
  const PlanningCase net(intervals(rows));
  REQUIRE_EQ(pyramid(net.problem), (std::vector{TensorId(0), TensorId(1), TensorId(2), TensorId(6)}));
  const Plan plan = net.plan(kOllaLayout);
  for (const auto& [t, offset] : {std::pair(0, 0), {1, 16}, {2, 24}, {6, 28}})
    REQUIRE_EQ(plan.offsets[static_cast<std::size_t>(t)].value, offset);
  REQUIRE_EQ(plan.footprint.count, 60);  // the load at step 3: no plan is smaller
  REQUIRE_EQ(plan.remark, says("4 pyramid cbc proved s choices"));
}

TEST_CASE("pyramids as the paper says it") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Intervals rows = random_intervals(seed);
    REQUIRE_EQ(pyramid(PlanningCase(intervals(rows)).problem), reference_pyramid(rows));
  }
}

/// On a time axis: A lives 100 units through two steps, B 20 units through four.
TEST_CASE("lifetimes are as long as the file says") {
  constexpr std::string_view kCsv = "id,lower,upper,size\nA,0,100,8\nB,90,110,8\nC,100,102,4\nD,102,104,4\n";
  const PlanningCase at(*must(read_interval_csv({kCsv, "lives.csv", {}, {}})).graph);
  REQUIRE_EQ(longest_lived_first(at.problem).front(), TensorId(0));
  REQUIRE_EQ(pyramid(at.problem).front(), TensorId(0));
}

TEST_CASE("the rest lies as low as the pyramid lets it") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  std::size_t above_bound = 0, alone = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::mt19937_64 engine(seed);
    const Intervals rows = drawn_intervals(engine, 9, 9, 6, 5);
    const PlanningCase made(intervals(rows));
    std::vector<std::int64_t> offsets(rows.size(), -1);
    std::int64_t top = 0;
    for (const TensorId t : reference_pyramid(rows)) {
      offsets[t.index()] = top;
      top += rows[t.index()].size;
    }
    const std::vector<std::int64_t> fixed = offsets;
    const Plan plan = made.plan(kOllaLayout);
    REQUIRE_EQ(plan_faults(made.graph, plan), "");
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (fixed[k] >= 0) REQUIRE_EQ(plan.offsets[k].value, fixed[k]);
    REQUIRE_EQ(plan.footprint.count, least_end(rows, offsets, top, 40));
    REQUIRE(plan.lower_bound <= made.plan("search").footprint);
    above_bound += plan.footprint > quick_bounds(made.problem).best() ? 1 : 0;
    alone += contains(plan.remark, "cbc") ? 0 : 1;
  }
  MESSAGE(above_bound, " of 60 above the bound, ", alone, " without a choice");
  REQUIRE(above_bound > 0);
  REQUIRE(alone < 10);
}

TEST_CASE("without an answer of the solver the rest is placed by best fit") {
  const FakePrograms programs;
  const PlanningCase c(figure_7());
  const auto with = [&](const std::string& script) {
    return make_plan(kOllaLayout, c.problem, Task::with_time_limit(0.3), {.solver = programs.make("cbc", script)});
  };
  REQUIRE_EQ(with("exit 3").error().kind, Error::Kind::external);
  const Plan late = must(with("exec sleep 600"));
  REQUIRE_EQ(plan_faults(c.graph, late), "");
  REQUIRE_EQ(late.remark, says("pyramid cbc found no plan best fit"));
  std::int64_t top = 0;
  for (const TensorId t : pyramid(c.problem)) {
    REQUIRE_EQ(late.offsets[t.index()].value, top);
    top += c.problem.sizes()[t.index()].count;
  }
  REQUIRE_EQ(kOllaLayout.limits.text(), says("one stream no groups 3,000 1,000,000"));
}
