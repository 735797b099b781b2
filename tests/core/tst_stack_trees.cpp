// SPDX-License-Identifier: Apache-2.0
// Trees of stacks in each order, against sums over the allocations themselves.

#include "core/insight/recorded/stacks.h"
#include "tests/support/checks.h"
#include "tests/support/heaps.h"
#include "tests/support/rounds.h"

using namespace stowage;

namespace {

/// Allocations alive at step 0 and at step 1, with stacks of frames of Python, of a library and of C++.
RecordedHeap random_heap(std::uint64_t seed) {
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
    heap.allocations.push_back(test::allocation(1000 * a, size, static_cast<HeapStep>(below(2)), 2));
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

TEST_CASE("trees of stacks sum what lies on each way") {
  using Order = StackView::Order;
  for (std::uint64_t seed = 1; seed <= test::rounds(1'000); ++seed) {
    const RecordedHeap heap = random_heap(seed);
    for (const Order order : {Order::callers_first, Order::innermost_first, Order::lines})
      for (const bool all : {false, true}) {
        const StackView view{order, all};
        const StackTree tree = stack_tree(heap, view);
        for (HeapStep step = 0; step < 2; ++step) {
          const StackBlame blame = stack_blame(heap, tree, step);
          std::map<std::string, Bytes> told;
          for (std::uint32_t n = 1; n < tree.nodes.size(); ++n)
            if (blame.nodes[n].allocations > 0) told[path_of(heap, tree, n)] += blame.nodes[n].bytes;
          REQUIRE_MESSAGE(told == sums(heap, view, step), test::text("seed ", seed, ", step ", step));
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
