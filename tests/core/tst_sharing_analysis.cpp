// SPDX-License-Identifier: Apache-2.0
// What is said of graphs and plans counts shared bytes once, and edits keep views and pairs right.
#include "core/insight/analysis/byte_usage.h"
#include "core/insight/analysis/report.h"
#include "core/insight/edit/edits.h"
#include "core/insight/edit/memory_edits.h"
#include "core/insight/edit/same_graph.h"
#include "core/insight/improve/trade_off.h"
#include "core/insight/simulate/run.h"
#include "tests/support/core_test.h"
#include "tests/support/sharing.h"

namespace {

/// a makes x, of which v, made by b, is a view that d reads; c writes y over z in place.
Graph shared() {
  return graph_of(R"(
      op a b c d
      t x 32 : a -> b; t v 8 : b -> d; t z 16 : b -> c; t y 16 : c -> d
      view v x 8; over y z)");
}

/// b reads x and y and makes z; c reads z.
Graph small() {
  return graph_of("streams: 0; op a b c; t x 64 : a -> b; t y 16 : a -> b c; t z 64 : b -> c");
}
const TensorId kX{0}, kY{1}, kZ{2};

}  // namespace

TEST_CASE("bytes count once, as long as anybody needs them") {
  const Graph g = shared();
  const auto lives = lifetimes(g);
  REQUIRE_EQ(lives[0].end, 4u);
  std::vector<std::int64_t> curve;
  for (Bytes bytes : memory_curve(g, lives)) curve.push_back(bytes.count);
  REQUIRE_EQ(curve, std::vector<std::int64_t>{32, 48, 64, 48});
  REQUIRE_EQ(theoretical_peak(g, std::vector(g.operators().begin(), g.operators().end())), Bytes{64});
  const GraphPlans plans = make_plans(g).value();
  REQUIRE_EQ(plans.best().footprint, Bytes{48});
  const Report report = make_report(g, plans.best());
  REQUIRE_EQ(report.footprint, Bytes{48});
  REQUIRE_EQ(report.lifetime_bound, Bytes{48});
  REQUIRE_EQ(report.fragmentation, 0.0);
  REQUIRE_EQ(report.at_peak, std::vector<TensorId>{TensorId(0), TensorId(2)});
  REQUIRE_EQ(alive_at(g, lives, 2), std::vector<TensorId>{TensorId(0), TensorId(2), TensorId(3)});
  std::size_t counted = 0;
  for (const SizeBin& bin : size_distribution(g)) counted += bin.count;
  REQUIRE_EQ(counted, 3u);
}

TEST_CASE("bytes alive in a plan are those of the union of its places, and none is above the footprint") {
  const Graph shifted = graph_of(R"(
      op a b c d
      t x 32 : a -> b; t y 28 : b -> c; t z 40 : c -> d
      over y x -4 -4; over z y -8 -4)");
  const auto check = [](const Graph& g, const std::vector<std::int64_t>& offsets, bool above) {
    const Plan plan = plan_at(g, offsets);
    const std::vector<Lifetime> lives = lifetimes(g);
    REQUIRE(validate(g, plan).value().valid());
    const std::vector<Bytes> curve = memory_curve(g, lives, plan), apart = memory_curve(g, lives);
    REQUIRE_EQ(make_report(g, plan).curve, curve);
    for (std::uint32_t step = 0; step < curve.size(); ++step) {
      std::set<std::int64_t> bytes;
      for (TensorId t : g.tensors())
        for (std::int64_t k = 0; lives[t.index()].contains(step) && k < g.size(t).count; ++k)
          bytes.insert(plan.offsets[t.index()].value + k);
      REQUIRE_EQ(curve[step].count, static_cast<std::int64_t>(bytes.size()));
      REQUIRE_LE(curve[step], plan.footprint);
    }
    REQUIRE_EQ(*std::ranges::max_element(apart) > plan.footprint, above);  // counted apart
  };
  const Graph over_a_view = graph_of(R"(
      op a b c d
      t x 32 : a -> b c; t v 32 : b -> c; t y 32 : c -> d
      view v x 0; over y v; over y x)");
  check(over_a_view, {0, 0, 0}, true);
  check(over_a_view, {0, 0, 32}, false);
  check(shared(), {0, 8, 32, 32}, true);
  check(shared(), {0, 8, 32, 48}, false);
  check(shifted, {12, 8, 0}, true);
  check(shifted, {0, 40, 0}, false);
}

