// SPDX-License-Identifier: Apache-2.0
#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include "core/layout/strategies/strategies.h"
#include "core/papers/papers.h"
#include "tests/support/core_test.h"

namespace {

using Int = std::int64_t;

bool overlap(const IntervalRow& a, const IntervalRow& b) {
  return a.begin < b.end && b.begin < a.end;
}

std::uint32_t last_step(const Intervals& rows) {
  std::uint32_t out = 0;
  for (const IntervalRow& row : rows) out = std::max(out, row.end);
  return out;
}

/// A stretch of time, filled up to a height.
struct Stretch {
  Int height;
  std::uint32_t begin, end;
};

/// Most bytes alive at one step.
std::int64_t load_of(const Intervals& rows) {
  Int most = 0;
  for (std::uint32_t step = 0; step < last_step(rows); ++step) {
    Int sum = 0;
    for (const IntervalRow& row : rows) sum += row.begin <= step && step < row.end ? row.size : 0;
    most = std::max(most, sum);
  }
  return most;
}

/// Step by step: what ends is freed, and where then nothing is live, the sum starts again.
std::vector<std::int64_t> reference_bump_reset(const Intervals& rows) {
  std::vector<Int> out(rows.size());
  Int top = 0;
  std::size_t live = 0;
  for (std::uint32_t step = 0; step < last_step(rows); ++step) {
    for (const IntervalRow& row : rows) live -= row.end == step;
    if (live == 0) top = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].begin != step) continue;
      ++live;
      out[i] = top;
      top += rows[i].size;
    }
  }
  return out;
}

std::vector<std::int64_t> reference_greedy_by_size(const Intervals& rows) {
  std::vector<std::size_t> order(rows.size()), placed;
  for (std::size_t i = 0; i < rows.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::tuple(-rows[i].size, rows[i].begin, rows[i].end, i); });
  std::vector<Int> out(rows.size());
  for (std::size_t i : order) {
    Int top = 0, best = -1, smallest = 0;
    for (std::size_t k : placed) {  // by offset
      if (!overlap(rows[i], rows[k])) continue;
      const Int gap = out[k] - top;
      if (gap >= rows[i].size && (best < 0 || gap < smallest)) {
        best = top;
        smallest = gap;
      }
      top = std::max(top, out[k] + rows[k].size);
    }
    out[i] = best < 0 ? top : best;
    placed.insert(std::ranges::upper_bound(placed, out[i], {}, [&](std::size_t k) { return out[k]; }), i);
  }
  return out;
}

/// The skyline one step of time at a time.
std::vector<std::int64_t> reference_llfb(const Intervals& rows) {
  std::vector<Int> height(last_step(rows)), out(rows.size(), -1);
  for (std::size_t placed = 0; placed < rows.size();) {
    const auto begin = static_cast<std::uint32_t>(std::ranges::min_element(height) - height.begin());
    const Int low = height[begin];
    std::uint32_t end = begin;
    while (end < height.size() && height[end] == low) ++end;
    std::size_t best = rows.size();
    const auto key = [&](std::size_t i) { return std::tuple(Int{rows[i].begin} - Int{rows[i].end}, -rows[i].size, i); };
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (out[i] < 0 && rows[i].begin >= begin && rows[i].end <= end && (best == rows.size() || key(i) < key(best)))
        best = i;
    Int left = begin > 0 ? height[begin - 1] : -1, right = end < height.size() ? height[end] : -1;
    if (best == rows.size()) {
      if (left < 0 || right < 0) left = right = std::max(left, right);
      std::fill(height.begin() + begin, height.begin() + end, std::min(left, right));
      continue;
    }
    out[best] = low;
    ++placed;
    std::fill(height.begin() + rows[best].begin, height.begin() + rows[best].end, low + rows[best].size);
  }
  return out;
}

/// The heights of Gergov's first phase, by row.
std::vector<std::int64_t> reference_gergov_heights(const Intervals& rows) {
  std::vector<Stretch> open{{0, 0, last_step(rows)}};
  std::vector<Int> out(rows.size(), -1);
  const auto meets = [&](std::size_t i, const Stretch& s) { return rows[i].begin < s.end && s.begin < rows[i].end; };
  const auto key = [&](std::size_t i) { return std::tuple(rows[i].begin, -rows[i].size, i); };
  while (!open.empty()) {
    const auto least =
        std::ranges::min_element(open, {}, [](const Stretch& s) { return std::pair(s.height, s.begin); });
    const Stretch taken = *least;
    open.erase(least);
    std::size_t job = rows.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool fits =
          out[i] < 0 && meets(i, taken) && std::ranges::none_of(open, [&](const Stretch& s) { return meets(i, s); });
      if (fits && (job == rows.size() || key(i) < key(job))) job = i;
    }
    if (job == rows.size()) continue;
    const IntervalRow& row = rows[job];
    out[job] = taken.height;
    open.push_back({taken.height + row.size, std::max(taken.begin, row.begin), std::min(taken.end, row.end)});
    if (taken.begin < row.begin) open.push_back({taken.height, taken.begin, row.begin});
    if (row.end < taken.end) open.push_back({taken.height, row.end, taken.end});
  }
  return out;
}

