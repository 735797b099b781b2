// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/review.h"
#include "tests/support/core_test.h"
#include "tests/support/description.h"

namespace {

/// A random graph of several streams with a plan.
struct Planned {
  Graph graph;
  std::vector<Lifetime> life;
  Plan plan;
  Planned(std::uint64_t seed, std::int64_t alignment) : graph(random_graph({.seed = seed})), life(lifetimes(graph)) {
    plan = make_plans(graph, {.strategies = {find_layout_strategy("so.size.first")}, .alignment = {alignment}})->best();
  }
  [[nodiscard]] PlacedPlan view() const { return {graph, life, plan}; }
  [[nodiscard]] std::int64_t size(TensorId t) const {
    return graph.is_view(t) ? 0 : round_up(graph.size(t).count, plan.alignment.count);
  }
  /// By the definition: of all steps the first with the most bytes alive.
  [[nodiscard]] std::pair<std::int64_t, std::uint32_t> peak() const {
    std::pair<std::int64_t, std::uint32_t> out{-1, 0};
    for (std::uint32_t step = 0; step < graph.operator_count(); ++step) {
      std::int64_t sum = 0;
      for (TensorId t : graph.tensors())
        if (life[t.index()].contains(step)) sum += size(t);
      if (sum > out.first) out = {sum, step};
    }
    return out;
  }
  /// Bytes alive at the peak by that name of a tensor.
  [[nodiscard]] std::map<std::string, std::int64_t> alive(auto name_of) const {
    std::map<std::string, std::int64_t> out;
    const std::uint32_t step = peak().second;
    for (TensorId t : graph.tensors())
      if (life[t.index()].contains(step) && size(t) > 0) out[name_of(graph, t)] += size(t);
    return out;
  }
};

std::string tensor_name(const Graph& graph, TensorId t) {
  return std::string(graph.name(t));
}
std::string kind_name(const Graph& graph, TensorId t) {
  const OperatorId o = graph.producer(t);
  return o.valid() ? std::string(graph.data().labels[graph.data().operator_kind[o.index()]]) : "(input)";
}

std::map<std::string, std::int64_t> changes(const std::map<std::string, std::int64_t>& before,
                                            const std::map<std::string, std::int64_t>& after) {
  std::map<std::string, std::int64_t> out = after;
  for (const auto& [name, bytes] : before) out[name] -= bytes;
  std::erase_if(out, [](const auto& each) { return each.second == 0; });
  return out;
}

std::map<std::string, std::int64_t> changes(const std::vector<Growth>& rows) {
  std::map<std::string, std::int64_t> out;
  for (const Growth& row : rows) out[row.is_input ? "(input)" : row.name] += row.change().count;
  return out;
}

/// A graph of "MODULE.OPERATOR" names: each operator makes one tensor, kept to the end.
Graph chain(const std::vector<std::pair<std::string, std::int64_t>>& operators) {
  Description out;
  out.streams.push_back({});
  for (const auto& [name, size] : operators) {
    out.operators.push_back({name, "0", "Conv", {}, {}, {}});
    out.tensors.push_back({name + ".out", name, {}, {}, {}, size, 1, true});
  }
  return out.build();
}

}  // namespace

TEST_CASE("what grew at the peak is what the definition says, and sums to the footprint's change") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Planned before(2 * seed, 1 + static_cast<std::int64_t>(seed % 3) * 31), after(2 * seed + 1, 64);
    const PlanReview found = review(before.view(), after.view());
    REQUIRE_EQ(found.before.peak.count, before.peak().first);
    REQUIRE_EQ(found.after.peak.count, after.peak().first);
    REQUIRE_EQ(found.after.peak_at, after.graph.name(OperatorId(after.peak().second)));
    REQUIRE_EQ(changes(found.at_peak[0]), changes(before.alive(tensor_name), after.alive(tensor_name)));
    REQUIRE_EQ(changes(found.at_peak[1]), changes(before.alive(kind_name), after.alive(kind_name)));
    for (const std::vector<Growth>& rows : found.at_peak) {
      Bytes sum;
      for (const Growth& row : rows) sum += row.change();
      REQUIRE_EQ(
          (found.after.footprint - found.before.footprint).count,
          (sum - (found.after.in_place - found.before.in_place) + (found.after.gaps() - found.before.gaps())).count);
      REQUIRE(std::ranges::is_sorted(rows, [](const Growth& a, const Growth& b) {
        return std::abs(a.change().count) > std::abs(b.change().count);
      }));
    }
  }
}

TEST_CASE("a plan against itself differs in nothing") {
  const Planned one(5, 16);
  const PlanReview found = review(one.view(), one.view());
  REQUIRE_EQ(found.after.footprint, found.before.footprint);
  REQUIRE(found.difference.changed.empty());
  for (const std::vector<Growth>& rows : found.at_peak) REQUIRE(rows.empty());
}

TEST_CASE("tensors are the same by name, though both graphs have equally many; modules by all but the last part") {
  const Graph before = chain({{"stem.conv", 10}, {"layer1.0.a", 20}, {"layer1.0.b", 30}});
  const Graph after = chain({{"layer1.0.a", 25}, {"layer1.0.b", 30}, {"head.0.fc", 40}});
  const auto planned = [](const Graph& graph) { return make_plans(graph)->best(); };
  const Plan plan_before = planned(before), plan_after = planned(after);
  const std::vector<Lifetime> life_before = lifetimes(before), life_after = lifetimes(after);
  const PlanReview found = review({before, life_before, plan_before}, {after, life_after, plan_after});
  REQUIRE_EQ(found.difference.added, 1);
  REQUIRE_EQ(found.difference.removed, 1);
  REQUIRE_EQ((found.after.footprint - found.before.footprint).count, 35);
  REQUIRE_EQ(changes(found.at_peak[0]), (std::map<std::string, std::int64_t>{
                                            {"stem.conv.out", -10}, {"layer1.0.a.out", 5}, {"head.0.fc.out", 40}}));
  std::map<std::string, std::int64_t> modules = changes(found.at_peak[2]);
  REQUIRE_EQ(modules.at("layer1.0"), 5);
}

TEST_CASE("growth beyond a share of the footprint") {
  REQUIRE_FALSE(grew_beyond({100}, {100}, 0));
  REQUIRE(grew_beyond({100}, {101}, 0));
  REQUIRE_FALSE(grew_beyond({100}, {101}, 1));
  REQUIRE(grew_beyond({100}, {102}, 1));
  REQUIRE_FALSE(grew_beyond({100}, {50}, 0));
  REQUIRE(grew_beyond({0}, {1}, 1e9));
  REQUIRE_FALSE(grew_beyond({0}, {0}, 0));
  const std::int64_t large = std::int64_t{1} << 60;  // a double would round these to the same
  REQUIRE(grew_beyond({large}, {large + 1}, 0));
}