TEST_CASE("a run holds the bytes of views, and writes in place") {
  const Graph g = shared();
  const Plan plan = make_plans(g).value().best();
  std::vector<RunEvent> events;
  for (OperatorId o : g.operators())
    events.insert(events.end(), {{RunEvent::Kind::start, o}, {RunEvent::Kind::finish, o}});
  const RunMemory memory = RunMemory::compute(g, &plan, events).value();
  REQUIRE(!memory.overwrite());
  REQUIRE(memory.state(TensorId(0), 7) == RunMemory::State::alive);
  REQUIRE(memory.state(TensorId(0), 8) == RunMemory::State::dead);
  REQUIRE_EQ(memory.bytes()[1], Bytes{32});
  REQUIRE_EQ(memory.bytes()[5], Bytes{48});  // c writes y over z: the bytes of both count once
  REQUIRE_EQ(memory.bytes()[6], Bytes{48});
  REQUIRE_EQ(memory.peak(), Bytes{48});
  REQUIRE_EQ(memory.bytes()[7], Bytes{48});
  REQUIRE_EQ(memory.bytes()[8], Bytes{});
}

TEST_CASE("sizes that a view would not fit are refused; what is scaled together moves") {
  const Graph g = shared();
  const TensorId x[] = {TensorId(0)};
  REQUIRE_EQ(set_sizes(g, x, {12}).error().text(), says("\"v\" \"x\""));
  REQUIRE(set_sizes(g, x, {16}).has_value());
  const Graph twice = scale_all_sizes(g, {2, 1}).value().graph;
  REQUIRE_EQ(twice.views()[0].offset, 16);
  REQUIRE_EQ(twice.inset(TensorId(1)), 16);
  const TensorId both[] = {TensorId(1), TensorId(2)};
  REQUIRE_EQ(make_group(g, both).error().text(), says("\"v\" \"x\""));
}

/// Whatever is edited, what stands in the graph after it is a graph that a file may hold.
TEST_CASE("recomputed and offloaded tensors leave no pair behind") {
  std::size_t count = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph g = random_sharing({.seed = seed, .operators = 14, .streams = 1 + seed % 3});
    for (TensorId t : g.tensors()) {
      const UseGap gap = longest_gap(g, t);
      if (!gap.first_late.valid()) continue;
      for (const auto& edited : {recompute(g, t, gap.first_late), offload(g, t, gap.first_late, {})}) {
        if (!edited) continue;
        const Graph& now = edited->graph;
        for (const InPlace& pair : now.in_place())
          REQUIRE(std::ranges::binary_search(now.consumers(pair.input), now.producer(pair.output)));
        REQUIRE_EQ(now.views().size(), g.views().size());
        const Plan plan = make_plans(now, {.strategies = {find_layout_strategy("so.size.best")}}).value().best();
        REQUIRE_EQ(sharing_faults(now, numbers(plan.offsets), 1), std::vector<std::string>{});
        ++count;
      }
    }
  }
  REQUIRE(count > 100);
}

TEST_CASE("orders and trade-offs of such graphs are valid") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Graph plain = random_sharing({.seed = seed, .operators = 16, .streams = 1 + seed % 3});
    for (const char* id : {"lescea", "roam"}) {
      const GraphPlans plans = make_plans(plain, {.order = find_order_strategy(id)}).value();
      REQUIRE(validate(plain, plans.best()).value().valid());
    }
    Graph::Data data = plain.data();
    data.operator_duration.assign(plain.operator_count(), Duration{100, Duration::From::measured});
    const Graph g(std::move(data));
    const TradeOff front = trade_off(g, {.iterations = 40}).value();
    REQUIRE(!front.points.empty());
    for (const TradeOffPoint& point : front.points) {
      REQUIRE_EQ(plan_faults(*point.graph, point.plan), "");
      REQUIRE(point.plan.lower_bound <= point.plan.footprint);
    }
  }
}

