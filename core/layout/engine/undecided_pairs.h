// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/layout/engine/timeline.h"

namespace stowage {

/// Placed tensors in order of offset, in chunks, so that one more costs little however many there are.
class OffsetOrder {
 public:
  struct Entry {
    Interval interval;
    Conflicts::Position edge;      ///< its begin where later ones are looked for; its end, negated, where earlier ones
    std::int32_t index;            ///< of a release in a table
    Conflicts::Position position;  ///< compared with the release; 0 where the one asked for is
  };
  /// Column by column, for flag_unsafe(); none empty.
  struct Chunk {
    std::vector<Interval> intervals;
    std::vector<Conflicts::Position> edges, positions;
    std::vector<std::int32_t> indices;
    std::int64_t top = 0;  ///< largest end of an interval

    void insert(const Entry& entry);
    /// Keeps the first half, returns the second.
    Chunk split();
  };
  static constexpr std::size_t kCapacity = 256;

  void add(const Entry& entry);
  [[nodiscard]] std::span<const Chunk> chunks() const { return chunks_; }

 private:
  std::vector<Chunk> chunks_;
};

/// Placed tensors whose conflict with a given tensor cannot be decided from the windows of the mixed lane alone: the
/// later tensor is made, in that lane, after the window of the earlier tensor has ended but before the earlier settles,
/// so the pair must be tested.
/// ```
///           end(a)       settled(a)
///  a  ════════╪·············╪
///                 × b              b is made before a settles: the pair has to be asked
/// ```
/// The global order is cut into stretches. A tensor looks for *later* ones in every stretch from its end until it
/// settles, among the tensors made there; and, if made in the lane, for *earlier* ones in the stretch in which it is
/// made, among those that have ended and have not settled by then.
class UndecidedPairs {
 public:
  explicit UndecidedPairs(const LayoutProblem& problem);

  void add(TensorId t, Interval interval);

  /// The unsafe ones of one list of possible neighbours, in ascending order of begin; a chunk of the list is compared
  /// when the intervals before it are used up.
  class Cursor {
   public:
    /// None that next() returns begins below this.
    [[nodiscard]] std::int64_t begin() const { return chunks_.front().intervals.front().begin; }
    /// The next ones, without those of chunks in which no interval ends above `top`; empty at the end. They live until
    /// the next call.
    [[nodiscard]] std::span<const Interval> next(std::int64_t top);

   private:
    friend class UndecidedPairs;
    std::span<const OffsetOrder::Chunk> chunks_;
    const Conflicts::Position* table_ = nullptr;
    Conflicts::Position edge_ = 0, position_ = 0;
    Interval* hits_ = nullptr;  // room for a chunk
  };

  /// Appends the lists that hold all such neighbours of `t`; they live as long as the scratch of `lists`.
  void collect(TensorId t, IntervalLists& lists, std::vector<Cursor>& out) const;

 private:
  [[nodiscard]] Conflicts::Window window(TensorId t) const { return problem_.window(t, problem_.lane_count() - 1); }
  [[nodiscard]] bool in_lane(TensorId t) const { return problem_.lane(t) == problem_.lane_count() - 1; }
  [[nodiscard]] std::size_t stretch(Conflicts::Position step) const {
    return static_cast<std::size_t>(step) / stretch_length_;
  }

  const LayoutProblem& problem_;
  std::size_t stretch_length_ = 1;
  std::vector<OffsetOrder> beginning_;  // by stretch: the tensors made in it
  std::vector<OffsetOrder> unsettled_;  // by stretch: the tensors ended but not settled in it
};

}  // namespace stowage
