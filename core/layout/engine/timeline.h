// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/interval.h"
#include "core/plan/problem.h"

namespace stowage {

/// Lists of intervals, each in ascending order of `begin` (intervals of one list may overlap). Users want their union.
class IntervalLists {
 public:
  std::vector<std::span<const Interval>> lists;
  std::vector<const IntervalSet*> sets;  ///< more lists, which stay the same from question to question more often

  void clear() {
    lists.clear();
    sets.clear();
    in_sets_ = used_ = 0;
  }
  void add(std::span<const Interval> list) {
    if (!list.empty()) lists.push_back(list);
  }
  void add(const IntervalSet& set) {
    if (set.intervals().empty()) return;
    sets.push_back(&set);
    in_sets_ += set.intervals().size();
  }
  /// Of all sets.
  [[nodiscard]] std::size_t intervals_in_sets() const { return in_sets_; }
  /// Room for a list of up to `most` intervals to write, and then to add(); it lives until clear().
  Interval* scratch(std::size_t most) {
    if (used_ == pool_.size()) pool_.emplace_back();
    std::vector<Interval>& room = pool_[used_++];
    if (room.size() < most) room.resize(most);
    return room.data();
  }

 private:
  std::vector<std::vector<Interval>> pool_;
  std::size_t used_ = 0;
  std::size_t in_sets_ = 0;
};

/// The steps of the global order cut into leaves of about equally many begins and ends of tensors.
class TimeAxis {
 public:
  explicit TimeAxis(const LayoutProblem& problem);

  /// A power of two, and at least 2.
  [[nodiscard]] std::size_t leaf_count() const { return first_step_.size() - 1; }
  /// A power of two, and at most half of them.
  [[nodiscard]] std::size_t leaves_in_stretch() const { return std::size_t{1} << stretch_bits_; }
  [[nodiscard]] std::size_t stretch(std::size_t leaf) const { return leaf >> stretch_bits_; }
  [[nodiscard]] std::size_t leaf(Conflicts::Position step) const { return leaf_of_[static_cast<std::size_t>(step)]; }
  [[nodiscard]] bool in_second_half(Conflicts::Position step) const { return leaf(step) >= leaf_count() / 2; }
  [[nodiscard]] bool covers(Conflicts::Window window, std::size_t leaf) const {
    return window.begin <= first_step_[leaf] && window.end >= first_step_[leaf + 1];
  }

 private:
  std::vector<std::uint32_t> leaf_of_;           // by step
  std::vector<Conflicts::Position> first_step_;  // by leaf, and one past the last
  int stretch_bits_ = 0;                         // a stretch has 2^this leaves
};

/// The occupied addresses as seen from one lane, for two questions about a new tensor: which addresses are taken by
/// tensors whose window in this lane contains the step at which it is made (*at*), and which by tensors that this lane
/// makes while its own window lasts (*made in*)? Most answers are a handful of intervals, though hundreds of tensors
/// make them up; so they are kept in merged form rather than gathered tensor by tensor.
/// ```
///             |  leaf 0  |  leaf 1  |  leaf 2  |  leaf 3  |
///  window:          [==================)                        at: leaves that it covers, or whole stretches of
///                partial      full    partial                   leaves, merge it into one set of addresses; others
///                                                               keep it as it is, with its window
///  made:      |-----×----|                                      made in: its leaf keeps it with its step, and every
///             |-----×---------------|                           node of the tree above merges it
/// ```
class Timeline {
 public:
  using Window = Conflicts::Window;
  using Position = Conflicts::Position;

  /// Refers to the axis.
  explicit Timeline(const TimeAxis& axis)
      : axis_(&axis),
        leaves_(axis.leaf_count()),
        stretches_(axis.stretch(axis.leaf_count())),
        made_in_(2 * axis.leaf_count()) {}

  /// A tensor with this (not empty) window is placed.
  void add_window(Window window, Interval interval);
  /// A tensor that this lane makes at `step` is placed.
  void add_made(Position step, Interval interval);

  void collect_at(Position step, IntervalLists& out) const;
  void collect_made_in(Window window, IntervalLists& out) const;

 private:
  /// Tensors one by one.
  struct Singles {
    std::vector<Position> from, to;
    std::vector<Interval> intervals;
    /// Keeps the order of begin; all must be in that order.
    void insert(Position from_step, Position to_step, Interval interval);
    void append(Position from_step, Position to_step, Interval interval);
    void clear();
  };
  /// Singles that come more often than they are asked for: the recent ones are put in order a few dozen at a time.
  struct Pile {
    Singles sorted, recent;
    void add(Position from_step, Position to_step, Interval interval);
  };
  struct Leaf {
    IntervalSet full;  ///< of windows that do not cover all of its stretch
    Pile partial;
    Singles made;
  };

  static std::span<Interval> overlaps(const Singles& singles, Window window, IntervalLists& out);

  const TimeAxis* axis_;
  std::vector<Leaf> leaves_;
  std::vector<IntervalSet> stretches_;  // of windows that cover all leaves of the stretch
  // A heap: node leaf_count + k is leaf k. Its root, node 1, stays empty: both halves of the axis would write to it.
  std::vector<IntervalSet> made_in_;
};

}  // namespace stowage
