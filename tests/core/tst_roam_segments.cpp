// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "core/graph/lifetimes.h"
#include "core/order/order.h"
#include "core/papers/roam/segments.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/least_order.h"
#include "tests/support/phased_graph.h"

using namespace stowage;
using roam::Role;

namespace {

using Arcs = std::vector<std::vector<std::uint32_t>>;  // by vertex: its successors

/// Mostly short arcs, so that there are insensitive vertices to be found.
Arcs random_arcs(std::mt19937_64& engine, std::size_t count) {
  const std::size_t reach = 1 + engine() % 4, fan = 1 + engine() % 3;
  Arcs out(count);
  for (std::size_t v = 0; v + 1 < count; ++v)
    for (std::size_t k = engine() % (fan + 1) + (engine() % 4 != 0); k-- > 0;)
      out[v].push_back(static_cast<std::uint32_t>(v + 1 + engine() % std::min(reach, count - 1 - v)));
  return out;
}

Csr<std::uint32_t> rows_of(const Arcs& arcs) {
  Csr<std::uint32_t> out;
  for (const auto& row : arcs) out.add_row(row);
  return out;
}

/// |ancestors| + |descendants| = count - 1
std::vector<bool> comparable_with_all(const Arcs& arcs) {
  std::vector<std::uint64_t> after(arcs.size());
  for (std::size_t v = arcs.size(); v-- > 0;)
    for (std::uint32_t w : arcs[v]) after[v] |= after[w] | std::uint64_t{1} << w;
  std::vector<std::size_t> related(arcs.size());
  for (std::size_t v = 0; v < arcs.size(); ++v) {
    related[v] += static_cast<std::size_t>(std::popcount(after[v]));
    for (std::size_t w = 0; w < arcs.size(); ++w) related[w] += after[v] >> w & 1;
  }
  std::vector<bool> out;
  for (std::size_t r : related) out.push_back(r + 1 == arcs.size());
  return out;
}

/// By vertex: all steps at which some order has it.
class AllOrders {
 public:
  explicit AllOrders(const Arcs& arcs) : arcs_(arcs), waits_(arcs.size()), steps_(arcs.size()) {
    for (const auto& row : arcs)
      for (std::uint32_t w : row) ++waits_[w];
    extend(0, 0);
  }
  [[nodiscard]] std::vector<bool> at_one_step() const {
    std::vector<bool> out;
    for (const auto& steps : steps_) out.push_back(steps.size() == 1);
    return out;
  }

 private:
  void extend(std::size_t step, std::uint64_t ran) {
    for (std::size_t v = 0; v < arcs_.size(); ++v) {
      if (waits_[v] > 0 || (ran >> v & 1) != 0) continue;
      steps_[v].insert(step);
      for (std::uint32_t w : arcs_[v]) --waits_[w];
      extend(step + 1, ran | std::uint64_t{1} << v);
      for (std::uint32_t w : arcs_[v]) ++waits_[w];
    }
  }
  const Arcs& arcs_;
  std::vector<std::size_t> waits_;
  std::vector<std::set<std::size_t>> steps_;
};

/// Each stage ordered on its own, all others fixed.
std::vector<OperatorId> stage_by_stage(const Graph& graph, const roam::Segments& segments) {
  const test::LeastOrder least(graph);
  std::vector<OperatorId> out;
  test::LeastOrder::Set done = 0;
  const auto stages = segments.operators();
  for (std::size_t s = 0; s < segments.stage_count(); ++s) {
    test::LeastOrder::Set members = 0;
    for (OperatorId o : stages[s]) members |= 1U << o.index();
    for (OperatorId o : least.best(done, members).order) out.push_back(o);
    done |= members;
  }
  return out;
}

/// Two layers with a weight each; the second layer's update is two chains that meet.
Graph two_layers() {
  test::PhasedGraph g;
  g.op("w", "", "Parameter");
  for (const char* name : {"f1", "f2"}) g.op(name, "forward");
  g.op("loss", "loss");
  for (const char* name : {"dw2", "dx2", "dx1", "dw1", "sum1"}) g.op(name, "backward");
  for (const char* name : {"m2", "v2", "u2", "u1"}) g.op(name, "update");
  const char* const arcs[] = {"w f2",     "f1 f2",    "f2 loss", "loss dw2", "loss dx2", "dx2 dx1", "dx1 dw1",
                              "dw1 sum1", "dx2 sum1", "dw2 m2",  "dw2 v2",   "m2 u2",    "v2 u2",   "sum1 u1"};
  for (const char* arc : arcs) g.arc(test::split(arc, " ")[0], test::split(arc, " ")[1]);
  return g.take();
}

std::vector<std::string> names(const Graph& graph, std::span<const OperatorId> operators) {
  std::vector<std::string> out;
  for (OperatorId o : operators) out.emplace_back(graph.name(o));
  return out;
}

}  // namespace

