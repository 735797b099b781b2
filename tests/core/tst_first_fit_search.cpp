// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/first_fit_search.h"
#include "tests/support/core_test.h"

namespace {

using Block = LayoutProblem::Block;
constexpr Bytes kMost{100'000'000};

Graph graph_of_first_fit_search(std::uint64_t seed) {
  const Graph g = varied_graph(seed, 8 + seed % 40, 1 + seed % 5, seed % 6);
  return seed % 4 == 3 ? with_alignments(g, seed, {1, 8, 24}) : g;
}

/// Whether blocks at these starts keep out of each other's way, pair by pair of tensors.
bool apart(const LayoutProblem& problem, Block a, std::int64_t start_of_a, Block b, std::int64_t start_of_b) {
  for (TensorId t : problem.block(a))
    for (TensorId u : problem.block(b)) {
      if (!problem.occupies(t) || !problem.occupies(u) || !problem.conflicts().unsafe(t, u)) continue;
      const std::int64_t x = start_of_a + problem.inset(t), y = start_of_b + problem.inset(u);
      if (x < y + problem.sizes()[u.index()].count && y < x + problem.sizes()[t.index()].count) return false;
    }
  return true;
}

/// The lowest start of each in turn, found by trying 0 and what follows from the ends of all others' tensors.
std::vector<std::int64_t> first_fit(const LayoutProblem& problem, std::span<const Block> order) {
  std::vector<std::int64_t> starts(problem.block_count(), -1);
  for (Block b : order) {
    std::vector<std::int64_t> candidates{0};
    for (Block other : order) {
      if (starts[other] < 0) continue;
      for (TensorId u : problem.block(other))
        for (TensorId t : problem.block(b)) {
          const std::int64_t end = starts[other] + problem.inset(u) + problem.sizes()[u.index()].count;
          if (end >= problem.inset(t)) candidates.push_back(round_up(end - problem.inset(t), problem.block_step(b)));
        }
    }
    std::ranges::sort(candidates);
    const auto fits = [&](std::int64_t start) {
      return std::ranges::all_of(
          order, [&](Block other) { return starts[other] < 0 || apart(problem, b, start, other, starts[other]); });
    };
    starts[b] = *std::ranges::find_if(candidates, fits);
  }
  return starts;
}

struct Case : PlanningCase {
  explicit Case(std::uint64_t seed)
      : PlanningCase(graph_of_first_fit_search(seed), seed % 2 == 0 ? 1 : 4),
        pairs(BlockPairs::make(problem, kMost).value()) {}
  /// One block above the other.
  [[nodiscard]] std::vector<Offset> stacked() const {
    std::vector<Offset> out(graph.tensor_count());
    std::int64_t top = 0;
    for (Block b = 0; b < problem.block_count(); ++b) {
      top = round_up(top, problem.block_step(b));
      problem.write(b, top, out);
      top += problem.block_size(b).count;
    }
    return out;
  }
  const BlockPairs pairs;
};

}  // namespace

TEST_CASE("pairs say where two blocks may lie") {
  std::mt19937_64 engine(1);
  for (std::uint64_t seed = 0; seed < rounds(60); ++seed) {
    const Case c(seed);
    for (Block a = 0; a < c.problem.block_count(); ++a)
      for (Block b = 0; b < c.problem.block_count(); ++b) {
        if (a == b) continue;
        const std::int64_t reach = c.problem.block_size(a).count + c.problem.block_size(b).count + 2;
        const std::int64_t start = static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(2 * reach)) - reach;
        bool allowed = true;  // for a to start there, when b starts at 0
        if (std::ranges::binary_search(c.pairs.whole(a), b))
          allowed = start <= -c.problem.block_size(a).count || start >= c.problem.block_size(b).count;
        for (const BlockPairs::Range& range : c.pairs.ranges(a))
          if (range.other == b && range.low < start && start < range.high) allowed = false;
        REQUIRE_EQ(allowed, apart(c.problem, a, start, b, 0));
      }
  }
}

