// SPDX-License-Identifier: Apache-2.0
#include <stop_token>

#include "core/insight/edit/edits.h"
#include "core/insight/improve/savings.h"
#include "core/insight/simulate/timing.h"
#include "core/layout/strategies/strategies.h"
#include "core/planning/plan_ground.h"
#include "core/zoo/zoo.h"
#include "tests/support/core_test.h"
#include "tests/support/description.h"
#include "tests/support/durations.h"
#include "tests/support/results.h"
#include "tests/support/training_graph.h"
#include "tests/support/whatif_reference.h"

namespace {

/// Of a strategy, as the window shows it.
std::shared_ptr<const Plan> plan_of(const Graph& graph, Bytes alignment, const char* strategy) {
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const PlanGround ground = PlanGround::make(graph, conflicts, alignment).value();
  return std::make_shared<const Plan>(ground.plan(*find_layout_strategy(strategy), {}).value());
}

/// The least footprint of all live strategies, one by one.
Bytes least_of_live(const Graph& graph, Bytes alignment) {
  Bytes least = kMaxTotalSize;
  for (const LayoutStrategy& strategy : live_strategies())
    least = std::min(least, plan_of(graph, alignment, std::string(strategy.id).c_str())->footprint);
  return least;
}

/// The graph after it, made from what it says and by nothing that measured it.
Graph replayed(const Graph& graph, const MeasuredSaving& saving) {
  return edited_by(saving.edit, graph).value().graph;
}

/// Empty, or how a saving is not what it says.
std::string fault_of(const Graph& graph, const SavingsOptions& options, const MeasuredSaving& saving) {
  const Graph then = replayed(graph, saving);
  const auto* alignment = std::get_if<OtherAlignment>(&saving.edit);
  const Bytes wanted = alignment ? alignment->alignment : options.alignment;
  if (saving.plan->alignment != wanted) return "another alignment";
  if (saving.plan->strategy != saving.strategy->id) return "another strategy";
  if (saving.strategy != find_layout_strategy(saving.strategy->id)) return "a strategy that is not of the table";
  if (std::string fault = plan_faults(then, *saving.plan); !fault.empty()) return fault;
  const bool searched = saving.strategy->id == kSearch.id;
  if (!searched && least_of_live(then, wanted) != saving.footprint()) return "not the least of the live strategies";
  const std::int64_t slower =
      graph.has_durations() ? timing_of(then).makespan - timing_of(graph).makespan : std::int64_t{0};
  if (saving.slower != slower) return "another makespan";
  return {};
}

std::string fault_of(const Graph& graph, const SavingsOptions& options, const Savings& savings) {
  const Bytes layout = least_of_live(graph, options.alignment);
  for (std::size_t k = 0; k < savings.found.size(); ++k) {
    const MeasuredSaving& each = savings.found[k];
    if (auto fault = fault_of(graph, options, each); !fault.empty()) return text("row ", k, ": ", fault);
    if (k > 0 && each.footprint() < savings.found[k - 1].footprint()) return text("row ", k, " is out of order");
    if (way_of(each.edit) != SavingWay::layout && each.footprint() >= layout)
      return text("row ", k, " saves no more than a layout");
  }
  return {};
}

std::set<SavingWay> ways_in(const std::vector<MeasuredSaving>& savings) {
  std::set<SavingWay> out;
  for (const MeasuredSaving& each : savings) out.insert(way_of(each.edit));
  return out;
}

/// The same graph; these operators are of that kind.
Graph with_kind(const Graph& graph, const std::vector<OperatorId>& operators, std::string_view kind) {
  Graph::Data data = graph.data();
  const auto label = static_cast<Graph::Label>(data.labels.add(kind));
  for (const OperatorId o : operators) data.operator_kind[o.index()] = label;
  return Graph(std::move(data));
}

/// Element-wise operators among others, some with durations.
Graph random_kinds(std::uint64_t seed) {
  Graph::Data data = random_graph({.seed = seed,
                                   .operators = 6 + seed % 9,
                                   .streams = 1 + seed % 3,
                                   .fan = 1 + seed % 3,
                                   .groups = seed % 5 == 0 ? std::size_t{1} : std::size_t{0},
                                   .plain = seed % 2 == 0})
                         .data();
  for (Bytes& size : data.tensor_size) size = Bytes{64 * (1 + size.count % 3)};
  const Graph sized(std::move(data));
  std::vector<OperatorId> every_other;
  for (std::size_t o = seed % 2; o < sized.operator_count(); o += 2) every_other.emplace_back(o);
  const Graph graph = with_kind(sized, every_other, "Relu");
  return seed % 3 == 0 ? graph : with_random_durations(graph, seed, 40);
}

}  // namespace

