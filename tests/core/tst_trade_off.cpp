// SPDX-License-Identifier: Apache-2.0
// The front of footprint against makespan: against all graphs that levers can make, and what must hold of every point.
#include "core/insight/improve/front.h"
#include "core/insight/improve/trade_off.h"
#include "core/insight/simulate/timing.h"
#include "tests/support/core_test.h"
#include "tests/support/description.h"
#include "tests/support/durations.h"

namespace {

bool dominates(const TradeOffPoint& a, const TradeOffPoint& b) {
  return std::pair(a.plan.footprint, a.makespan) != std::pair(b.plan.footprint, b.makespan) &&
         a.plan.footprint <= b.plan.footprint && a.makespan <= b.makespan;
}

using Front = std::vector<std::pair<std::int64_t, std::int64_t>>;  // footprint, makespan

Front front_of(const TradeOff& found) {
  Front out;
  for (const TradeOffPoint& point : found.points) out.emplace_back(point.plan.footprint.count, point.makespan);
  return out;
}

std::string text(const Front& front) {
  std::string out;
  for (const auto& [footprint, makespan] : front)
    out += std::to_string(footprint) + " in " + std::to_string(makespan) + "; ";
  return out;
}

/// The operators with these streams and syncs added.
Graph changed(const Graph& graph, std::size_t streams, std::size_t assignment, std::size_t syncs) {
  Description all(graph);
  for (Description::Operator& op : all.operators) {
    op.stream = all.streams[assignment % streams].key();
    assignment /= streams;
  }
  for (std::size_t a = 0; a < all.operators.size(); ++a)
    for (std::size_t b = a + 1; b < all.operators.size(); ++b, syncs /= 2)
      if (syncs % 2 == 1) all.control.emplace_back(all.operators[a].name, all.operators[b].name);
  Graph::Data out = all.build().data();
  out.operator_duration = graph.data().operator_duration;
  return Graph(std::move(out));
}

/// Every assignment of the operators to the streams there are, with every set of syncs along the order.
Front exhaustive_front(const Graph& graph) {
  const std::size_t n = graph.operator_count(), streams = graph.stream_count();
  std::size_t assignments = 1;
  for (std::size_t k = 0; k < n; ++k) assignments *= streams;
  std::set<std::pair<std::int64_t, std::int64_t>> all;
  std::map<std::vector<std::pair<std::size_t, std::size_t>>, std::int64_t> planned;
  for (std::size_t assignment = 0; assignment < assignments; ++assignment)
    for (std::size_t syncs = 0; syncs < std::size_t{1} << (n * (n - 1) / 2); ++syncs) {
      const Graph with = changed(graph, streams, assignment, syncs);
      const auto pairs = unsafe_pairs_by_definition(with);
      auto [at, is_new] = planned.try_emplace(pairs);
      if (is_new) at->second = least_footprint(with, pairs, 1);
      all.emplace(at->second, timing_of(with).makespan);
    }
  Front out;
  for (const auto& [footprint, makespan] : all)
    if (out.empty() || makespan < out.back().second) out.emplace_back(footprint, makespan);
  return out;
}

/// Empty, or how the answer is wrong.
std::string fault_of(const Graph& graph, const TradeOff& found, const TradeOffOptions& options) {
  if (found.points.empty()) return "no point";
  const TradeOffPoint* last = nullptr;
  for (const TradeOffPoint& point : found.points) {
    Graph replayed = graph;
    for (const LeverEdit& edit : point.edits) {
      if (!options.levers.allow(edit.lever)) return "a lever that is not allowed: " + edit.text();
      auto edited = edit.apply(replayed, options.link);
      if (!edited) return edit.text() + ": " + edited.error().text();
      replayed = std::move(edited->graph);
    }
    if (const std::string other = difference(replayed, *point.graph); !other.empty()) return "another graph: " + other;
    if (std::string lost = lost_wait(graph, *point.graph); !lost.empty()) return lost;
    if (timing_of(*point.graph).makespan != point.makespan) return "another makespan";
    if (std::string fault = plan_faults(*point.graph, point.plan); !fault.empty()) return fault;
    if (point.plan.footprint < point.plan.lower_bound) return "below its bound";
    if (last != nullptr && (point.plan.footprint <= last->plan.footprint || point.makespan >= last->makespan))
      return "a dominated point";
    if (dominates(found.given, point)) return "worse than the given graph";
    last = &point;
  }
  return {};
}

using Triple = std::tuple<std::int64_t, std::int64_t, std::size_t>;  // bytes, nanoseconds, edits

SharedNode node_of(const Triple& triple) {
  const auto& [bytes, time, edits] = triple;
  const auto node = std::make_shared<TradeOffNode>();
  node->point.plan.footprint = {bytes};
  node->point.makespan = time;
  node->point.edits.resize(edits);
  node->value = {bytes};
  return node;
}

Triple triple_of(const TradeOffPoint& point) {
  return {point.plan.footprint.count, point.makespan, point.edits.size()};
}

bool dominates(const Triple& a, const Triple& b) {
  return std::get<0>(a) <= std::get<0>(b) && std::get<1>(a) <= std::get<1>(b) &&
         (std::get<0>(a) < std::get<0>(b) || std::get<1>(a) < std::get<1>(b) || std::get<2>(a) < std::get<2>(b));
}

}  // namespace

