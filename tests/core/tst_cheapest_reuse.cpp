// SPDX-License-Identifier: Apache-2.0
#include <random>

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include "core/papers/papers.h"
#include "tests/support/checks.h"

using namespace stowage;

namespace {

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

TEST_CASE("no cheaper flow") {
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

TEST_CASE("nobody and one") {
  REQUIRE_EQ(cheapest_reuse({}, {}).value().cost, 0);
  const std::int64_t size = 7;
  const std::uint8_t allowed = 0;
  REQUIRE_EQ(cheapest_reuse({&size, 1}, {&allowed, 1}).value().cost, 7);
}