/// On random graphs every saving, made again from its edit, gives a valid plan of the footprint told.
TEST_CASE("what is told is what a replay gives") {
  std::map<SavingWay, std::size_t> seen;
  for (std::uint64_t seed = 1; seed <= rounds(120); ++seed) {
    CAPTURE(seed);
    const Graph graph = random_kinds(seed);
    const SavingsOptions options{.alignment = Bytes{seed % 4 == 0 ? 512 : 1},
                                 .shown = plan_of(graph, Bytes{seed % 4 == 0 ? 512 : 1}, "so.source.first"),
                                 .seconds = 60};
    std::size_t calls = 0;
    const Savings savings = find_savings(graph, options, {}, [&](const Savings&) { ++calls; }).value();
    REQUIRE(savings.left.empty());
    REQUIRE_EQ(fault_of(graph, options, savings), "");
    REQUIRE(calls >= savings.found.size());
    for (const SavingWay way : ways_in(savings.below(options.shown->needed()))) ++seen[way];
  }
  for (const SavingWay way : {SavingWay::layout, SavingWay::alignment, SavingWay::in_place, SavingWay::streams,
                              SavingWay::order, SavingWay::sync}) {
    CAPTURE(static_cast<int>(way));
    REQUIRE(seen[way] > met(4));
  }
}

/// Nothing is lost that was measured to its end, and all syncs are more than the best few.
TEST_CASE("what was measured before is kept, and all syncs come to it") {
  std::size_t more = 0;
  for (std::uint64_t seed = 1; seed <= rounds(40); ++seed) {
    CAPTURE(seed);
    const Graph graph = with_random_durations(random_graph({.seed = seed, .operators = 18, .streams = 4}), seed, 40);
    SavingsOptions options{.seconds = 60};
    const Savings first = find_savings(graph, options).value();
    options.all_syncs = true;
    const Savings all = find_savings(graph, options, {}, {}, &first).value();
    REQUIRE(all.left.empty());
    REQUIRE_EQ(fault_of(graph, options, all), "");
    REQUIRE_EQ(all.syncs.has_value(), first.syncs.has_value());
    for (const MeasuredSaving& each : first.found) {
      const SavingWay way = way_of(each.edit);
      REQUIRE(std::ranges::any_of(all.found, [&](const MeasuredSaving& other) {
        return way_of(other.edit) == way && other.footprint() == each.footprint() && other.slower == each.slower &&
               (way == SavingWay::layout || way == SavingWay::sync || other.plan == each.plan);
      }));
    }
    more += all.found.size() > first.found.size() ? 1 : 0;
  }
  REQUIRE(more >= met(2));
}

TEST_CASE("no saving moves operators onto a protected stream") {
  std::size_t merged = 0;
  for (std::uint64_t seed = 1; seed <= rounds(60); ++seed) {
    CAPTURE(seed);
    const Graph graph = random_kinds(seed);
    const StreamId kept = graph.stream(OperatorId(0));
    const Savings savings =
        find_savings(graph, {.seconds = 60, .protected_streams = {graph.info(kept).number}}).value();
    for (const MeasuredSaving& each : savings.found) {
      const Graph then = replayed(graph, each);
      for (const OperatorId o : then.operators())
        if (then.info(then.stream(o)).number == graph.info(kept).number)
          REQUIRE_EQ(graph.stream(graph.find_operator(then.name(o))), kept);
      merged += way_of(each.edit) == SavingWay::streams ? 1 : 0;
    }
  }
  REQUIRE(merged > met(1));
}