/// By hand: b and c can run side by side, which needs both of their tensors at once.
TEST_CASE("two operators side by side or one after the other") {
  const Graph graph = with_hashed_durations(graph_of("streams: 0 1; op b @0 c @1; t x 8 : b -> b; t y 8 : c -> c"), 1);
  const std::int64_t b = graph.duration(OperatorId(0)).nanoseconds, c = graph.duration(OperatorId(1)).nanoseconds;
  const TradeOff found = trade_off(graph, {.iterations = 200}).value();
  REQUIRE_EQ(text(front_of(found)), text({{8, b + c}, {16, std::max(b, c)}}));
  REQUIRE_EQ(found.given.plan.footprint.count, 16);
  REQUIRE_EQ(found.one_stream->plan.footprint.count, 8);
  REQUIRE_EQ(found.points[0].edits.size(), 1);
  REQUIRE_EQ(found.fastest_within({15}), &found.points[0]);
  REQUIRE_EQ(found.fastest_within({16}), &found.points[1]);
  REQUIRE_EQ(found.fastest_within({7}), nullptr);
}

TEST_CASE("the front of small graphs is that of all graphs that syncs and streams can make") {
  TradeOffOptions options{.levers = Levers::none().set(Lever::sync).set(Lever::stream), .most_points = 100};
  for (std::uint64_t seed = 1; seed <= rounds(8); ++seed) {
    const Graph graph = with_hashed_durations(with_small_sizes(random_graph({.seed = seed,
                                                                             .operators = 4 + seed % 2,
                                                                             .streams = 2,
                                                                             .groups = seed % 3 == 0 ? 1U : 0U,
                                                                             .syncs = seed % 2}),
                                                               seed, 6),
                                              seed);
    INFO("seed ", seed);
    options.seed = seed;
    options.iterations = 8'000;
    const TradeOff found = trade_off(graph, options).value();
    REQUIRE_EQ(fault_of(graph, found, options), "");
    REQUIRE_EQ(text(front_of(found)), text(exhaustive_front(graph)));
  }
}

TEST_CASE("every point is a legal graph with a valid plan") {
  std::set<Lever> used;
  for (std::uint64_t seed = 1; seed <= rounds(16); ++seed) {
    const Graph graph = with_hashed_durations(random_graph({.seed = seed,
                                                            .operators = 10 + 3 * seed,
                                                            .streams = 1 + seed % 4,
                                                            .fan = 3,
                                                            .window = 30,
                                                            .groups = seed % 4,
                                                            .syncs = seed % 7}),
                                              seed);
    INFO("seed ", seed);
    TradeOffOptions options{.alignment = {seed % 2 == 0 ? 1 : 64}, .link = {1e12}, .seed = seed, .iterations = 200};
    if (seed % 3 == 0) options.levers.set(static_cast<Lever>(seed % 5), false);
    const TradeOff found = trade_off(graph, options).value();
    REQUIRE_EQ(fault_of(graph, found, options), "");
    REQUIRE(found.tried >= 200);
    for (const TradeOffPoint& point : found.points)
      for (const LeverEdit& edit : point.edits) used.insert(edit.lever);
  }
  // Of few graphs, no point may have needed one of them.
  if (rounds(16) == 16) REQUIRE_EQ(used.size(), 5);
}

