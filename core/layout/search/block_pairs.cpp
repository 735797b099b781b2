// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/block_pairs.h"

#include <tuple>

#include "core/base/bits.h"

namespace stowage {
namespace {

using Block = BlockPairs::Block;
using Range = BlockPairs::Range;

/// Collects the neighbours of one block after the other.
class Lister {
 public:
  explicit Lister(const LayoutProblem& problem) : problem_(problem), row_((problem.sizes().size() + 63) / 64) {}

  void list(Block b) {
    whole.clear();
    ranges.clear();
    for (TensorId t : problem_.block(b)) {
      if (!problem_.occupies(t)) continue;
      problem_.conflicts().unsafe_row(t, row_);
      for_each_bit(row_, [&](std::size_t other) { add(b, t, TensorId(other)); });
    }
    if (problem_.block(b).size() > 1) {  // the same neighbour may have come twice
      sort_distinct(whole);
    }
    merge(b);
  }

  std::vector<Block> whole;
  std::vector<Range> ranges;

 private:
  void add(Block b, TensorId t, TensorId other) {
    const Block neighbour = problem_.block_of(other);
    if (neighbour == b || !problem_.occupies(other)) return;
    if (problem_.block(b).size() == 1 && problem_.block(neighbour).size() == 1) {
      whole.push_back(neighbour);
      return;
    }
    const std::int64_t apart = problem_.inset(other) - problem_.inset(t);
    ranges.push_back(
        {neighbour, apart - problem_.sizes()[t.index()].count, apart + problem_.sizes()[other.index()].count});
  }

  /// Merges ranges that overlap; a neighbour left without a hole moves to `whole`.
  void merge(Block b) {
    if (ranges.empty()) return;
    std::ranges::sort(ranges, {}, [](const Range& r) { return std::tuple(r.other, r.low, r.high); });
    std::size_t kept = 0;
    for (const Range& range : ranges) {
      if (kept > 0 && ranges[kept - 1].other == range.other && range.low < ranges[kept - 1].high)
        ranges[kept - 1].high = std::max(ranges[kept - 1].high, range.high);
      else
        ranges[kept++] = range;
    }
    ranges.resize(kept);
    const std::size_t before = whole.size();
    std::erase_if(ranges, [&](const Range& range) {
      const bool all =
          range.low == -problem_.block_size(b).count && range.high == problem_.block_size(range.other).count;
      if (all) whole.push_back(range.other);
      return all;
    });
    if (whole.size() > before) std::ranges::sort(whole);
  }

  const LayoutProblem& problem_;
  std::vector<std::uint64_t> row_;
};

}  // namespace

Result<BlockPairs> BlockPairs::make(const LayoutProblem& problem, Bytes most, const Task& task) {
  BlockPairs out;
  Lister lister(problem);
  for (Block b = 0; b < problem.block_count(); ++b) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    lister.list(b);
    out.whole_.add_row(lister.whole);
    out.ranges_.add_row(lister.ranges);
    const std::size_t bytes = out.whole_.item_count() * sizeof(Block) + out.ranges_.item_count() * sizeof(Range);
    if (bytes > static_cast<std::size_t>(most.count))
      return tl::unexpected(Error::of(Error::Kind::too_large, "the lists of unsafe pairs would take more than " +
                                                                  std::to_string(most.count) + " bytes"));
  }
  return out;
}

Result<BlockPairs> BlockPairs::among(const std::vector<bool>& marked, const Task& task) const {
  BlockPairs out;
  std::vector<Block> whole;
  std::vector<Range> ranges;
  for (Block b = 0; b < block_count(); ++b) {
    if (task.poll(b, 64)) return tl::unexpected(task.why_stopped());
    whole.clear();
    ranges.clear();
    if (marked[b]) {
      std::ranges::copy_if(this->whole(b), std::back_inserter(whole), [&](Block other) { return marked[other]; });
      std::ranges::copy_if(this->ranges(b), std::back_inserter(ranges),
                           [&](const Range& range) { return marked[range.other]; });
    }
    out.whole_.add_row(whole);
    out.ranges_.add_row(ranges);
  }
  return out;
}

}  // namespace stowage
