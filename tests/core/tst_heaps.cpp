// SPDX-License-Identifier: Apache-2.0
// Recorded heaps: which allocations may share bytes, what is inconsistent, and what stacks sum up to.
#include "core/insight/recorded/heap_graph.h"
#include "core/insight/recorded/record.h"
#include "core/insight/recorded/stacks.h"
#include "tests/support/core_test.h"
#include "tests/support/heaps.h"

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
      history.allocations.push_back(allocation(address, kBlock, step, history.step_count(),
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
  auto made = must(heap_graph(history, streams, "g", "f"));
  if (plan) *plan = std::move(made.plan);
  return std::move(made.graph.graph);
}

/// What the record says: allocations of one stream (or of all, one after the other) share bytes where one was freed
/// before the other was made. Of two streams nothing is known, but what never runs together with anything: a free in
/// no step, and an allocation in no step.
bool may_share(const HeapAllocation& a, const HeapAllocation& b, bool serial) {
  if (a.stream != b.stream && !serial) return false;
  return a.free_completed <= b.allocated || b.free_completed <= a.allocated;
}

bool alive(const HeapAllocation& a, HeapStep step) {
  return a.free_completed > step;
}
std::uint64_t end_of(const HeapAllocation& a) {
  return a.address + static_cast<std::uint64_t>(a.requested.count);
}

/// Allocations and segments of a small heap at random; some of the one lie over each other and beside the other.
RecordedHeap history_of(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t bound) { return engine() % bound; };
  RecordedHeap out;
  out.event_count = 100;
  const std::uint64_t room = 64 << below(6);
  for (std::uint64_t slot = 0; slot < room / 64; ++slot)
    for (HeapStep step = 0; step < out.step_count();) {
      const auto died = step + 1 + static_cast<HeapStep>(below(60));
      if (below(8) > 0)
        out.segments.push_back(
            {.address = slot * 64, .size = {64}, .born = step, .died = std::min(died, out.step_count())});
      step = died;
    }
  std::ranges::stable_sort(out.segments, [](const HeapSegment& a, const HeapSegment& b) {
    return std::pair(a.born, a.address) < std::pair(b.born, b.address);
  });
  for (int k = 0; k < 150; ++k) {
    const auto born = static_cast<HeapStep>(below(out.step_count()));
    out.allocations.push_back({.address = below(room),
                               .requested = {static_cast<std::int64_t>(below(30))},
                               .rounded = {},
                               .allocated = born,
                               .free_completed = born + static_cast<HeapStep>(below(12))});
  }
  std::ranges::stable_sort(out.allocations, {}, &HeapAllocation::allocated);
  return out;
}

/// By comparing each with all before it, and byte by byte.
HeapInconsistencies brute_force(const RecordedHeap& history) {
  HeapInconsistencies out;
  std::vector<HeapAllocation> kept;
  for (const HeapAllocation& a : history.allocations) {
    if (a.requested == Bytes{0} || a.free_completed <= a.allocated) continue;
    const bool over = std::ranges::any_of(kept, [&](const HeapAllocation& k) {
      return alive(k, a.allocated) && k.address < end_of(a) && a.address < end_of(k);
    });
    if (over)
      out.overlapping.add(a.allocated, a.address);
    else
      kept.push_back(a);
    bool outside = false;
    for (std::uint64_t byte = a.address; byte < end_of(a); ++byte)
      outside |= std::ranges::none_of(history.segments, [&](const HeapSegment& s) {
        return s.alive(a.allocated) && s.address <= byte && byte < s.end();
      });
    if (outside) out.outside.add(a.allocated, a.address);
  }
  return out;
}

