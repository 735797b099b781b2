// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <random>

#include "core/plan/max_flow.h"
#include "tests/support/checks.h"

using stowage::MaxFlow;
using stowage::Task;

namespace {

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

/// 0 → 2 → 3 → 1 and 0 → 3, 2 → 1: the first flow takes 2 → 3 and has to take it back.
TEST_CASE("takes back") {
  const std::vector<Arc> arcs{{0, 2, 1}, {2, 3, 1}, {3, 1, 1}, {0, 3, 1}, {2, 1, 1}};
  REQUIRE_EQ(solved(4, arcs).value(), 2);
}

/// The same, where 2 → 3 is taken from the start.
TEST_CASE("takes back what it started with") {
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

TEST_CASE("no way") {
  const MaxFlow flow = solved(3, {{0, 2, 5}});
  REQUIRE_EQ(flow.value(), 0);
  REQUIRE(flow.on_source_side(0));
  REQUIRE(flow.on_source_side(2));
  REQUIRE(!flow.on_source_side(1));
  REQUIRE_EQ(solved(2, {}).value(), 0);
}

TEST_CASE("unlimited arcs and large amounts") {
  constexpr std::int64_t large = std::int64_t{1} << 60;
  REQUIRE_EQ(solved(3, {{0, 2, large}, {2, 1, MaxFlow::kUnlimited}}).value(), large);
}

TEST_CASE("equals the lightest cut") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    std::mt19937_64 engine(seed);
    const std::size_t vertices = 3 + seed % 8;
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

TEST_CASE("can be stopped") {
  std::stop_source source;
  source.request_stop();
  Task task;
  task.stop = source.get_token();
  MaxFlow flow;
  flow.add_arc(MaxFlow::kSource, MaxFlow::kSink, 1);
  REQUIRE(!flow.run(task));
}