TEST_CASE("a view is made, moved and ended") {
  const Graph graph = small();
  const Graph once = make_view(graph, kY, kX, 8)->graph;
  REQUIRE(once.is_view(kY));
  REQUIRE_EQ(once.owner(kY), kX);
  REQUIRE_EQ(once.inset(kY), 8);
  const Graph moved = make_view(once, kY, kZ, 48)->graph;
  REQUIRE_EQ(moved.owner(kY), kZ);
  REQUIRE_EQ(moved.views().size(), 1u);
  REQUIRE(same_graph(end_view(moved, kY)->graph, graph));
  const Graph chain = make_view(make_view(graph, kX, kZ)->graph, kY, kX, 4)->graph;
  REQUIRE_EQ(chain.owner(kY), kZ);
  REQUIRE_EQ(chain.inset(kY), 4);
}

TEST_CASE("what cannot be a view is refused") {
  const Graph graph = small();
  REQUIRE_FALSE(fault_text(make_view(graph, kX, kY)).empty());      // larger
  REQUIRE_FALSE(fault_text(make_view(graph, kY, kX, 49)).empty());  // beyond its end
  REQUIRE_FALSE(fault_text(make_view(graph, kY, kX, -1)).empty());
  REQUIRE_FALSE(fault_text(make_view(graph, kY, kY)).empty());
  REQUIRE_FALSE(fault_text(make_view(graph, kY, TensorId(7))).empty());
  const Graph once = make_view(graph, kX, kZ)->graph;
  REQUIRE_FALSE(fault_text(make_view(once, kZ, kX)).empty());  // a circle
  REQUIRE_FALSE(fault_text(make_view(once, kX, kZ)).empty());  // as it is
  REQUIRE_FALSE(fault_text(end_view(graph, kX)).empty());
}

TEST_CASE("a permission is given and taken away") {
  const Graph graph = small();
  const Graph once = permit_in_place(graph, kZ, kX)->graph;
  REQUIRE_EQ(once.in_place().size(), 1u);
  REQUIRE_EQ(once.in_place()[0], (InPlace{.output = kZ, .input = kX}));
  REQUIRE(permit_in_place(once, kZ, kY).has_value());
  REQUIRE(same_graph(forbid_in_place(once, kZ, kX)->graph, graph));
  REQUIRE_FALSE(fault_text(permit_in_place(once, kZ, kX)).empty());
  REQUIRE_FALSE(fault_text(permit_in_place(graph, kX, kZ)).empty());  // a does not read z
  REQUIRE_FALSE(fault_text(permit_in_place(graph, kY, kX)).empty());  // a makes both
  REQUIRE_FALSE(fault_text(forbid_in_place(graph, kZ, kX)).empty());
}

/// Nothing that a reader would refuse comes out of an edit.
TEST_CASE("edited graphs are written and read again") {
  std::size_t made = 0;
  for (std::uint64_t seed = 0; seed < rounds(100); ++seed) {
    Graph graph = random_graph({.seed = seed, .operators = 12, .groups = 2});
    std::mt19937_64 engine(seed);
    const auto any = [&] { return TensorId(engine() % graph.tensor_count()); };
    for (int k = 0; k < 60; ++k) {
      const TensorId a = any(), b = any();
      auto edit = engine() % 2 == 0 ? make_view(graph, a, b, static_cast<std::int64_t>(engine() % 40))
                                    : permit_in_place(graph, a, b);
      if (!edit) continue;
      graph = std::move(edit->graph);
      ++made;
    }
    const std::string text = must(find_format("stowage-graph")->write(graph, nullptr));
    REQUIRE(same_graph(*must(read_document(text, "g.stowage.json")).graph, graph));
  }
  REQUIRE(made > rounds(100));
}