TEST_CASE("no point moves operators onto a protected stream") {
  std::size_t moved = 0;
  for (std::uint64_t seed = 1; seed <= rounds(8); ++seed) {
    INFO("seed ", seed);
    const Graph graph = with_hashed_durations(
        random_graph({.seed = seed, .operators = 10 + seed % 30, .streams = 2 + seed % 3, .fan = 3, .window = 20}),
        seed);
    const StreamId kept = graph.stream(OperatorId(seed % graph.operator_count()));
    const TradeOffOptions options{
        .link = {1e12}, .protected_streams = {graph.info(kept).number}, .seed = seed, .iterations = 300};
    const TradeOff found = trade_off(graph, options).value();
    REQUIRE_EQ(fault_of(graph, found, options), "");
    for (const TradeOffPoint& point : found.points) {
      for (const OperatorId o : point.graph->operators()) {
        if (point.graph->info(point.graph->stream(o)).number != graph.info(kept).number) continue;
        const OperatorId before = graph.find_operator(point.graph->name(o));
        REQUIRE(before.valid());
        REQUIRE_EQ(graph.stream(before), kept);
      }
      for (const LeverEdit& edit : point.edits) moved += edit.lever == Lever::stream ? 1 : 0;
    }
    // What was found without goes, once the stream is protected.
    const TradeOff free = trade_off(graph, {.link = {1e12}, .seed = seed, .iterations = 300}).value();
    const TradeOff on = trade_off(graph, options, {}, {}, &free).value();
    for (const TradeOffPoint& point : on.points) REQUIRE(!adds_to(options.protected_streams, graph, *point.graph));
  }
  REQUIRE(moved > met(1));
}

/// Beyond 2^53 no number follows the largest: the new stream has the smallest free one, as edits of streams give it.
TEST_CASE("edits name the stream that they make") {
  for (const std::int64_t largest :
       {std::int64_t{7}, std::int64_t{1} << 53, std::numeric_limits<std::int64_t>::max()}) {
    INFO("the largest number: ", largest);
    const std::string stream = std::to_string(largest);
    const Graph graph = with_hashed_durations(
        graph_of("op b @" + stream + "\nop c @" + stream + "\nt x 8 : b -> b\nt y 8 : c -> c\n"), 1);
    const TradeOff found =
        trade_off(graph, {.levers = Levers::none().set(Lever::stream), .streams = 2, .iterations = 100}).value();
    REQUIRE_EQ(found.points.size(), 2);
    const Graph& faster = *found.points[1].graph;
    const LeverEdit& edit = found.points[1].edits.at(0);
    REQUIRE_EQ(faster.info(faster.stream(faster.find_operator(edit.operators.at(0)))).number, edit.stream);
    REQUIRE_EQ(edit.stream_label, "stream " + std::to_string(edit.stream));
  }
}

TEST_CASE("exactly as many graphs are tried as are asked for") {
  const Graph graph = with_hashed_durations(random_graph({.seed = 5, .operators = 20, .streams = 2, .window = 10}), 5);
  for (const std::uint64_t count : {1u, 15u, 16u, 17u, 40u, 100u})
    REQUIRE_EQ(trade_off(graph, {.iterations = count}).value().tried, count);
}

TEST_CASE("a seed and a number of iterations give the same front") {
  const Graph graph = with_hashed_durations(random_graph({.seed = 7, .operators = 60, .streams = 3, .window = 30}), 7);
  const TradeOffOptions options{.seed = 3, .iterations = 600};
  set_worker_limit(1);
  const TradeOff one = trade_off(graph, options).value();
  set_worker_limit(2);
  const TradeOff two = trade_off(graph, options).value();
  set_worker_limit(0);
  REQUIRE_EQ(text(front_of(one)), text(front_of(two)));
  for (std::size_t k = 0; k < one.points.size(); ++k) REQUIRE(one.points[k].edits == two.points[k].edits);
}