TEST_CASE("insensitive are those comparable with all others") {
  std::mt19937_64 engine(1);
  std::size_t found = 0;
  for (int n = 0; n < 5'000; ++n) {
    const Arcs arcs = random_arcs(engine, engine() % 60);
    const auto answer = memory_insensitive(rows_of(arcs));
    REQUIRE_EQ(answer, comparable_with_all(arcs));
    found += static_cast<std::size_t>(std::ranges::count(answer, true));
  }
  REQUIRE(found > 5'000);
}

TEST_CASE("insensitive are those at one step in all orders") {
  std::mt19937_64 engine(2);
  for (int n = 0; n < 2'500; ++n) {
    const Arcs arcs = random_arcs(engine, 1 + engine() % 8);
    REQUIRE_EQ(memory_insensitive(rows_of(arcs)), AllOrders(arcs).at_one_step());
  }
}

TEST_CASE("stage by stage is as good as all at once") {
  std::size_t cut = 0;
  for (std::uint64_t seed = 1; seed <= 3'000; ++seed) {
    const Graph graph = test::random_graph({.seed = seed,
                                            .operators = 3 + seed % 9,
                                            .fan = 1 + seed % 3,
                                            .window = 1 + seed % 4,
                                            .syncs = seed % 4,
                                            .plain = seed % 2 == 0});
    const OrderProblem problem = order_problem(graph);
    const auto segments = roam::find_segments(graph, problem, roam::find_parts(graph, problem));
    cut += segments.insensitive.size();
    const auto sequence = stage_by_stage(graph, segments);
    REQUIRE(is_order(graph, sequence));
    REQUIRE_EQ(theoretical_peak(graph, sequence).count, test::LeastOrder(graph).best().peak);
  }
  REQUIRE(cut > 3'000);
}

TEST_CASE("parts of a training step") {
  const Graph graph = two_layers();
  const auto parts = roam::find_parts(graph, order_problem(graph));
  const auto with_role = [&](Role role) {
    std::vector<OperatorId> out;
    for (OperatorId o : graph.operators())
      if (parts.roles[o.index()] == role) out.push_back(o);
    return names(graph, out);
  };
  REQUIRE_EQ(with_role(Role::input), (std::vector<std::string>{"w"}));
  REQUIRE_EQ(with_role(Role::trunk), (std::vector<std::string>{"f1", "f2", "loss"}));
  // What leads to one gradient alone is not of the trunk, the end of the way back included.
  REQUIRE_EQ(with_role(Role::side), (std::vector<std::string>{"dw2", "dx2", "dx1", "dw1", "sum1"}));
  REQUIRE_EQ(with_role(Role::update), (std::vector<std::string>{"m2", "v2", "u2", "u1"}));
  REQUIRE_EQ(parts.branch_count, std::size_t{2});
  const auto branch = [&](const char* name) { return parts.branches[graph.find_operator(name).index()]; };
  for (const char* of_first : {"m2", "v2", "u2"}) REQUIRE_EQ(branch(of_first), 0U);
  REQUIRE_EQ(branch("u1"), 1U);
  REQUIRE_EQ(branch("dw2"), roam::Parts::kNone);
}

TEST_CASE("segments of a training step") {
  const Graph graph = two_layers();
  const OrderProblem problem = order_problem(graph);
  const auto segments = roam::find_segments(graph, problem, roam::find_parts(graph, problem));
  REQUIRE_EQ(names(graph, segments.insensitive), (std::vector<std::string>{"f1", "f2", "loss"}));
  const auto stages = segments.operators();
  const std::vector<std::vector<std::string>> expected{
      {}, {"f1"}, {"w"}, {"f2"}, {}, {"loss"}, {"dw2", "dx2", "dx1", "dw1", "sum1", "m2", "v2", "u2", "u1"}};
  REQUIRE_EQ(segments.stage_count(), expected.size());
  for (std::size_t s = 0; s < expected.size(); ++s) REQUIRE_EQ(names(graph, stages[s]), expected[s]);
}

/// As networks have it that compute the loss, but start the way back from the labels.
TEST_CASE("a loss that nobody needs does not join the trunk") {
  test::PhasedGraph g;
  for (const char* name : {"f1", "f2"}) g.op(name, "forward");
  g.op("loss", "loss");
  for (const char* name : {"seed", "b2", "b1", "b0"}) g.op(name, "backward");
  for (const auto& [from, to] : std::vector<std::pair<const char*, const char*>>{
           {"f1", "f2"}, {"f2", "loss"}, {"seed", "b2"}, {"f2", "b2"}, {"b2", "b1"}, {"f1", "b1"}, {"b1", "b0"}})
    g.arc(from, to);
  const Graph graph = g.take();
  const OrderProblem problem = order_problem(graph);
  const auto segments = roam::find_segments(graph, problem, roam::find_parts(graph, problem));
  REQUIRE_EQ(names(graph, segments.insensitive), (std::vector<std::string>{"f1", "f2", "b2", "b1", "b0"}));
  REQUIRE_EQ(names(graph, segments.operators()[4]), (std::vector<std::string>{"loss", "seed"}));
}

TEST_CASE("a graph of updates alone is all trunk") {
  test::PhasedGraph g;
  g.op("a", "update");
  g.op("b", "update");
  g.arc("a", "b");
  const Graph graph = g.take();
  const auto parts = roam::find_parts(graph, order_problem(graph));
  REQUIRE_EQ(parts.roles, (std::vector<Role>{Role::trunk, Role::trunk}));
  REQUIRE_EQ(parts.branch_count, std::size_t{0});
}
