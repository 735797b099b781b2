// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <bit>
#include <random>

#include "core/plan/bounds.h"
#include "core/plan/max_flow.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/planning.h"
#include "tests/support/wide_graph.h"

using namespace stowage;
using stowage::test::graph_of;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

namespace {

ProvedBound clique_of(const test::PlanningCase& c) {
  return test::must(heaviest_clique(c.problem));
}

/// The heaviest clique by trying, from each tensor on, to take it or not.
class BruteForce {
 public:
  BruteForce(const test::PlanningCase& of, const Pairs& pairs) : sizes_(of.problem.sizes()), row_(sizes_.size()) {
    if (sizes_.size() > 64) throw std::runtime_error("too large");
    for (auto [i, j] : pairs) row_[i] |= std::uint64_t{1} << j, row_[j] |= std::uint64_t{1} << i;
  }
  /// Of the tensors in `candidates`.
  [[nodiscard]] std::int64_t heaviest(std::uint64_t candidates) const {
    std::int64_t best = 0;
    grow(candidates, 0, best, sum(candidates));
    return best;
  }

 private:
  [[nodiscard]] std::int64_t sum(std::uint64_t set) const {
    std::int64_t out = 0;
    for (std::size_t t = 0; t < sizes_.size(); ++t)
      if (set >> t & 1) out += sizes_[t].count;
    return out;
  }
  void grow(std::uint64_t candidates, std::int64_t taken, std::int64_t& best, std::int64_t possible) const {
    best = std::max(best, taken);
    while (candidates != 0 && taken + possible > best) {
      const auto t = static_cast<std::size_t>(std::countr_zero(candidates));
      candidates &= candidates - 1;
      const std::uint64_t fewer = candidates & row_[t];
      grow(fewer, taken + sizes_[t].count, best, sum(fewer));
      possible -= sizes_[t].count;
    }
  }
  std::span<const Bytes> sizes_;
  std::vector<std::uint64_t> row_;
};

void check_members(const test::PlanningCase& c, const ProvedBound& clique) {
  Bytes sum;
  for (std::size_t i = 0; i < clique.tensors.size(); ++i) {
    const Bytes size = c.problem.sizes()[clique.tensors[i].index()];
    REQUIRE(size > Bytes{0});
    sum += size;
    for (std::size_t j = 0; j < i; ++j) {
      REQUIRE(clique.tensors[j] < clique.tensors[i]);
      REQUIRE(c.conflicts.unsafe(clique.tensors[j], clique.tensors[i]));
    }
  }
  REQUIRE_EQ(clique.bytes.count, sum.count);
}

struct Arc {
  MaxFlow::Vertex from, to;
  std::int64_t capacity;
};

MaxFlow solved(std::size_t vertices, const std::vector<Arc>& arcs) {
  MaxFlow flow;
  while (vertices-- > 2) flow.add_vertex();
  for (const Arc& arc : arcs) flow.add_arc(arc.from, arc.to, arc.capacity);
  if (!flow.run({})) throw std::runtime_error("stopped");
  return flow;
}

/// `side` has a bit for each vertex of the source's side.
std::int64_t cut_weight(const std::vector<Arc>& arcs, std::uint32_t side) {
  std::int64_t sum = 0;
  for (const Arc& arc : arcs)
    if ((side >> arc.from & 1) != 0 && (side >> arc.to & 1) == 0) sum += arc.capacity;
  return sum;
}

/// By trying all cuts.
std::int64_t lightest_cut(std::size_t vertices, const std::vector<Arc>& arcs) {
  std::int64_t best = MaxFlow::kUnlimited;
  for (std::uint32_t side = 1; side < 1u << vertices; side += 4)  // holds vertex 0, but not 1
    best = std::min(best, cut_weight(arcs, side));
  return best;
}

}  // namespace

