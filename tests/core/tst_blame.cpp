// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/blame.h"
#include "tests/support/core_test.h"

namespace {

/// Everything by looking at every pair and every offset.
class ByDefinition {
 public:
  ByDefinition(const Graph& graph, const Plan& plan) : graph_(graph), plan_(plan) {
    for (const auto& [a, b] : unsafe_pairs_by_definition(graph))
      for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
        ++unsafe_[TensorId(x)];
        if (graph.size(TensorId(y)) == Bytes{0} || graph.size(TensorId(x)) == Bytes{0}) continue;
        const GroupId group = graph.group(TensorId(x));
        if (!group.valid() || group != graph.group(TensorId(y))) partners_[TensorId(x)].emplace_back(y);
      }
  }
  [[nodiscard]] std::vector<TensorId> block(TensorId t) const {
    if (!graph_.group(t).valid()) return {t};
    const auto members = graph_.members(graph_.group(t));
    return {members.begin(), members.end()};
  }
  [[nodiscard]] std::int64_t step(TensorId t) const {
    return graph_.group(t).valid() ? plan_.alignment.count
                                   : std::lcm(plan_.alignment.count, std::int64_t{graph_.alignment(t)});
  }
  [[nodiscard]] std::int64_t begin(TensorId t) const { return plan_.offsets[t.index()].value; }
  [[nodiscard]] std::int64_t size(TensorId t) const { return round_up(graph_.size(t).count, plan_.alignment.count); }
  [[nodiscard]] std::optional<std::int64_t> lowest(TensorId t) const {
    const std::int64_t start = begin(block(t).front());
    for (std::int64_t at = 0; at < start; at += step(t))
      if (fits(t, at - start)) return at;
    return std::nullopt;
  }
  [[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> gaps(TensorId t) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> out;
    const auto is_free = [&](std::int64_t byte) {
      for (TensorId member : block(t))
        for (TensorId other : partners(member))
          if (begin(other) <= byte && byte < begin(other) + size(other)) return false;
      return true;
    };
    for (std::int64_t byte = 0; byte < begin(block(t).front()); ++byte) {
      if (!is_free(byte)) continue;
      if (!out.empty() && out.back().second == byte)
        ++out.back().second;
      else
        out.emplace_back(byte, byte + 1);
    }
    return out;
  }
  /// What keeps the block from sliding down by its smallest step, if that is in the way of one member only by its end.
  [[nodiscard]] std::vector<Support> under(TensorId t) const {
    std::vector<Support> out;
    for (TensorId member : block(t))
      for (TensorId other : partners(member)) {
        const std::int64_t end = begin(other) + size(other);
        if (end <= begin(member) && end > begin(member) - step(t)) out.push_back({member, other});
      }
    std::ranges::sort(out);
    return out;
  }
  [[nodiscard]] std::size_t longest_chain(TensorId t) const {
    std::size_t out = 0;
    for (const Support& support : under(t))
      if (begin(block(support.lower).front()) < begin(block(t).front()))
        out = std::max(out, 1 + longest_chain(support.lower));
    return out;
  }

  /// Tensors that may never share memory with it.
  [[nodiscard]] std::size_t partner_count(TensorId t) const { return unsafe_.contains(t) ? unsafe_.at(t) : 0; }

 private:
  [[nodiscard]] const std::vector<TensorId>& partners(TensorId t) const {
    static const std::vector<TensorId> none;
    const auto at = partners_.find(t);
    return at == partners_.end() ? none : at->second;
  }
  [[nodiscard]] bool fits(TensorId t, std::int64_t moved_by) const {
    for (TensorId member : block(t))
      for (TensorId other : partners(member)) {
        const std::int64_t at = begin(member) + moved_by;
        if (at < begin(other) + size(other) && begin(other) < at + size(member)) return false;
      }
    return true;
  }
  const Graph& graph_;
  const Plan& plan_;
  std::map<TensorId, std::vector<TensorId>> partners_;
  std::map<TensorId, std::size_t> unsafe_;
};

void compare(const Graph& graph, const Conflicts& conflicts, const Plan& plan) {
  const ByDefinition expected(graph, plan);
  const Blamer blamer(graph, conflicts, plan);
  for (TensorId t : graph.tensors()) {
    const auto blame = must(blamer.blame(t));
    REQUIRE(blame.block == expected.block(t));
    REQUIRE_EQ(blame.begin.value, expected.begin(blame.block.front()));
    const auto keeps_bytes = [&](TensorId m) { return graph.size(m) > Bytes{0} && graph.is_needed(m); };
    if (std::ranges::none_of(blame.block, keeps_bytes)) {
      REQUIRE((blame.chain.empty() && blame.under.empty() && blame.gaps.empty() && !blame.lowest));
      continue;
    }
    REQUIRE_EQ(blame.step, expected.step(t));
    REQUIRE(blame.under == expected.under(t));
    REQUIRE_EQ(blame.lowest.has_value(), expected.lowest(t).has_value());
    if (blame.lowest) REQUIRE_EQ(blame.lowest->value, *expected.lowest(t));
    std::vector<std::pair<std::int64_t, std::int64_t>> gaps;
    for (const Interval& gap : blame.gaps) gaps.emplace_back(gap.begin, gap.end);
    REQUIRE(gaps == expected.gaps(t));
    REQUIRE_EQ(blame.chain.size(), expected.longest_chain(t));
    TensorId at = t;
    for (const Support& link : blame.chain) {
      const auto under = expected.under(at);
      REQUIRE(std::ranges::find(under, link) != under.end());
      at = link.lower;
    }
    REQUIRE_EQ(blame.chain_reaches_bottom, expected.begin(expected.block(at).front()) == 0);
    REQUIRE_EQ(blame.partners, expected.partner_count(t));
  }
}

}  // namespace

