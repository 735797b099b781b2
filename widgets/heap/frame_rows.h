// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <QString>

#include "core/heap/stack_blame.h"

namespace stowage {

/// A history with the tree of its stacks; neither changes any more.
struct FrameTree {
  std::shared_ptr<const HeapHistory> history;
  StackTree tree;
};

/// The frames that hold bytes at a step, or lead to one that does, the largest of each parent first. Where a filter is
/// given: those that match it, all under them, and all above.
/// ```
///  0 all              rows in order of depth: the children of a row follow each other
///  1 ├ forward
///  2 ├ step
///  3 │└ (of forward) conv
/// ```
struct FrameRows {
  struct Row {
    std::uint32_t node = 0;                 ///< into StackTree::nodes
    std::uint32_t parent = 0;               ///< into rows; of the first, itself
    std::uint32_t first = 0, children = 0;  ///< rows[first … first + children)
    bool leads = false;                     ///< to a match of the filter, below it
  };
  std::shared_ptr<const FrameTree> of;
  StackBlame blame;
  std::vector<Row> rows;  ///< the first stands for all; empty where nothing is left

  [[nodiscard]] const StackBlame::Share& share(std::size_t row) const { return blame.nodes[rows[row].node]; }
  /// "forward (model.py:104)", or empty for the row of all.
  [[nodiscard]] QString label(std::size_t row) const;
};

/// O(allocations + nodes log nodes).
[[nodiscard]] FrameRows frame_rows(std::shared_ptr<const FrameTree> tree, HeapStep step, const QString& filter);

}  // namespace stowage
