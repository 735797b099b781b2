// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/insight/recorded/stacks.h"
#include "widgets/painters/page/page.h"

namespace stowage {

/// A history with the tree of its stacks; neither changes any more.
struct FrameTree {
  std::shared_ptr<const RecordedHeap> history;
  StackView view;
  StackTree tree;
  std::vector<bool> telling;  ///< by frame: whether it is RecordedHeap::telling_frame() of a stack
};
[[nodiscard]] FrameTree frame_tree(std::shared_ptr<const RecordedHeap> history, StackView view = {});

/// The nodes of the frames that say most of where these tensors were allocated; ascending. `tensors` are sorted.
/// O(allocations log tensors).
[[nodiscard]] std::vector<std::uint32_t> telling_nodes(const FrameTree& tree, std::span<const TensorId> tensors);

/// The frames that hold bytes at a step, or lead to one that does, the largest of each parent first. Where a filter is
/// given: those that match it, all under them, and all above. Without one a frame that does nothing but call one other,
/// and says little, shares its row with that: stacks are deep, and most of each is only a way. What was allocated
/// without a stack is a row of its own below all, so that the rows below all sum to it.
/// ```
///  0 all              rows in order of depth: the children of a row follow each other
///  1 ├ forward
///  2 ├ step
///  3 │└ (of forward) conv
/// ```
struct FrameRows {
  struct Row {
    std::uint32_t node = 0;                 ///< into StackTree::nodes; the innermost of its frames
    std::uint32_t head = 0;                 ///< the outermost of its frames
    std::uint32_t parent = 0;               ///< into rows; of the first, itself
    std::uint32_t first = 0, children = 0;  ///< rows[first … first + children)
    bool leads = false;                     ///< to a match of the filter, below it
  };
  std::shared_ptr<const FrameTree> of;
  StackBlame blame;
  std::vector<Row> rows;  ///< the first stands for all; empty where nothing is left

  [[nodiscard]] const StackBlame::Share& share(std::size_t row) const { return blame.nodes[rows[row].node]; }
  /// "forward (model.py:104)", or empty for the row of all.
  [[nodiscard]] QString label(std::size_t row) const { return node_label(rows[row].node); }
  /// All frames from the row of all to this one: "main (train.py:7);forward (model.py:104)", or empty for the row of
  /// all.
  [[nodiscard]] QString path(std::size_t row) const;
  /// Whether the frame of a node is one of the row's.
  [[nodiscard]] bool holds(std::size_t row, std::uint32_t node) const;
  /// The row that holds a node, or the innermost that holds one above it. Needs a row.
  [[nodiscard]] std::size_t row_of(std::uint32_t node) const;

 private:
  [[nodiscard]] QString node_label(std::uint32_t node) const;
};

/// O(allocations + nodes log nodes).
[[nodiscard]] FrameRows frame_rows(std::shared_ptr<const FrameTree> tree, HeapStep step, const QString& filter);

/// A line of the tree of frames.
struct FrameLine {
  std::size_t row = 0;  ///< into FrameRows::rows
  int depth = 0;
};
/// Those lines, and how many more there are where they are very many. `words`: said above them.
[[nodiscard]] Drawing frames_drawing(const QString& title, const QString& words, std::shared_ptr<const FrameRows> rows,
                                     std::vector<FrameLine> lines);

}  // namespace stowage
