// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/name_table.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// Fills frames, texts and stacks of a history, equal ones once.
class FrameTable {
 public:
  explicit FrameTable(RecordedHeap& history) : history_(history) {}

  /// Returns an index into RecordedHeap::frames.
  std::uint32_t add_frame(std::string_view name, std::string_view file, std::int64_t line);
  /// Returns a row of RecordedHeap::stacks; kNoneInHeap for no frames.
  std::uint32_t add_stack(std::span<const std::uint32_t> frames);

 private:
  std::uint32_t add_text(std::string_view text);

  RecordedHeap& history_;
  NameIndex texts_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> frames_, stacks_;  // by hash
};

/// Which frames of a stack lead, one after the other, from the root of a tree to it.
struct StackView {
  enum class Order : std::uint8_t {
    callers_first,    ///< from the outermost frame in: a profiler's "call tree"
    innermost_first,  ///< the other way round: "bottom-up"
    lines,            ///< only the telling frame: a flat list of source lines
  };
  Order order = Order::callers_first;
  bool all_frames = true;  ///< those of C++ and of the interpreter, too
  friend bool operator==(const StackView&, const StackView&) = default;
};

/// All stacks of a history as one tree, here from the outermost frame in.
/// ```
///  0 (all)
///  1 ├ <module> (train.py:67)           nodes are numbered in preorder: all below node n are n + 1 … end(n) - 1
///  2 │ ├ forward (model.py:104)
///  3 │ └ step (optimizer.py:78)
///  4 ├ thread_main
///  5 └ (no stack)                       there only if an allocation has none
/// ```
struct StackTree {
  struct Node {
    std::uint32_t frame = kNoneInHeap;   ///< into RecordedHeap::frames; none for the root and for `no_stack`
    std::uint32_t parent = kNoneInHeap;  ///< none for the root
    std::uint32_t end = 0;               ///< after the last node below this one
  };
  std::vector<Node> nodes;                   ///< the root first: it stands for everything, with a stack or without
  std::vector<std::uint32_t> node_of_stack;  ///< by row of RecordedHeap::stacks: the node at the end of its way
  std::uint32_t no_stack = kNoneInHeap;      ///< the node of allocations without a stack; none: all have one

  [[nodiscard]] std::uint32_t node_of(std::uint32_t stack) const {
    return stack == kNoneInHeap ? no_stack : node_of_stack[stack];
  }
  /// Whether `node` is `above` or lies under it.
  [[nodiscard]] bool is_under(std::uint32_t node, std::uint32_t above) const {
    return above <= node && node < nodes[above].end;
  }
};

/// O(n log n) comparisons of stacks, for n stacks; as many nodes as there are frames in all stacks at most.
[[nodiscard]] StackTree stack_tree(const RecordedHeap& history, StackView view = {});

/// The bytes that the allocations alive at a step hold (rounded sizes, pending frees included), by node of the tree:
/// all under the node, and those whose stack ends there.
struct StackBlame {
  struct Share {
    Bytes bytes, own_bytes;
    std::uint32_t allocations = 0, own_allocations = 0;
  };
  HeapStep step = 0;
  std::vector<Share> nodes;  ///< the root's is the sum of those right below it: it owns nothing itself
};

/// O(allocations + nodes). At the peak, `step` is peak_of(heap_curves(history).active).step.
[[nodiscard]] StackBlame stack_blame(const RecordedHeap& history, const StackTree& tree, HeapStep step);

/// The allocations alive at a step that lie under a node: into RecordedHeap::allocations, ascending.
[[nodiscard]] std::vector<std::uint32_t> allocations_under(const RecordedHeap& history, const StackTree& tree,
                                                           std::uint32_t node, HeapStep step);

}  // namespace stowage