/// As in the window: again and again from what is there, with a budget, and fewer points told than found.
TEST_CASE("a front that goes on only improves, whatever is left out, and its answer to a budget too") {
  for (std::uint64_t seed = 1; seed <= rounds(4); ++seed) {
    INFO("seed ", seed);
    const Graph graph = with_hashed_durations(
        random_graph({.seed = seed, .operators = 70, .streams = 3, .window = 30, .groups = seed % 3}), seed);
    TradeOffOptions options{.most_points = 5, .seed = seed, .iterations = 200};
    TradeOff before = trade_off(graph, options).value();
    REQUIRE(before.points.size() <= 5);
    for (std::uint64_t again = 1; again <= 3; ++again) {
      options.seed = 100 * seed + again;
      options.budget = before.points[before.points.size() / 2].plan.footprint;
      const TradeOff now = trade_off(graph, options, {}, {}, &before).value();
      REQUIRE_EQ(fault_of(graph, now, options), "");
      for (const TradeOffPoint& old : before.points) {
        const TradeOffPoint* best = now.fastest_within(old.plan.footprint);
        REQUIRE(best != nullptr);
        REQUIRE(best->makespan <= old.makespan);
      }
      before = now;
    }
  }
}

/// A budget marks a point, and leads the search nowhere.
TEST_CASE("no point that is found with a budget is worse than one found without") {
  for (std::uint64_t seed = 1; seed <= rounds(6); ++seed) {
    INFO("seed ", seed);
    const Graph graph =
        with_hashed_durations(random_graph({.seed = seed, .operators = 70, .streams = 3, .window = 30}), seed);
    TradeOffOptions options{.most_points = 5, .seed = seed, .iterations = 100};
    const TradeOff without = trade_off(graph, options).value();
    options.budget = without.given.plan.footprint;
    const TradeOff with = trade_off(graph, options).value();
    for (const TradeOffPoint& old : without.points)
      REQUIRE(std::ranges::none_of(with.points, [&](const TradeOffPoint& each) { return dominates(old, each); }));
  }
}

/// Of the few points that are told, the fastest within the budget is one, after every round.
TEST_CASE("what is told on the way never takes back the answer to the budget") {
  const Graph graph =
      with_hashed_durations(random_graph({.seed = 5, .operators = 90, .streams = 3, .window = 30, .groups = 2}), 5);
  TradeOffOptions options{.most_points = 4, .seed = 1, .iterations = 300};
  const TradeOff first = trade_off(graph, options).value();
  options.budget = first.points[first.points.size() / 2].plan.footprint;
  std::optional<std::int64_t> last;
  std::size_t told = 0;
  Task task;
  task.clock = [&] { return Task::Clock::now() + std::chrono::seconds(told); };
  const auto look = [&](const TradeOff& so_far) {
    ++told;
    const TradeOffPoint* best = so_far.fastest_within(*options.budget);
    if (last) REQUIRE(best != nullptr);
    if (best == nullptr) return;
    if (last) REQUIRE(best->makespan <= *last);
    last = best->makespan;
  };
  look(trade_off(graph, options, task, look).value());
  REQUIRE(told > 10);
}

/// `auto` is asked for every point, as `plan` does.
TEST_CASE("points are planned as well as auto plans their graphs, where there are groups too") {
  for (std::uint64_t seed = 1; seed <= rounds(3); ++seed) {
    INFO("seed ", seed);
    const Graph graph = with_hashed_durations(
        random_graph({.seed = seed, .operators = 100, .streams = 3, .fan = 3, .window = 30, .groups = 6}), seed);
    const TradeOff found = trade_off(graph, {.most_points = 8, .seed = seed, .iterations = 150}).value();
    for (const TradeOffPoint& point : found.points)
      REQUIRE(point.plan.footprint <= make_plans(*point.graph).value().best().footprint);
  }
}