std::vector<std::int64_t> offsets(const PlanningCase& c, const char* id) {
  return numbers(c.plan(id).offsets);
}

const char* const kApart = R"(
  op a b @0 c d @1
  t x 100 : a -> b; t y 10 : c -> d)";

/// Streams that take turns, with groups, dead tensors, outputs and all else, of every fourth seed one stream.
Graph mixed_graph(std::uint64_t seed) {
  return varied_graph(seed, 5 + seed % 30, seed % 4 == 0 ? 1 : 1 + seed % 6, seed % 5 < 2 ? 0 : seed % 5);
}

void compare(const char* id, std::vector<std::int64_t> (*reference)(const Intervals&)) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Intervals rows = random_intervals(seed);
    const auto expected = reference(rows), found = offsets(PlanningCase(intervals(rows)), id);
    REQUIRE_MESSAGE(found == expected, text(id, ", seed ", seed));
  }
}

struct Items {
  std::vector<std::int64_t> size;
  std::vector<std::uint8_t> allowed;  // [j][i]
};

/// Lifetimes on a line, or any order at all.
Items random_items(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const std::size_t n = 1 + engine() % 40;
  const bool intervals = seed % 2 == 0;
  std::vector<std::size_t> begin(n), end(n);
  Items out{std::vector<std::int64_t>(n), std::vector<std::uint8_t>(n * n)};
  for (std::size_t i = 0; i < n; ++i) {
    out.size[i] = seed % 5 == 0 ? 1 + static_cast<std::int64_t>(engine() % 3)
                                : 1 + static_cast<std::int64_t>(engine() % (std::uint64_t{1} << 50));
    begin[i] = engine() % (2 * n);
    end[i] = begin[i] + 1 + engine() % n;
  }
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      out.allowed[j * n + i] = intervals ? end[i] <= begin[j] : i < j && engine() % 3 == 0;
  return out;
}

/// The flow network of the paper, solved by LEMON's network simplex.
std::int64_t lemon_cost(const Items& items) {
  using Network = lemon::SmartDigraph;
  Network network;
  std::vector<std::int64_t> costs;
  const auto arc = [&](Network::Node from, Network::Node to, std::int64_t cost) {
    network.addArc(from, to);
    costs.push_back(cost);
  };
  const std::size_t n = items.size.size();
  const Network::Node source = network.addNode(), sink = network.addNode();
  std::vector<Network::Node> givers, takers;
  for (std::size_t i = 0; i < n; ++i) {
    givers.push_back(network.addNode());
    takers.push_back(network.addNode());
    arc(source, takers[i], items.size[i]);
    arc(source, givers[i], 0);
    arc(takers[i], sink, 0);
  }
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      if (items.allowed[j * n + i] != 0)
        arc(givers[i], takers[j], std::max<std::int64_t>(0, items.size[j] - items.size[i]));
  Network::ArcMap<std::int64_t> cost(network), capacity(network);
  for (std::size_t a = 0; a < costs.size(); ++a) {
    cost[Network::arcFromId(static_cast<int>(a))] = costs[a];
    capacity[Network::arcFromId(static_cast<int>(a))] = 1;
  }
  lemon::NetworkSimplex<Network, std::int64_t> solver(network);
  solver.upperMap(capacity).costMap(cost).stSupply(source, sink, static_cast<std::int64_t>(n));
  if (solver.run() != solver.OPTIMAL) throw std::runtime_error("LEMON found no flow");
  return solver.totalCost<std::int64_t>();
}

}  // namespace

TEST_CASE("the papers example") {
  const PlanningCase toy(figure_7());
  using Offsets = std::vector<std::int64_t>;
  REQUIRE_EQ(offsets(toy, "bump"), (Offsets{0, 1920, 1024, 2688, 1664}));
  REQUIRE_EQ(toy.plan("bump").footprint.count, 3200);
  REQUIRE_EQ(toy.plan("bump.reset").footprint.count, 3200);
  REQUIRE_EQ(toy.plan("greedy-by-size").footprint.count, 1920);
  REQUIRE_EQ(offsets(toy, "gergov"), (Offsets{0, 256, 1024, 1024, 0}));
  REQUIRE_EQ(toy.plan("gergov").footprint.count, 1664);
  REQUIRE_EQ(offsets(toy, "llfb"), (Offsets{0, 256, 1024, 1024, 0}));
  REQUIRE_EQ(toy.plan("llfb").footprint.count, 1664);
  const Reuse reuse = shared_objects(toy.problem).value();
  REQUIRE_EQ(reuse.of, (std::vector<std::uint32_t>{Reuse::kNone, 0, Reuse::kNone, 2, Reuse::kNone}));
  REQUIRE_EQ(reuse.cost, 1920);
  REQUIRE_EQ(toy.plan("mincost-flow").footprint.count, 1920);
}

TEST_CASE("as the papers say it") {
  compare("bump.reset", reference_bump_reset);
  compare("greedy-by-size", reference_greedy_by_size);
  compare("llfb", reference_llfb);
}