/// Allocations alive at step 0 and at step 1, with stacks of frames of Python, of a library and of C++.
RecordedHeap heap_of_stacks(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  RecordedHeap heap;
  heap.event_count = 1;
  FrameTable table(heap);
  std::vector<std::uint32_t> frames, stacks;
  for (const char* file : {"/me/train.py", "/me/model.py", "/lib/site-packages/nn.py", "alloc.cpp", "??"})
    for (std::int64_t line = 1; line <= 2; ++line) frames.push_back(table.add_frame("f", file, line));
  for (std::uint64_t s = 0, count = 1 + below(6); s < count; ++s) {
    std::vector<std::uint32_t> rows;
    for (std::uint64_t k = 0, depth = below(5); k < depth; ++k) rows.push_back(frames[below(frames.size())]);
    stacks.push_back(table.add_stack(rows));
  }
  for (std::uint64_t a = 0, count = below(12); a < count; ++a) {
    const auto size = static_cast<std::int64_t>(1 + below(100));
    heap.allocations.push_back(allocation(1000 * a, size, static_cast<HeapStep>(below(2)), 2));
    heap.allocations.back().stack = stacks[below(stacks.size())];
  }
  std::ranges::stable_sort(heap.allocations, {}, &HeapAllocation::allocated);
  return heap;
}

std::string path_of(const RecordedHeap& heap, const StackTree& tree, std::uint32_t node) {
  std::string out;
  for (; node != 0; node = tree.nodes[node].parent)
    out = '/' + (node == tree.no_stack ? "none" : heap.label(heap.frames[tree.nodes[node].frame])) + out;
  return out;
}

bool ends_with_py(const RecordedHeap& heap, std::uint32_t frame) {
  return heap.file(heap.frames[frame]).ends_with(".py");
}

/// Bytes by the way to a frame, from what a stack holds alone.
std::map<std::string, Bytes> sums(const RecordedHeap& heap, StackView view, HeapStep step) {
  std::map<std::string, Bytes> out;
  for (const HeapAllocation& a : heap.allocations) {
    if (!a.alive(step)) continue;
    std::vector<std::uint32_t> way;
    if (a.stack != kNoneInHeap) way.assign(heap.stacks[a.stack].begin(), heap.stacks[a.stack].end());
    const auto python = std::ranges::count_if(way, [&](std::uint32_t f) { return ends_with_py(heap, f); });
    if (!view.all_frames && python > 0) std::erase_if(way, [&](std::uint32_t f) { return !ends_with_py(heap, f); });
    if (view.order == StackView::Order::lines && !way.empty()) {
      const auto* telling = heap.telling_frame(a.stack);
      way = {static_cast<std::uint32_t>(telling - heap.frames.data())};
    }
    if (view.order == StackView::Order::callers_first) std::ranges::reverse(way);
    std::string path;
    if (way.empty()) out["/none"] += a.rounded;
    for (const std::uint32_t frame : way) out[path += '/' + heap.label(heap.frames[frame])] += a.rounded;
  }
  return out;
}

}  // namespace

