// SPDX-License-Identifier: Apache-2.0
// Which allocations of a recorded heap may share bytes, decided from their steps and streams alone.

#include "core/insight/recorded/heap_graph.h"
#include "core/insight/recorded/record.h"
#include "tests/support/checks.h"
#include "tests/support/heaps.h"
#include "tests/support/planning.h"
#include "tests/support/rounds.h"

using namespace stowage;

namespace {

constexpr std::int64_t kBlock = 512;

/// A heap that is not damaged: each step makes one allocation, or frees one, or does neither.
RecordedHeap random_history(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  RecordedHeap history;
  history.event_count = below(40);
  for (std::size_t s = 0, streams = 1 + below(3); s < streams; ++s)
    history.streams.push_back(static_cast<std::int64_t>(s * 1000));
  std::vector<std::size_t> live;
  const auto make = [&](HeapStep step) {
    for (std::uint64_t slot = 0; slot < 8; ++slot) {
      const std::uint64_t address = 0x1000 + slot * kBlock;
      const auto at = [&](std::size_t k) { return history.allocations[k].address == address; };
      if (std::ranges::any_of(live, at)) continue;
      live.push_back(history.allocations.size());
      history.allocations.push_back(test::allocation(address, kBlock, step, history.step_count(),
                                                     static_cast<std::uint32_t>(below(history.streams.size()))));
      return;
    }
  };
  for (std::size_t k = below(4); k > 0; --k) make(0);
  for (HeapStep step = 1; step < history.step_count(); ++step) {
    if (below(10) == 0) continue;
    if (live.empty() || below(2) == 0) {
      make(step);
      continue;
    }
    const std::size_t which = below(live.size());
    history.allocations[live[which]].free_requested = history.allocations[live[which]].free_completed = step;
    live.erase(live.begin() + static_cast<std::ptrdiff_t>(which));
  }
  if (!find_regions(history)) throw std::runtime_error("too large");
  return history;
}

Graph graph_of_heap(RecordedHeap& history, HeapStreams streams, Plan* plan = nullptr) {
  auto made = heap_graph(history, streams, "g", "f");
  if (!made) throw std::runtime_error(made.error().text());
  if (plan) *plan = std::move(made->plan);
  return std::move(made->graph.graph);
}

/// What the record says: allocations of one stream (or of all, one after the other) share bytes where one was freed
/// before the other was made. Of two streams nothing is known, but what never runs together with anything: a free in
/// no step, and an allocation in no step.
bool may_share(const HeapAllocation& a, const HeapAllocation& b, bool serial) {
  if (a.stream != b.stream && !serial) return false;
  return a.free_completed <= b.allocated || b.free_completed <= a.allocated;
}

}  // namespace