TEST_CASE("more levers are no worse than few") {
  std::int64_t few = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= rounds(3); ++seed) {
    const Graph graph = with_hashed_durations(
        random_graph({.seed = seed, .operators = 90, .streams = 4, .fan = 3, .window = 40}), seed);
    // Few points, since each is planned well at the end.
    TradeOffOptions options{.link = {1e12}, .most_points = 6, .seed = seed, .iterations = 1000};
    const auto least_in_time = [&] {
      const TradeOff found = trade_off(graph, options).value();
      const auto in_time = [&](const TradeOffPoint& point) { return point.makespan <= found.given.makespan; };
      return std::ranges::find_if(found.points, in_time)->plan.footprint.count;
    };
    all += least_in_time();
    options.levers = Levers::none().set(Lever::sync).set(Lever::stream).set(Lever::order);
    few += least_in_time();
  }
  INFO("few levers: ", few, ", all: ", all);
  REQUIRE(all <= few + few / 50);
}

TEST_CASE("edits that follow each other make what they make one by one") {
  std::uint64_t in_a_row = 0;
  for (std::uint64_t seed = 1; seed <= rounds(40); ++seed) {
    INFO("seed ", seed);
    const Graph graph =
        with_hashed_durations(random_graph({.seed = seed, .operators = 30, .streams = 3, .syncs = 4}), seed);
    std::mt19937_64 engine(seed);
    std::vector<LeverEdit> edits;
    for (int k = 0; k < 12; ++k) {
      const auto any = [&] { return std::string(graph.name(OperatorId(engine() % graph.operator_count()))); };
      if (engine() % 5 == 0)
        edits.push_back({Lever::order, {any(), any()}, {}, 0, {}});
      else
        edits.push_back({Lever::sync, {any(), any()}, {}, 0, {}});
    }
    std::vector<LeverEdit> kept = edits;
    const auto together = apply_each(std::make_shared<const Graph>(graph), kept, {});
    if (together == nullptr) continue;
    Graph one_by_one = graph;
    for (const LeverEdit& edit : kept) one_by_one = edit.apply(one_by_one, {}).value().graph;
    REQUIRE_EQ(difference(one_by_one, *together), "");
    in_a_row += kept.size() > 2 ? 1 : 0;
  }
  REQUIRE(in_a_row > met(20));
}

TEST_CASE("an operator is moved right before another") {
  const Graph graph = graph_of("op a @0 b @1 c @2");
  for (const auto& [moved, before, order] : {std::tuple("a", "c", "bac"), {"c", "a", "cab"}}) {
    const Graph after = LeverEdit{Lever::order, {moved, before}, {}, 0, {}}.apply(graph, {}).value().graph;
    std::string found;
    for (const OperatorId o : after.operators()) found += after.name(o);
    REQUIRE_EQ(found, order);
  }
}

TEST_CASE("going on leaves out what levers made that are not allowed any more") {
  const Graph graph = with_hashed_durations(random_graph({.seed = 9, .operators = 50, .streams = 3, .window = 30}), 9);
  const TradeOff first = trade_off(graph, {.seed = 1, .iterations = 300}).value();
  const auto by_other_than_sync = [](const TradeOffPoint& point) {
    return std::ranges::any_of(point.edits, [](const LeverEdit& edit) { return edit.lever != Lever::sync; });
  };
  REQUIRE(std::ranges::any_of(first.points, by_other_than_sync));
  Levers syncs = Levers::none();
  syncs.set(Lever::sync, true);
  const TradeOff second = trade_off(graph, {.levers = syncs, .seed = 2, .iterations = 100}, {}, {}, &first).value();
  REQUIRE(std::ranges::none_of(second.points, by_other_than_sync));
}

TEST_CASE("going on keeps what was found where there is no time at all") {
  const Graph graph = with_hashed_durations(random_graph({.seed = 9, .operators = 50, .streams = 3, .window = 30}), 9);
  const TradeOff first = trade_off(graph, {.seed = 1, .iterations = 300}).value();
  const auto second = trade_off(graph, {.seed = 2}, cancelled_task(), {}, &first);
  if (second) REQUIRE_EQ(text(front_of(*second)), text(front_of(first)));
  const TradeOff third = trade_off(graph, {.seed = 2}, Task::with_time_limit(0), {}, &first).value();
  REQUIRE_EQ(text(front_of(third)), text(front_of(first)));
}

