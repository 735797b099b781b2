// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/bounds.h"
#include "core/safety/chains.h"

namespace stowage {

/// A sync that could be added: `after` waits for `before`. Without one of the two it orders nothing.
///
/// Of two syncs between the same streams, one is **stronger** if it begins later and ends earlier: it implies the
/// other.
/// ```
///   stream s  ──●──────●──▶        ● later begins are stronger      a sync allows a tensor b to take the bytes of a
///               ╲      ╲             if all uses of a lead to its begin, and its end leads to b's producer
///   stream r  ───●──────●─▶        ● earlier ends are stronger
/// ```
struct SyncPlace {
  std::uint32_t from = 0, to = 0;  ///< streams with operators, numbered as the chains of the cover
  std::uint32_t before = 0;        ///< position in `from`, from 1; 0: none
  std::uint32_t after = 0;         ///< position in `to`, from 1; one past the last: none

  friend auto operator<=>(const SyncPlace&, const SyncPlace&) = default;
};

/// The operators that syncs can join, and which of them are ordered already. Refers to the graph.
class SyncSpace {
 public:
  explicit SyncSpace(const Graph& graph) : graph_(graph), cover_(chains_of_streams(graph)), first_(graph, cover_) {}
  SyncSpace(const SyncSpace&) = delete;
  SyncSpace& operator=(const SyncSpace&) = delete;

  /// To be called once, first; false where the task was stopped. O((N + A)·S).
  [[nodiscard]] bool compute(const Task& task) { return first_.compute(task); }

  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] const ChainCover& streams() const { return cover_; }
  [[nodiscard]] OperatorId before(const SyncPlace& sync) const;
  [[nodiscard]] OperatorId after(const SyncPlace& sync) const;
  [[nodiscard]] ControlEdge edge(const SyncPlace& sync) const { return {before(sync), after(sync)}; }
  [[nodiscard]] bool leads_to(OperatorId u, OperatorId v) const { return u == v || first_.leads_to(u, v); }
  /// Whether a sync would order two operators, and can be added.
  [[nodiscard]] bool is_new(const SyncPlace& sync) const;
  [[nodiscard]] bool is_new(OperatorId u, OperatorId v) const { return !leads_to(u, v) && !is_refused(u, v); }
  /// Whether a sync would close a cycle, or run against an order that a time axis fixes; so would all stronger ones.
  [[nodiscard]] bool is_refused(const SyncPlace& sync) const;
  /// The first position of a stream that `o` leads to or is at; one past the last for none.
  [[nodiscard]] std::uint32_t first_after(OperatorId o, std::uint32_t stream) const;
  /// The last position of a stream that leads to `o` or is its own; 0 for none. O(log N).
  [[nodiscard]] std::uint32_t last_before(OperatorId o, std::uint32_t stream) const;
  /// The last position of a stream that `o` may wait for; the first that may wait for `o`.
  [[nodiscard]] std::uint32_t latest_begin(OperatorId o, std::uint32_t stream) const;
  [[nodiscard]] std::uint32_t earliest_end(OperatorId o, std::uint32_t stream) const;
  /// How many syncs are new. O(N·S·log N).
  [[nodiscard]] std::size_t count() const;
  /// A sync as strong as a new one or stronger, beyond which no stronger one is new: begins as late as possible, then
  /// ends as early as possible; or the other way round.
  [[nodiscard]] SyncPlace strongest(const SyncPlace& sync, bool begin_first) const;
  /// The uses of a tensor (its consumers and producer) that lead to no other use.
  [[nodiscard]] std::vector<OperatorId> last_uses(TensorId t) const;

 private:
  [[nodiscard]] bool is_refused(OperatorId u, OperatorId v) const {
    return leads_to(v, u) || (!graph_.times().empty() && v < u);
  }

  const Graph& graph_;
  ChainCover cover_;
  ChainReachability first_;
};

/// The rest of an antichain ("pairwise unsafe") once there is a sync. A sync makes pairs of members safe only if one of
/// them ends with it and the other begins with it. The antichain without the lighter of these two sets remains: a lower
/// bound of every plan with the sync, and with every weaker one.
class Cut {
 public:
  static constexpr std::size_t kBytesAnOperator = 2 * sizeof(Bytes) + sizeof(std::uint32_t);

  Cut(const SyncSpace& space, std::span<const Bytes> sizes, const ProvedBound& antichain);

  /// No plan with this sync is smaller.
  [[nodiscard]] Bytes least_with(const SyncPlace& sync) const { return weight_ - freed(sync); }
  /// The weakest of the stronger syncs that leave less of this antichain: all others are stronger than it. None where
  /// there is none, or where all would close a cycle.
  [[nodiscard]] std::optional<SyncPlace> stronger(const SyncSpace& space, const SyncPlace& sync) const;
  /// The next syncs, stronger than `sync` by one, that end or begin something more of this antichain.
  [[nodiscard]] std::vector<SyncPlace> next(const SyncPlace& sync) const;

 private:
  /// Sums along one stream: by position from 0 to one past the last.
  struct Along {
    std::vector<Bytes> ended, begun;
    std::vector<std::uint32_t> uses_ended;
  };
  [[nodiscard]] Bytes freed(const SyncPlace& sync) const;

  Bytes weight_;
  std::vector<Along> streams_;
};

}  // namespace stowage