TEST_CASE("pairs are decided as the record says") {
  for (std::uint64_t seed = 1; seed <= test::rounds(2'000); ++seed)
    for (const bool serial : {false, true}) {
      RecordedHeap history = random_history(seed);
      const Graph graph = graph_of_heap(history, serial ? HeapStreams::serial : HeapStreams::unordered);
      const Conflicts conflicts = Conflicts::compute(graph).value();
      const auto& all = history.allocations;
      for (std::size_t a = 0; a < all.size(); ++a)
        for (std::size_t b = a + 1; b < all.size(); ++b)
          REQUIRE_MESSAGE(conflicts.unsafe(all[a].tensor, all[b].tensor) != may_share(all[a], all[b], serial),
                          test::text("seed ", seed, ", serial ", serial, ", ", a, " and ", b));
    }
}

/// ```
///  step        0   1   2   3   4   5   6   7   8
///  stream 0    a ──────┤   c ──────────┤   e ────
///  stream 7        b ──────────┤   d ──────────┤     of two streams, only the host's order tells
/// ```
TEST_CASE("two streams by hand") {
  RecordedHeap history;
  history.event_count = 8;
  history.streams = {0, 7};
  const auto add = [&](std::uint64_t slot, HeapStep from, HeapStep to, std::uint32_t stream) {
    history.allocations.push_back(test::allocation(0x1000 + slot * kBlock, kBlock, from, to, stream));
  };
  enum { a, b, c, d, e };
  add(0, 0, 2, 0), add(1, 1, 4, 1), add(0, 3, 6, 0), add(1, 5, 8, 1), add(0, 7, history.step_count(), 0);
  REQUIRE(find_regions(history));
  const std::vector<std::pair<int, int>> one_stream{{a, c}, {a, e}, {c, e}, {b, d}};
  std::vector<std::pair<int, int>> host_order = one_stream;
  host_order.insert(host_order.end(), {{a, d}, {b, e}});
  for (const bool serial : {false, true}) {
    const Graph graph = graph_of_heap(history, serial ? HeapStreams::serial : HeapStreams::unordered);
    const Conflicts conflicts = Conflicts::compute(graph).value();
    const auto& safe = serial ? host_order : one_stream;
    for (int x = a; x <= e; ++x)
      for (int y = x + 1; y <= e; ++y) {
        const auto tensor = [&](int k) { return history.allocations[static_cast<std::size_t>(k)].tensor; };
        REQUIRE_MESSAGE(conflicts.unsafe(tensor(x), tensor(y)) != (std::ranges::count(safe, std::pair(x, y)) > 0),
                        test::text(x, " and ", y, ", serial ", serial));
      }
  }
}

/// The allocator's own places are safe in the order in which it gave them, and say so where another order is
/// possible.
TEST_CASE("the recorded plan is safe in the order of the host") {
  for (std::uint64_t seed = 1; seed <= test::rounds(500); ++seed)
    for (const HeapStreams streams : {HeapStreams::unordered, HeapStreams::serial}) {
      RecordedHeap history = random_history(seed);
      Plan plan;
      const Graph graph = graph_of_heap(history, streams, &plan);
      REQUIRE_EQ(plan.serial_streams, streams == HeapStreams::unordered && graph.stream_count() > 1);
      REQUIRE(validate(graph, plan).value().valid());
      if (plan.offsets.size() < 2) continue;
      plan.serial_streams = false;
      const auto& all = history.allocations;
      bool reused = false;  // by another stream
      for (std::size_t a = 0; a < all.size(); ++a)
        for (std::size_t b = a + 1; b < all.size(); ++b)
          reused |= all[a].address == all[b].address && all[a].stream != all[b].stream;
      REQUIRE_EQ(validate(graph, plan).value().valid(), streams == HeapStreams::serial || !reused);
    }
}

TEST_CASE("operators keep their streams and steps") {
  for (std::uint64_t seed = 1; seed <= test::rounds(500); ++seed) {
    RecordedHeap history = random_history(seed);
    const Graph graph = graph_of_heap(history, HeapStreams::unordered);
    REQUIRE(steps_match(graph, history));
    for (const HeapAllocation& a : history.allocations) {
      const OperatorId producer = graph.producer(a.tensor);
      if (a.allocated == 0) REQUIRE(!producer.valid());
      if (producer.valid()) REQUIRE_EQ(graph.info(graph.stream(producer)).number, history.streams[a.stream]);
      for (const OperatorId use : graph.consumers(a.tensor))
        REQUIRE_EQ(graph.info(graph.stream(use)).number, history.streams[a.stream]);
    }
  }
}

/// Two changes in one step, as a damaged record has them, give a graph all the same.
TEST_CASE("damaged records give a graph") {
  for (std::uint64_t seed = 1; seed <= test::rounds(1'000); ++seed) {
    RecordedHeap history = random_history(seed);
    if (history.step_count() < 2) continue;
    std::mt19937_64 random(seed);
    for (HeapAllocation& a : history.allocations)
      if (a.free_completed < history.step_count() && random() % 2 == 0) {
        // Nobody saw the free: it is known by what was made at that address.
        const auto taker = std::ranges::find_if(
            history.allocations, [&](const auto& b) { return b.address == a.address && b.allocated > a.allocated; });
        if (taker != history.allocations.end()) a.free_requested = a.free_completed = taker->allocated;
      }
    const RecordedHeap before = history;
    for (const HeapStreams streams : {HeapStreams::unordered, HeapStreams::serial}) {
      Plan plan;
      const Graph graph = graph_of_heap(history, streams, &plan);
      REQUIRE(steps_match(graph, history));
      REQUIRE_MESSAGE(validate(graph, plan).value().valid(), std::to_string(seed));
    }
  }
}

/// Each step of the history is in the one of the graph that it is mapped to, and the way back stays there.
TEST_CASE("steps there and back") {
  RecordedHeap history;  // two allocations in a row, a free, an allocation
  history.event_count = 6;
  history.streams = {0};
  history.regions = {{0x1000, {0x4000}, {}}};
  history.allocations = {test::allocation(0x1000, kBlock, 0, 3), test::allocation(0x1200, kBlock, 1, 7),
                         test::allocation(0x1400, kBlock, 2, 4), test::allocation(0x1000, kBlock, 5, 7)};
  const auto made = test::must(heap_graph(history, HeapStreams::unordered, "g", "f"));
  const Graph& graph = made.graph.graph;
  REQUIRE(steps_match(graph, history));
  for (HeapStep step = 0; step < history.step_count(); ++step) {
    const std::size_t at = graph_step_of(graph, step);
    REQUIRE((graph.times()[at] <= step && step < graph.times()[at + 1]));
  }
  const HeapCurves curves = heap_curves(history);
  for (std::size_t at = 0; at < graph.operator_count(); ++at) {
    const HeapStep step = heap_step_of(graph, history, at);
    REQUIRE_EQ(graph_step_of(graph, step), at);
    for (std::int64_t other = graph.times()[at]; other < graph.times()[at + 1]; ++other)
      REQUIRE(curves.active[static_cast<std::size_t>(other)] <= curves.active[step]);
  }
  REQUIRE_EQ(graph_step_of(graph, 1'000), graph.operator_count() - 1);
  // In events, tensors live as they were recorded; what an edit moved elsewhere, as its steps say.
  std::vector<Lifetime> lives = lifetimes(graph);
  for (const HeapAllocation& each : history.allocations) {
    const Lifetime life = heap_lifetimes(graph, history, lives)[each.tensor.index()];
    REQUIRE_EQ(life.begin, each.allocated);
    REQUIRE_EQ(life.end, each.free_completed);
  }
  const std::size_t first = history.allocations[0].tensor.index();
  lives[first] = {1, 2};
  REQUIRE_EQ(heap_lifetimes(graph, history, lives)[first].begin, graph.times()[1]);
  REQUIRE_EQ(heap_lifetimes(graph, history, lives)[first].end, graph.times()[2]);
  history.event_count = 7;
  REQUIRE(!steps_match(graph, history));
}