TEST_CASE("every plan is explained as by trying all offsets") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const char* const strategies[] = {"so.size.best", "mo.source.first", "so.unsafe.first", "so.breadth.first",
                                      "mo.size.best"};
    const PlanningCase c(random_graph({.seed = seed, .operators = 14, .streams = 1 + seed % 3, .groups = seed % 4}),
                         seed % 2 == 0 ? 1 : 16);
    compare(c.graph, c.conflicts, c.plan(strategies[seed % 5]));
  }
}

TEST_CASE("loose plans too") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const PlanningCase c(random_graph({.seed = seed, .operators = 12, .streams = 2, .groups = 2}), 4);
    const Plan plan = c.plan("so.size.best");
    // Each block lifted by some steps: holes below many, and things that hang free.
    const Blamer blamer(c.graph, c.conflicts, plan);
    Plan lifted = plan;
    for (TensorId t : c.graph.tensors()) {
      const auto block = blamer.blame(t)->block;
      lifted.offsets[t.index()] =
          plan.offsets[t.index()] + Bytes{static_cast<std::int64_t>(block.front().index() * 7 % 5) * 4};
    }
    compare(c.graph, c.conflicts, lifted);
  }
}

/// y may begin at 0 or 16: x, which ends at 8, keeps it up though they do not touch.
TEST_CASE("a tensor of its own alignment stands on what ends below it") {
  Graph::Data data = graph_of("op a b\nt x 8 : a -> b\nt y 8 : a -> b").data();
  data.tensor_alignment = {1, 16};
  const PlanningCase c{Graph(std::move(data))};
  compare(c.graph, c.conflicts, plan_at(c.graph, {0, 16}));
}

TEST_CASE("groups that hold each other up") {
  const Graph graph = graph_of(R"(
      op p @0 q @1 r @0 s @1 end
      t a1 4 : p -> r; t a2 4 : r -> end; t b1 4 : q -> s; t b2 4 : s -> end
      sync p s; sync q r; sync r end; group a1 a2; group b1 b2)");
  const auto conflicts = Conflicts::compute(graph);
  const Plan plan = plan_at(graph, {10, 14, 10, 14});
  compare(graph, *conflicts, plan);
  const auto blame = Blamer(graph, *conflicts, plan).blame(TensorId(0));
  REQUIRE((blame->under == std::vector{Support{TensorId(1), TensorId(2)}}));  // a2 on b1
  REQUIRE(blame->chain.empty());                                              // b1 stands no lower than a1
}