TEST_CASE("quick") {
  const test::PlanningCase c(graph_of(R"(
      op 1
      op 2
      op 3
      t a 10 : 1 -> 2
      t b 20 : 2 -> 3
      t work 7 : 2 -> 2
      t late 5 : 1 -> 3
      t in 3 : - -> 1
      t unused 1 : - ->
      group a late)"));
  const Bounds bounds = quick_bounds(c.problem);
  REQUIRE_EQ(bounds.largest_block.bytes.count, 20);
  REQUIRE_EQ(bounds.largest_operator.count, 10 + 20 + 7);
  REQUIRE_EQ(bounds.lifetime.bytes.count, 10 + 20 + 7 + 5);
  REQUIRE_EQ(bounds.peak_step, 1u);
  REQUIRE_EQ(bounds.best().count, 42);
  REQUIRE(!bounds.clique.has_value());

  const Bounds aligned =
      quick_bounds(test::PlanningCase(graph_of("op 1\nt a 10 : 1 ->\nt b 8 : 1 ->\ngroup a b"), 8).problem);
  REQUIRE_EQ(aligned.largest_block.bytes.count, 24);
  REQUIRE_EQ(aligned.largest_operator.count, 24);
}

TEST_CASE("best is the largest") {
  Bounds bounds{.largest_block = {5}, .largest_operator = {3}, .lifetime = {4}, .peak_step = 0, .clique = {}};
  REQUIRE_EQ(bounds.best().count, 5);
  bounds.clique = ProvedBound{{9}, {}};
  REQUIRE_EQ(bounds.best().count, 9);
  bounds.clique = ProvedBound{{4}, {}};
  REQUIRE_EQ(bounds.best().count, 5);
}

TEST_CASE("a plan at the bound is optimal") {
  const Bounds bounds{.largest_block = {5}, .largest_operator = {3}, .lifetime = {4}, .peak_step = 0, .clique = {}};
  Plan plan;
  plan.footprint = {5};
  raise_bound({}, bounds.proved(), plan);
  REQUIRE_EQ(plan.lower_bound.count, 5);
  REQUIRE(plan.proved_optimal);
  plan.footprint = {6};
  raise_bound({}, bounds.proved(), plan);
  REQUIRE(!plan.proved_optimal);
}

TEST_CASE("nothing to plan") {
  for (const char* text : {"", "op 1", "t unused 5 : - ->", "op 1\nop 2 @1\nt empty 0 : 1 -> 2"}) {
    const test::PlanningCase c(graph_of(text));
    REQUIRE_EQ(clique_of(c).bytes.count, 0);
    REQUIRE(clique_of(c).tensors.empty());
    REQUIRE_EQ(quick_bounds(c.problem).lifetime.bytes.count, 0);
  }
  REQUIRE_EQ(clique_of(test::PlanningCase(graph_of("t a 3 : - -> !\nt b 4 : - -> !"))).bytes.count, 7);
}

/// Five tensors of which any two may live at once, but never all: at most four are alive in any execution.
TEST_CASE("pairwise unsafe is more than alive together") {
  const test::PlanningCase c(graph_of(R"(
      streams: 0 1 2 3
      op 0 @3
      op 1 @1
      op 2 @0
      op 3 @0
      op 4 @3
      op 5 @3
      op 6 @0
      t a 1 : 0 -> 3 4 6
      t b 1 : 0 -> 2
      t c 1 : 1 -> 3 4
      t d 1 : 2 -> 5
      t e 1 : 5 -> 5
      t f 1 : 6 ->)"));
  REQUIRE_EQ(clique_of(c).bytes.count, 5);
  REQUIRE(quick_bounds(c.problem).lifetime.bytes.count <= 4);
  check_members(c, clique_of(c));
}

TEST_CASE("equals brute force") {
  int cliques_above_lifetimes = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    CAPTURE(seed);
    const test::PlanningCase c(test::random_graph({.seed = seed,
                                                   .operators = 1 + seed % 18,
                                                   .streams = 1 + seed / 5 % 6,
                                                   .fan = 1 + seed / 3 % 3,
                                                   .window = 2 + seed / 7 % 12,
                                                   .groups = seed % 3,
                                                   .syncs = seed % 7,
                                                   .plain = seed % 4 == 0}),
                               seed % 3 == 0 ? 64 : 1);
    const ProvedBound clique = clique_of(c);
    check_members(c, clique);
    const BruteForce brute(c, test::unsafe_pairs_by_definition(c.graph));
    std::uint64_t needed = 0;
    for (TensorId t : c.graph.tensors()) needed |= std::uint64_t{c.graph.is_needed(t)} << t.index();
    REQUIRE_EQ(clique.bytes.count, brute.heaviest(needed));

    const Bounds bounds = quick_bounds(c.problem);
    REQUIRE(bounds.largest_operator <= bounds.lifetime.bytes);
    REQUIRE(bounds.lifetime.bytes <= clique.bytes);
    if (c.conflicts.chain_count() == 1) REQUIRE_EQ(clique.bytes.count, bounds.lifetime.bytes.count);
    cliques_above_lifetimes += clique.bytes > bounds.lifetime.bytes ? 1 : 0;
  }
  REQUIRE(cliques_above_lifetimes > 300);
}

/// Large graphs: the members certify the weight from below; the flow's value certifies it from above.
TEST_CASE("large graphs") {
  const test::PlanningCase c(test::wide_graph({.operators = 2000, .streams = 8}));
  const ProvedBound clique = clique_of(c);
  check_members(c, clique);
  REQUIRE(clique.bytes >= quick_bounds(c.problem).lifetime.bytes);
}

/// 0 → 2 → 3 → 1 and 0 → 3, 2 → 1: the flow it starts with takes 2 → 3, and it has to take it back.
TEST_CASE("a flow takes back what it started with") {
  MaxFlow flow;
  const MaxFlow::Vertex a = flow.add_vertex(), b = flow.add_vertex();
  flow.start_with(flow.add_arc(MaxFlow::kSource, a, 1), 1);
  flow.start_with(flow.add_arc(a, b, 1), 1);
  flow.start_with(flow.add_arc(b, MaxFlow::kSink, 1), 1);
  flow.add_arc(MaxFlow::kSource, b, 1);
  flow.add_arc(a, MaxFlow::kSink, 1);
  REQUIRE(flow.run({}));
  REQUIRE_EQ(flow.value(), 2);
}

TEST_CASE("flows of unlimited arcs and large amounts") {
  constexpr std::int64_t large = std::int64_t{1} << 60;
  REQUIRE_EQ(solved(3, {{0, 2, large}, {2, 1, MaxFlow::kUnlimited}}).value(), large);
}

TEST_CASE("a flow equals the lightest cut") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    std::mt19937_64 engine(seed);
    const std::size_t vertices = 2 + seed % 9;
    const auto rank = [&](std::size_t v) { return v == 0 ? 0 : v == 1 ? vertices : v; };
    std::vector<Arc> arcs;
    for (std::size_t k = engine() % (4 * vertices); k-- > 0;) {
      const std::size_t a = engine() % vertices, b = engine() % vertices;
      if (rank(a) < rank(b))
        arcs.push_back({static_cast<MaxFlow::Vertex>(a), static_cast<MaxFlow::Vertex>(b),
                        static_cast<std::int64_t>(engine() % 9)});
    }
    const MaxFlow flow = solved(vertices, arcs);
    REQUIRE_EQ(flow.value(), lightest_cut(vertices, arcs));
    std::uint32_t side = 0;
    for (MaxFlow::Vertex v = 0; v < vertices; ++v) side |= std::uint32_t{flow.on_source_side(v)} << v;
    REQUIRE_EQ(side & 3, 1u);
    REQUIRE_EQ(cut_weight(arcs, side), flow.value());
  }
}