/// Heights as the paper finds them; no higher than the load; what overlaps has another colour, and three are enough.
TEST_CASE("gergovs guarantee") {
  std::uint32_t most = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Intervals rows = random_intervals(seed, 8 + seed % 60);
    const PlanningCase at(intervals(rows));
    const GergovHeights heights = gergov_heights(at.problem).value();
    REQUIRE_MESSAGE(heights.height == reference_gergov_heights(rows), std::to_string(seed));
    const std::int64_t load = load_of(rows);
    REQUIRE(heights.top <= load);
    REQUIRE(heights.colours <= 3);
    most = std::max(most, heights.colours);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const bool meet = rows[i].begin < rows[j].end && rows[j].begin < rows[i].end &&
                          heights.height[i] < heights.height[j] + rows[j].size &&
                          heights.height[j] < heights.height[i] + rows[i].size;
        REQUIRE((!meet || heights.colour[i] != heights.colour[j]));
      }
    REQUIRE(at.plan("gergov").footprint.count <= 3 * load);
  }
  REQUIRE(most >= 2);  // else nothing above was put to the test
}

/// Tensors of the same lifetime and size are all placed.
TEST_CASE("duplicates") {
  const PlanningCase at(intervals({{"a", 8, 0, 2}, {"b", 8, 0, 2}, {"c", 8, 0, 2}, {"d", 4, 1, 2}, {"e", 4, 1, 2}}));
  for (const char* id : {"gergov", "llfb", "greedy-by-size"}) REQUIRE_EQ(at.plan(id).footprint.count, 32);
}

/// With equal sizes as many objects as are alive at once; on any streams, as many as the heaviest clique has.
TEST_CASE("equal sizes") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Intervals rows = random_intervals(seed, 40, true);
    REQUIRE_EQ(PlanningCase(intervals(rows)).plan("mincost-flow").footprint.count, load_of(rows));
  }
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph::Data data = random_graph({.seed = seed, .operators = 25, .streams = 4, .plain = true}).data();
    data.tensor_size.assign(data.tensor_size.size(), {64});
    const PlanningCase at(Graph(std::move(data)));
    REQUIRE_EQ(at.plan("mincost-flow").footprint, heaviest_clique(at.problem)->bytes);
  }
}

/// All tensors of a chain may share an object: each is before all later ones, by the definition.
TEST_CASE("chains are safe") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const PlanningCase at(mixed_graph(seed));
    const auto unsafe = unsafe_pairs_by_definition(at.graph);
    const Reuse reuse = shared_objects(at.problem).value();
    std::vector<bool> taken(reuse.of.size());
    for (std::uint32_t b = 0; b < reuse.of.size(); ++b) {
      if (reuse.of[b] == Reuse::kNone) continue;
      REQUIRE(!taken[reuse.of[b]]);
      taken[reuse.of[b]] = true;
      for (std::uint32_t a = reuse.of[b]; a != Reuse::kNone; a = reuse.of[a])
        for (TensorId t : at.problem.block(a))
          for (TensorId u : at.problem.block(b)) {
            const std::pair pair(std::min(t, u).index(), std::max(t, u).index());
            REQUIRE((!at.problem.occupies(t) || !at.problem.occupies(u) || !std::ranges::binary_search(unsafe, pair)));
          }
    }
    REQUIRE(at.plan("mincost-flow").footprint.count <= reuse.cost);
  }
}

/// Where streams do not wait for each other, nothing is over when the order says so.
TEST_CASE("resets wait for all streams") {
  REQUIRE_EQ(PlanningCase(graph_of(kApart)).plan("bump.reset").footprint.count, 110);
  REQUIRE_EQ(PlanningCase(graph_of(std::string(kApart) + "\nsync b c")).plan("bump.reset").footprint.count, 100);
}

/// No step is long: asked to stop after its first item, the matching looks at no second.
TEST_CASE("the matching stops at once") {
  const PlanningCase at(intervals(random_intervals(3, 200)));
  std::stop_source stop;
  int told = 0;
  const auto once = [&](double) {
    ++told;
    stop.request_stop();
  };
  const Task task{stop.get_token(), {}, once};
  REQUIRE_EQ(make_plan(*find_layout_strategy("mincost-flow"), at.problem, task).error().kind, Error::Kind::cancelled);
  REQUIRE_EQ(told, 1);
}

TEST_CASE("no cheaper flow") {
  REQUIRE_EQ(cheapest_reuse({}, {}).value().cost, 0);
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Items items = random_items(seed);
    const std::size_t n = items.size.size();
    const Reuse found = cheapest_reuse(items.size, items.allowed).value();
    std::vector<bool> taken(n);
    std::int64_t cost = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint32_t i = found.of[j];
      cost += i == Reuse::kNone ? items.size[j] : std::max<std::int64_t>(0, items.size[j] - items.size[i]);
      if (i == Reuse::kNone) continue;
      REQUIRE(items.allowed[j * n + i] != 0);
      REQUIRE(!taken[i]);
      taken[i] = true;
    }
    REQUIRE_EQ(found.cost, cost);
    REQUIRE_MESSAGE(cost == lemon_cost(items), std::to_string(seed));
  }
}
