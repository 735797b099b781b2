// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// Which blocks keep bytes from each other, listed. Most pairs may not overlap at all. Of two groups, or a group and a
/// tensor, only some members may be unsafe to each other, so that one block may lie in a hole of the other:
/// ```
///   start of b − start of other:     low         high     low     high
///                               ──────┤ forbidden ├─ hole ─┤  forb. ├──────
/// ```
class BlockPairs {
 public:
  using Block = LayoutProblem::Block;

  /// A block may not start at other's start + x where low < x < high.
  struct Range {
    Block other;
    std::int64_t low, high;

    friend bool operator==(const Range&, const Range&) = default;
  };

  BlockPairs() = default;  ///< of no blocks
  /// O(T²/8) at worst. too_large where the lists would take more than `most` bytes; otherwise cancelled, timed_out.
  [[nodiscard]] static Result<BlockPairs> make(const LayoutProblem& problem, Bytes most, const Task& task = {});

  [[nodiscard]] std::size_t block_count() const { return whole_.row_count(); }
  /// The blocks that may not share a byte with the block, ascending.
  [[nodiscard]] std::span<const Block> whole(Block b) const { return whole_[b]; }
  /// The ranges of all others that matter to the block: one or more for each, ascending.
  [[nodiscard]] std::span<const Range> ranges(Block b) const { return ranges_[b]; }
  /// Entries in both lists.
  [[nodiscard]] std::size_t degree(Block b) const { return whole(b).size() + ranges(b).size(); }

  /// The sum of all degrees: each pair counts twice.
  [[nodiscard]] std::size_t entry_count() const { return whole_.item_count() + ranges_.item_count(); }

  /// Keeps only the pairs of two marked blocks; the numbers of blocks stay. Fails only with cancelled or timed_out.
  [[nodiscard]] Result<BlockPairs> among(const std::vector<bool>& marked, const Task& task = {}) const;

 private:
  Csr<Block> whole_;
  Csr<Range> ranges_;
};

}  // namespace stowage
