// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <set>
#include <tuple>
#include <vector>

#include "core/insight/improve/sync_space.h"

namespace stowage {

/// Syncs that are weighed or planned in parallel. Fixed, so that results are, too.
inline constexpr std::size_t kSyncsAtOnce = 8;

/// A sync and its lower bound: no plan with the sync is smaller than `bound`.
struct WeighedSync {
  ControlEdge sync;
  Bytes bound;
  SyncPlace place;
};

/// Weighs syncs: finds the heaviest antichain that each leaves. Always goes on with the sync that promises most, by the
/// antichains that are known: a best-first search over the lattice of syncs, from the weakest to stronger ones.
///
/// A **node** waits: a sync, and with it all stronger ones that no other node stands for. Memory is limited: nodes
/// without room are dropped, and least_dropped() says how much they could promise.
class SyncBounds {
 public:
  /// Space and task outlive this.
  SyncBounds(const SyncSpace& space, Bytes alignment, const Task& task)
      : space_(space), alignment_(alignment), task_(task) {}

  /// Makes every sync wait; `heaviest` is the heaviest antichain without any sync. To be called once, first, with a
  /// computed space.
  void begin(ProvedBound heaviest);
  /// Weighs the syncs that promise most, `count` at most, while a waiting one may have a bound below `limit`. In
  /// parallel; the same result on any number of cores. Leaves out syncs that cannot be added.
  [[nodiscard]] std::vector<WeighedSync> weigh(std::size_t count, Bytes limit);

  /// No sync that waits, or that was dropped, has a bound below this.
  [[nodiscard]] Bytes least_waiting() const { return waiting_.empty() ? kMaxTotalSize : waiting_.top().least; }
  [[nodiscard]] Bytes least_dropped() const { return least_dropped_; }
  /// A lower bound of every plan with this sync, by the antichains known so far.
  [[nodiscard]] Bytes least_with(const SyncPlace& place) const;

 private:
  struct Node {
    SyncPlace place;
    Bytes least;  ///< none of its syncs has a bound below

    [[nodiscard]] auto key() const { return std::tuple(least, place.from, place.to, place.before, ~place.after); }
    friend bool operator<(const Node& a, const Node& b) { return a.key() > b.key(); }  // the least on top of a queue
  };

  void push(const Node& node);
  std::vector<Node> take(std::size_t count, Bytes limit);
  bool bound_by_cuts(const Node& node);
  [[nodiscard]] std::optional<ProvedBound> heaviest_with(const ControlEdge& sync) const;
  void split(const Node& node, const Cut& cut, Bytes weight);

  const SyncSpace& space_;
  const Bytes alignment_;
  const Task& task_;
  std::vector<Bytes> sizes_;  // aligned, by TensorId
  ProvedBound heaviest_;
  std::vector<Cut> cuts_;
  std::size_t max_cuts_ = 0;
  Bytes least_dropped_ = kMaxTotalSize;
  std::priority_queue<Node> waiting_;
  std::set<SyncPlace> seen_;
};

}  // namespace stowage