/// Where no plan of any such graph is smaller, nothing is told.
TEST_CASE("nothing is told where nothing can be saved") {
  constexpr std::uint64_t kFirst = 21;  // the seeds before it give graphs that save nothing
  std::size_t none = 0, some = 0;
  for (std::uint64_t seed = kFirst; seed < kFirst + rounds(150); ++seed) {
    CAPTURE(seed);
    const Graph graph = with_small_sizes(
        random_graph({.seed = seed, .operators = 5, .streams = 1 + seed % 2, .fan = 2, .syncs = 0, .plain = true}),
        seed, 4);
    const auto least = [](const Graph& of) { return least_footprint(of, unsafe_pairs_by_definition(of), 1); };
    SavingsOptions options{.seconds = 60};
    const std::int64_t now = least(graph);
    const Savings savings = find_savings(graph, options).value();
    // Each order there is, and each sync.
    std::vector<OperatorId> sequence(graph.operators().begin(), graph.operators().end());
    std::int64_t by_order = now;
    do {
      if (auto ordered = edited_by(OtherOrder{nullptr, sequence}, graph))
        by_order = std::min(by_order, least(ordered->graph));
    } while (std::ranges::next_permutation(sequence).found);
    std::int64_t by_sync = now, by_stream = now;
    for (const auto& [sync, with] : all_syncs(graph)) by_sync = std::min(by_sync, least(*rebuilt_with(graph, sync)));
    if (graph.stream_count() > 1)
      if (const auto one = edited_by(OneStream{}, graph)) by_stream = least(one->graph);
    for (const MeasuredSaving& each : savings.found) REQUIRE(each.footprint().count >= least(replayed(graph, each)));
    const std::set<SavingWay> told = ways_in(savings.below(Bytes{now}));
    REQUIRE(!told.contains(SavingWay::layout));
    REQUIRE(!told.contains(SavingWay::alignment));
    REQUIRE((by_order < now || !told.contains(SavingWay::order)));
    REQUIRE((by_sync < now || !told.contains(SavingWay::sync)));
    REQUIRE((by_stream < now || !told.contains(SavingWay::streams)));
    (by_order < now || by_sync < now || by_stream < now ? some : none) += 1;
  }
  REQUIRE(none > met(10));
  REQUIRE(some > met(10));
}

/// A layout alone may be all there is to do; it is told for the plan that is shown.
TEST_CASE("a better layout is told by what is shown") {
  const auto graph = sample("training_step.stowage.json");
  const auto bad = plan_of(*graph, {1}, "bump");
  const Savings savings = find_savings(*graph, {.shown = bad, .recorded = true, .seconds = 60}).value();
  REQUIRE_EQ(fault_of(*graph, {}, savings), "");
  REQUIRE_EQ(ways_in(savings.below(bad->footprint)), std::set{SavingWay::layout});
  REQUIRE(savings.below(savings.found.front().footprint()).empty());
}

TEST_CASE("ways apply where they can") {
  using W = SavingWay;
  const auto lines = graph_of("op a @0\nop b @0\nt x 16 : a -> b\n");
  REQUIRE_EQ(saving_ways(lines, {}), std::vector{W::layout, W::order});
  REQUIRE_EQ(saving_ways(lines, {.alignment = {512}}), std::vector{W::layout, W::alignment, W::order});
  REQUIRE_EQ(saving_ways(lines, {.alignment = {512}, .recorded = true}), std::vector{W::layout, W::alignment});
  const auto sets = graph_of("op a @0\nop b @1\nt x 16 : a -> b\n");
  REQUIRE_EQ(saving_ways(sets, {}), std::vector{W::layout, W::streams, W::order, W::sync});
  REQUIRE_EQ(saving_ways(*sample("lifetimes.csv"), {}), std::vector{W::layout});
  REQUIRE_EQ(saving_ways(*sample("serving.pickle"), {.recorded = true}), std::vector{W::layout});
}

/// A target that allows 16 bytes: three tensors of 16 in 48 instead of 3 × 512; 64 needs 192.
TEST_CASE("alignments") {
  const Graph graph = graph_of(
      "op a @0\nop b @0\n"
      "t x 16 : a -> b\nt y 16 : a -> b\nt z 16 : a -> b\n");
  const SavingsOptions options{.alignment = {512}, .shown = plan_of(graph, {512}, "so.size.best"), .seconds = 60};
  std::vector<std::pair<std::int64_t, std::int64_t>> told;
  for (const MeasuredSaving& each : find_savings(graph, options)->below(options.shown->footprint))
    told.emplace_back(std::get<OtherAlignment>(each.edit).alignment.count, each.footprint().count);
  REQUIRE_EQ(told.size(), 2);
  REQUIRE((told[0] == std::pair<std::int64_t, std::int64_t>(16, 48)));
  REQUIRE((told[1] == std::pair<std::int64_t, std::int64_t>(64, 192)));
}