TEST_CASE("a search that is stopped keeps what it has, and tells of it on the way") {
  const Graph graph =
      with_hashed_durations(random_graph({.seed = 11, .operators = 40, .streams = 3, .window = 20}), 11);
  std::stop_source stop;
  const Task task{stop.get_token(), {}, {}};
  std::size_t told = 0;
  const TradeOffOptions options{.iterations = 1'000'000'000};
  const auto found = trade_off(graph, options, task, [&](const TradeOff& so_far) {
    REQUIRE_EQ(fault_of(graph, so_far, options), "");
    ++told;
    stop.request_stop();
  });
  REQUIRE(found.has_value());
  REQUIRE_EQ(fault_of(graph, *found, options), "");
  REQUIRE_EQ(told, 1);
}

TEST_CASE("without levers, streams or durations") {
  const Graph timeless = random_graph({.seed = 1});
  REQUIRE_EQ(trade_off(timeless, {.iterations = 10}).error().kind, Error::Kind::bad_input);
  REQUIRE_EQ(trade_off(Graph(), {.iterations = 10}).error().kind, Error::Kind::bad_input);
  const Graph graph = with_hashed_durations(timeless, 1);
  const TradeOff found = trade_off(graph, {.levers = Levers::none(), .iterations = 10}).value();
  REQUIRE_EQ(found.points.size(), 1);
  // Nothing can be edited by a sync on one stream: the search ends by itself.
  const Graph one = with_hashed_durations(random_graph({.seed = 1, .streams = 1}), 1);
  const TradeOff ended = trade_off(one, {.levers = Levers::none().set(Lever::sync)}).value();
  REQUIRE_EQ(ended.points.size(), 1);
  REQUIRE_FALSE(ended.one_stream.has_value());
}

TEST_CASE("levers are read by their names") {
  const Levers some = read_levers("sync,offload").value();
  REQUIRE(some.allow(Lever::sync));
  REQUIRE(some.allow(Lever::offload));
  REQUIRE_FALSE(some.allow(Lever::stream));
  for (const char* wrong : {"", "sync,", "syncs", "sync offload", ",sync"})
    REQUIRE_FALSE(read_levers(wrong).has_value());
}

/// Against all that was put in, each compared with each.
TEST_CASE("the front is what nothing dominates") {
  for (std::uint64_t seed = 0; seed < rounds(200); ++seed) {
    std::mt19937_64 engine(seed);
    Archive archive;
    std::vector<Triple> all;
    for (int k = 0; k < 80; ++k) {
      const Triple triple(engine() % 12, engine() % 12, engine() % 4);
      const bool better =
          std::ranges::any_of(all, [&](const Triple& t) { return t == triple || dominates(t, triple); });
      REQUIRE_EQ(archive.has_better({std::get<0>(triple)}, std::get<1>(triple), std::get<2>(triple)), better);
      REQUIRE_EQ(archive.insert(node_of(triple)), !better);
      all.push_back(triple);
    }
    std::vector<Triple> expected, found;
    for (const Triple& each : all)
      if (std::ranges::none_of(all, [&](const Triple& t) { return dominates(t, each); })) expected.push_back(each);
    std::ranges::sort(expected);
    expected.erase(std::ranges::unique(expected).begin(), expected.end());
    for (const TradeOffPoint& point : archive.spread(1000)) found.push_back(triple_of(point));
    REQUIRE_EQ(found, expected);
  }
}

TEST_CASE("a spread keeps both ends") {
  for (std::uint64_t seed = 0; seed < rounds(50); ++seed) {
    std::mt19937_64 engine(seed);
    Archive archive;
    std::int64_t time = 10'000;
    for (std::int64_t bytes = 10; bytes < 1000; bytes += 10) {
      archive.insert(node_of({bytes, time, 0}));
      time -= 1 + static_cast<std::int64_t>(engine() % 100);
    }
    const std::vector<TradeOffPoint> points = archive.spread(12);
    REQUIRE_EQ(points.size(), 12u);
    REQUIRE_EQ(points.front().plan.footprint, Bytes{10});
    REQUIRE_EQ(points.back().plan.footprint, Bytes{990});
    REQUIRE(std::ranges::is_sorted(points, {}, [](const TradeOffPoint& each) { return each.plan.footprint; }));
  }
}

/// Random fronts, one after the other: nothing that was told is lost, however few may be told.
TEST_CASE("a front that is told keeps what was told before") {
  for (std::uint64_t seed = 0; seed < rounds(100); ++seed) {
    std::mt19937_64 engine(seed);
    FrontDuties duties{.budget = Bytes{static_cast<std::int64_t>(engine() % 1000)},
                       .makespan = static_cast<std::int64_t>(engine() % 1000),
                       .most = 6};
    std::vector<TradeOffPoint> all;
    for (int again = 0; again < 4; ++again) {
      std::vector<TradeOffPoint> points;
      for (int k = 0; k < 40; ++k)
        points.push_back(node_of({static_cast<std::int64_t>(engine() % 1000),
                                  static_cast<std::int64_t>(engine() % 1000), static_cast<std::size_t>(engine() % 4)})
                             ->point);
      all.insert(all.end(), points.begin(), points.end());
      TradeOff told;
      told.points = front_of(points, duties);
      for (std::size_t k = 1; k < told.points.size(); ++k) {
        REQUIRE(told.points[k - 1].plan.footprint < told.points[k].plan.footprint);
        REQUIRE(told.points[k - 1].makespan > told.points[k].makespan);
      }
      for (const TradeOffPoint& old : duties.known)
        REQUIRE(std::ranges::any_of(told.points, [&](const TradeOffPoint& point) {
          return point.plan.footprint <= old.plan.footprint && point.makespan <= old.makespan;
        }));
      if (again == 0) REQUIRE(told.points.size() <= duties.most);
      duties.known = told.points;
      // The answers that must stay are those of all points there ever were.
      std::int64_t fastest = 1000, smallest = 1000;
      for (const TradeOffPoint& point : all) {
        if (point.plan.footprint <= *duties.budget) fastest = std::min(fastest, point.makespan);
        if (point.makespan <= duties.makespan) smallest = std::min(smallest, point.plan.footprint.count);
      }
      if (const TradeOffPoint* best = told.fastest_within(*duties.budget)) REQUIRE_EQ(best->makespan, fastest);
      const auto in_time = std::ranges::find_if(
          told.points, [&](const TradeOffPoint& point) { return point.makespan <= duties.makespan; });
      if (in_time != told.points.end()) REQUIRE_EQ(in_time->plan.footprint.count, smallest);
    }
  }
}

TEST_CASE("the fastest within a budget fits it to the byte") {
  TradeOff found;
  for (const std::int64_t bytes : {100, 200, 300}) found.points.push_back(node_of({bytes, 1000 - bytes, 0})->point);
  REQUIRE(found.fastest_within({99}) == nullptr);
  REQUIRE_EQ(found.fastest_within({100})->plan.footprint, Bytes{100});
  REQUIRE_EQ(found.fastest_within({199})->plan.footprint, Bytes{100});
  REQUIRE_EQ(found.fastest_within({200})->plan.footprint, Bytes{200});
  REQUIRE_EQ(found.fastest_within({1000})->plan.footprint, Bytes{300});
}

TEST_CASE("a move has edits of its lever, which can be made") {
  const Graph graph = random_graph({.seed = 1, .operators = 20, .streams = 3, .fan = 2});
  TradeOffNode node;
  node.point.graph = std::make_shared<const Graph>(graph);
  std::mt19937_64 engine(1);
  for (const Lever lever : {Lever::stream, Lever::order}) {
    int made = 0;
    for (int k = 0; k < 100; ++k)
      for (const LeverEdit& edit : draw_move(node, Levers::none().set(lever), {}, {}, 3, engine).edits) {
        REQUIRE_EQ(edit.lever, lever);
        made += edit.apply(graph, {}).has_value() ? 1 : 0;
      }
    REQUIRE(made > 20);
  }
}