TEST_CASE("pairs are decided as the record says") {
  for (std::uint64_t seed = 1; seed <= rounds(2'000); ++seed)
    for (const bool serial : {false, true}) {
      RecordedHeap history = random_history(seed);
      const Graph graph = graph_of_heap(history, serial ? HeapStreams::serial : HeapStreams::unordered);
      const Conflicts conflicts = Conflicts::compute(graph).value();
      const auto& all = history.allocations;
      for (std::size_t a = 0; a < all.size(); ++a)
        for (std::size_t b = a + 1; b < all.size(); ++b)
          REQUIRE_MESSAGE(conflicts.unsafe(all[a].tensor, all[b].tensor) != may_share(all[a], all[b], serial),
                          text("seed ", seed, ", serial ", serial, ", ", a, " and ", b));
    }
}

/// The allocator's own places are safe in the order in which it gave them, and say so where there are other orders.
TEST_CASE("the recorded plan is safe in the order of the host") {
  for (std::uint64_t seed = 1; seed <= rounds(500); ++seed)
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
  for (std::uint64_t seed = 1; seed <= rounds(500); ++seed) {
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
  for (std::uint64_t seed = 1; seed <= rounds(1'000); ++seed) {
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
  history.allocations = {allocation(0x1000, kBlock, 0, 3), allocation(0x1200, kBlock, 1, 7),
                         allocation(0x1400, kBlock, 2, 4), allocation(0x1000, kBlock, 5, 7)};
  REQUIRE_EQ(history.offset_of(0x5000), Offset{0x4000});  // the end of a region is its own
  const auto made = must(heap_graph(history, HeapStreams::unordered, "g", "f"));
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
  const auto recorded = heap_lifetimes(graph, history, lives);
  for (const HeapAllocation& each : history.allocations)
    REQUIRE(recorded[each.tensor.index()] == Lifetime{each.allocated, each.free_completed});
  const std::size_t later = history.allocations[0].tensor.index(), shorter = history.allocations[1].tensor.index();
  lives[later] = {1, 2};
  lives[shorter] = {0, 1};
  const auto moved = heap_lifetimes(graph, history, lives);
  REQUIRE((moved[later] == Lifetime{5, 7} && moved[shorter] == Lifetime{0, 5}));
  history.event_count = 7;
  REQUIRE(!steps_match(graph, history));
}

TEST_CASE("as by brute force") {
  std::size_t overlapping = 0, outside = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const RecordedHeap history = history_of(seed);
    const HeapInconsistencies found = find_inconsistencies(history).value(), wanted = brute_force(history);
    REQUIRE_EQ(found.overlapping.count, wanted.overlapping.count);
    REQUIRE(found.overlapping.places == wanted.overlapping.places);
    REQUIRE_EQ(found.outside.count, wanted.outside.count);
    REQUIRE(found.outside.places == wanted.outside.places);
    overlapping += found.overlapping.count;
    outside += found.outside.count;
  }
  REQUIRE((overlapping > 1000 && outside > 1000));
}

/// ```
///  0      4096     8192          many addresses, so that ranks have several levels of words
///  [#][#][#]…[#]        each allocation next to the one before, and one over all of them
/// ```
TEST_CASE("many addresses") {
  constexpr std::uint64_t kCount = 300'000;
  RecordedHeap history;
  history.event_count = 2;
  for (std::uint64_t k = 0; k < kCount; ++k)
    history.allocations.push_back(
        {.address = 8 * ((k * 7919) % kCount), .requested = {8}, .rounded = {}, .free_completed = 3});
  REQUIRE_EQ(find_inconsistencies(history).value().overlapping.count, std::size_t{0});
  history.allocations.push_back(
      {.address = 8 * kCount - 1, .requested = {1}, .rounded = {}, .allocated = 1, .free_completed = 3});
  history.allocations.push_back(
      {.address = 8 * kCount, .requested = {1}, .rounded = {}, .allocated = 2, .free_completed = 3});
  const HeapInconsistencies found = find_inconsistencies(history).value();
  REQUIRE_EQ(found.overlapping.count, std::size_t{1});
  REQUIRE((found.overlapping.places[0] == HeapFindings::Place{1, 8 * kCount - 1}));
  REQUIRE_EQ(found.outside.count, std::size_t{0});  // there are no segments to be outside of
}

TEST_CASE("trees of stacks sum what lies on each way") {
  using Order = StackView::Order;
  for (std::uint64_t seed = 1; seed <= rounds(1'000); ++seed) {
    const RecordedHeap heap = heap_of_stacks(seed);
    for (const Order order : {Order::callers_first, Order::innermost_first, Order::lines})
      for (const bool all : {false, true}) {
        const StackView view{order, all};
        const StackTree tree = stack_tree(heap, view);
        for (HeapStep step = 0; step < 2; ++step) {
          const StackBlame blame = stack_blame(heap, tree, step);
          std::map<std::string, Bytes> told;
          for (std::uint32_t n = 1; n < tree.nodes.size(); ++n)
            if (blame.nodes[n].allocations > 0) told[path_of(heap, tree, n)] += blame.nodes[n].bytes;
          REQUIRE_MESSAGE(told == sums(heap, view, step), text("seed ", seed, ", step ", step));
          // What is under a node is what it sums.
          for (std::uint32_t n = 0; n < tree.nodes.size(); ++n) {
            Bytes sum;
            for (const std::uint32_t a : allocations_under(heap, tree, n, step)) {
              REQUIRE(heap.allocations[a].alive(step));
              sum += heap.allocations[a].rounded;
            }
            REQUIRE_EQ(sum, blame.nodes[n].bytes);
          }
        }
      }
  }
}