/// 10, 8 and 4 bytes and nanoseconds: as one stream 10 bytes, 12 ns later; with b behind a 14, 8 ns later; with c
/// behind b 18, 2 ns later. With c behind a it is 18, too, but 4 ns later.
TEST_CASE("merged streams that save less are told where they are faster") {
  const Graph graph =
      with_durations(graph_of("op a @0 b @1 c @2\nt x 10 : a -> a\nt y 8 : b -> b\nt z 4 : c -> c"), {10, 8, 4});
  std::vector<std::pair<std::int64_t, std::int64_t>> told;
  const Savings savings = find_savings(graph, {.seconds = 60}).value();
  for (const MeasuredSaving& each : savings.found)
    if (way_of(each.edit) == SavingWay::streams) told.emplace_back(each.footprint().count, each.slower);
  REQUIRE((told == std::vector<std::pair<std::int64_t, std::int64_t>>{{10, 12}, {14, 8}, {18, 2}}));
}

/// b makes y of x, element by element.
TEST_CASE("element-wise operators write over what they read") {
  const Graph chain = graph_of(
      "op a @0\nop b @0\nop c @0\nop d @0\n"
      "t x 64 : a -> b\nt y 64 : b -> c\nt z 64 : c -> d\n");
  const Graph graph = with_kind(chain, {OperatorId(1)}, "Relu");
  const std::vector<InPlace> pairs = element_wise_pairs(graph);
  REQUIRE_EQ(pairs.size(), 1);
  REQUIRE_EQ(graph.name(pairs[0].output), "y");
  REQUIRE_EQ(graph.name(pairs[0].input), "x");
  REQUIRE(element_wise_pairs(with_kind(chain, {OperatorId(1)}, "MatMul")).empty());
  REQUIRE(element_wise_pairs(edited_by(InPlaceReuse{pairs}, graph)->graph).empty());  // it has them
}

/// What an operator reads as a view, too, it reads in another order of elements: written over, that would be wrong.
TEST_CASE("no output over bytes that are read twice") {
  const std::string lines =
      "op a @0\nop v @0\nop b @0\nop c @0\n"
      "t x 64 : a -> v b\nt w 64 : v -> b\nt y 64 : b -> c\n";
  REQUIRE_EQ(element_wise_pairs(with_kind(graph_of(lines), {OperatorId(2)}, "Add")).size(), 2);  // over x or over w
  REQUIRE(element_wise_pairs(with_kind(graph_of(lines + "view w x 0\n"), {OperatorId(2)}, "Add")).empty());
}

/// The same permissions as `zoo --in-place` gives.
TEST_CASE("in place as the zoo has it") {
  const ZooNetwork& network = *find_zoo_network("resnet50");
  const std::vector<InPlace> pairs = element_wise_pairs(make_zoo_graph(network, {}).value());
  const Graph permitted = make_zoo_graph(network, {.in_place = true}).value();
  REQUIRE(!pairs.empty());
  REQUIRE((std::vector(permitted.in_place().begin(), permitted.in_place().end()) == pairs));
}

/// A large graph ends soon after its time, and says what it had no time for; who cancels it is told nothing more.
TEST_CASE("time ends, and so does the search") {
  const Graph graph = make_training_graph({.layers = 400, .streams = 4, .branches = 2});
  REQUIRE(graph.operator_count() > 9'000);
  const auto start = std::chrono::steady_clock::now();
  const Savings savings = find_savings(graph, {.seconds = 0.2}).value();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  REQUIRE(!savings.left.empty());
  REQUIRE(took.count() < 20);  // a plan of it for each way, at most
  std::stop_source stop;
  std::size_t calls = 0;
  Task task;
  task.stop = stop.get_token();
  const auto cancelled = find_savings(*sample("training_step.stowage.json"), {}, task, [&](const Savings&) {
    ++calls;
    stop.request_stop();
  });
  REQUIRE(!cancelled);
  REQUIRE(cancelled.error().kind == Error::Kind::cancelled);
  REQUIRE_EQ(calls, 1);
}