TEST_CASE("too many pairs are refused") {
  const Case c(5);
  REQUIRE_EQ(error_of(BlockPairs::make(c.problem, {8})).kind, Error::Kind::too_large);
}

TEST_CASE("an order that changes gives the plan of the whole order") {
  std::mt19937_64 engine(2);
  for (std::uint64_t seed = 0; seed < rounds(60); ++seed) {
    const Case c(seed);
    std::vector<Block> order;
    for (Block b = 0; b < c.problem.block_count(); ++b) order.push_back(b);
    std::ranges::shuffle(order, engine);
    if (seed % 5 == 4) order.resize(order.size() / 2 + 1);  // of some blocks
    FirstFitOrder fit(c.problem, c.pairs);
    std::vector<bool> marked(c.problem.block_count());
    for (Block b : order) marked[b] = true;
    const BlockPairs pairs = c.pairs.among(marked).value();
    fit.reset(order, pairs);
    std::vector<Block> chain;
    for (std::size_t turn = 0; turn < 40; ++turn) {
      const std::size_t from = engine() % order.size(), to = engine() % order.size();
      const std::int64_t most = turn % 3 == 0 ? fit.footprint() : std::numeric_limits<std::int64_t>::max();
      const auto before = first_fit(c.problem, order);
      std::vector<Block> next = order;
      next.erase(next.begin() + static_cast<std::ptrdiff_t>(from));
      next.insert(next.begin() + static_cast<std::ptrdiff_t>(to), order[from]);
      auto starts = first_fit(c.problem, next);
      std::int64_t footprint = 0;
      for (Block b : next) footprint = std::max(footprint, starts[b] + c.problem.block_size(b).count);
      REQUIRE_EQ(fit.move(from, to, most), footprint <= most);
      if (footprint <= most)
        order = next;
      else
        starts = before;
      REQUIRE(std::ranges::equal(fit.order(), order));
      std::int64_t top = 0;
      for (std::size_t k = 0; k < order.size(); ++k) {
        REQUIRE_EQ(fit.place(order[k]), k);
        REQUIRE_EQ(fit.start(order[k]), starts[order[k]]);
        top = std::max(top, starts[order[k]] + c.problem.block_size(order[k]).count);
      }
      REQUIRE_EQ(fit.footprint(), top);
      fit.draw_support_chain(engine, chain);
      REQUIRE_EQ(fit.start(chain.front()) + c.problem.block_size(chain.front()).count, top);
      REQUIRE_EQ(fit.start(chain.back()), 0);
      for (std::size_t k = 1; k < chain.size(); ++k) {
        REQUIRE(fit.place(chain[k]) < fit.place(chain[k - 1]));
        const std::int64_t step = c.problem.block_step(chain[k - 1]);
        REQUIRE(!apart(c.problem, chain[k - 1], fit.start(chain[k - 1]) - step, chain[k], fit.start(chain[k])));
      }
    }
  }
}

TEST_CASE("plans are valid and never larger than the first") {
  for (std::uint64_t seed = 0; seed < rounds(60); ++seed) {
    const Case c(seed);
    FirstFitSearch search(c.problem, c.pairs, seed), same(c.problem, c.pairs, seed);
    for (FirstFitSearch* each : {&search, &same}) {
      each->start_from(c.stacked());
      REQUIRE(each->footprint() <= footprint(c.problem.sizes(), c.stacked()));
      each->search(quick_bounds(c.problem).best(), 200'000, {});
    }
    REQUIRE(search.offsets() == same.offsets());
    REQUIRE_EQ(footprint(c.problem.sizes(), search.offsets()), search.footprint());
    REQUIRE(validate(c.graph, c.plan_at(search.offsets())).value().valid());
  }
}

TEST_CASE("a search that was stopped keeps its plan") {
  const Case c(7);
  FirstFitSearch search(c.problem, c.pairs, 0);
  search.start_from(c.stacked());
  const Bytes before = search.footprint();
  search.search({0}, 1'000'000'000, cancelled_task());
  REQUIRE_EQ(search.footprint(), before);
}
