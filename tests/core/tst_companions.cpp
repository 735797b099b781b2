// SPDX-License-Identifier: Apache-2.0
#include "core/check/bound_check.h"
#include "tests/support/core_test.h"

namespace {

Graph with_companions(const Graph& graph, std::vector<CompanionPair> pairs) {
  Graph::Data data = graph.data();
  data.companions = std::move(pairs);
  return Graph(std::move(data));
}

/// a is over before b begins, and c lives beside both.
Graph three() {
  return intervals({{"a", 8, 0, 2}, {"b", 8, 3, 5}, {"c", 4, 1, 4}});
}

TEST_CASE("a plan that parts companions is refused") {
  const Graph graph = with_companions(three(), {{TensorId(0), TensorId(1)}});
  REQUIRE_EQ(plan_faults(graph, plan_at(graph, {0, 0, 8})), "");
  REQUIRE_EQ(plan_faults(graph, plan_at(graph, {4, 4, 0})), "");
  REQUIRE(contains(plan_faults(graph, plan_at(graph, {0, 12, 8})), "must lie in the place of \"a\""));
  const Graph shifted = with_companions(three(), {{TensorId(0), TensorId(1), 4}});
  REQUIRE_EQ(plan_faults(shifted, plan_at(shifted, {0, 4, 12})), "");
  REQUIRE(contains(plan_faults(shifted, plan_at(shifted, {0, 0, 8})), "must lie in the place of"));
  // They may share bytes only as they are not needed at once.
  const Graph together = with_companions(three(), {{TensorId(0), TensorId(2)}});
  REQUIRE(contains(plan_faults(together, plan_at(together, {0, 8, 0})), "overlap"));
}

TEST_CASE("companions that contradict each other are refused") {
  const Graph graph = with_companions(three(), {{TensorId(0), TensorId(1)}, {TensorId(1), TensorId(0), 4}});
  const Conflicts conflicts = must(Conflicts::compute(graph));
  REQUIRE(!LayoutProblem::make(graph, conflicts));
}

/// The least footprint of all places, tried one tensor after the other; `apart[a][b]`: they may not share a byte.
class AllPlaces {
 public:
  explicit AllPlaces(const Graph& graph) : graph_(graph), at_(graph.tensor_count()) {
    const Conflicts conflicts = must(Conflicts::compute(graph));
    for (TensorId a : graph.tensors())
      for (TensorId b : graph.tensors()) apart_.push_back(a != b && conflicts.unsafe(a, b));
    least_ = graph.total_size().count + 8;
    place(0, 0);
  }
  [[nodiscard]] std::int64_t least() const { return least_; }

 private:
  [[nodiscard]] bool fits(std::size_t t) const {
    for (std::size_t u = 0; u < t; ++u)
      if (apart_[t * at_.size() + u] && at_[t] < at_[u] + graph_.size(TensorId(u)).count &&
          at_[u] < at_[t] + graph_.size(TensorId(t)).count)
        return false;
    return std::ranges::all_of(graph_.companions(), [&](const CompanionPair& pair) {
      return std::max(pair.first.index(), pair.second.index()) != t ||
             at_[pair.second.index()] == at_[pair.first.index()] + pair.shift;
    });
  }
  void place(std::size_t t, std::int64_t end) {
    if (end >= least_) return;
    if (t == at_.size()) {
      least_ = end;
      return;
    }
    const std::int64_t size = graph_.size(TensorId(t)).count;
    for (at_[t] = 0; at_[t] + size < least_; ++at_[t])
      if (fits(t)) place(t + 1, std::max(end, at_[t] + size));
  }

  const Graph& graph_;
  std::vector<std::int64_t> at_;
  std::vector<bool> apart_;
  std::int64_t least_ = 0;
};

TEST_CASE("plans of companions, by brute force") {
  std::mt19937_64 engine(7);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(engine() % n); };
  std::size_t joined = 0, raised = 0, met = 0, above_bound = 0;
  for (int round = 0; round < 150; ++round) {
    CAPTURE(round);
    Intervals rows;
    for (std::size_t k = 0; k < 4 + below(3); ++k) {
      const auto begin = static_cast<std::uint32_t>(below(7));
      rows.push_back({"t" + std::to_string(k), 1 + static_cast<std::int64_t>(below(4)), begin,
                      begin + 1 + static_cast<std::uint32_t>(below(3))});
    }
    const Graph apart = intervals(rows);
    const Conflicts order = must(Conflicts::compute(apart));
    std::vector<CompanionPair> pairs;
    for (TensorId a : apart.tensors())
      for (TensorId b : apart.tensors())
        if (a < b && order.before(a, b) && below(3) == 0) pairs.push_back({a, b, static_cast<std::int64_t>(below(2))});
    if (pairs.size() > 2) pairs.resize(2);
    const Graph graph = with_companions(apart, pairs);
    const Conflicts conflicts = must(Conflicts::compute(graph));
    if (!LayoutProblem::make(graph, conflicts)) continue;
    if (const auto made = must(LayoutProblem::make(graph, conflicts)); pairs.empty() || !made.joins_tensors()) continue;
    // Pairs may tie tensors together that are needed at once: such a graph has no plan.
    const std::int64_t least = AllPlaces(graph).least();
    if (least == graph.total_size().count + 8) continue;
    const PlanningCase c(graph);
    const Bytes without = must(all_bounds(c.problem)).best();
    const ProvedBound bound = must(best_clique(c.problem));
    REQUIRE_LE(without, bound.bytes);
    REQUIRE_LE(bound.bytes.count, least);
    Plan claim;
    claim.bound_tensors = bound.tensors;
    REQUIRE_EQ(must(proved_bound(graph, claim)), bound.bytes);
    REQUIRE(must(find_smaller_plan(graph, claim, {least})).answer == SmallerPlan::Answer::none);
    claim.offsets = must(find_smaller_plan(graph, claim, {least + 1})).offsets;
    claim.footprint = {least};
    REQUIRE_EQ(plan_faults(graph, claim), "");
    raised += bound.bytes > without ? 1 : 0;
    met += bound.bytes > without && bound.bytes.count == least ? 1 : 0;
    above_bound += least > bound.bytes.count ? 1 : 0;
    for (const LayoutStrategy* strategy : strategies_without_solver()) {
      if (!refusal(*strategy, c.problem).empty()) continue;
      CAPTURE(strategy->id);
      PlanOptions options;
      options.iterations = 2'000;
      const Plan plan = c.plan(*strategy, {}, options);
      REQUIRE_EQ(plan_faults(graph, plan), "");
      REQUIRE_GE(plan.footprint.count, least);
      REQUIRE_LE(plan.lower_bound.count, least);
      if (strategy->id == "search") REQUIRE_EQ(plan.footprint.count, least);
    }
    ++joined;
  }
  REQUIRE_GT(joined, 60u);
  REQUIRE_GT(raised, 3u);
  REQUIRE_GT(met, 2u);
}

}  // namespace
