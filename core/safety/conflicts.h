// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/interval.h"
#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// Which tensors may never share memory: the unsafe relation of a graph, answered in O(1) a pair, the pairs never
/// listed. (Lamprou et al., "Safe Optimized Static Memory Allocation for Parallel Deep Learning", section 3, in the
/// release formulation; every fact below is proved in the comment on top of conflicts.cpp.)
///
/// a **before** b: every use of a is over before b's producer starts, in every legal parallel execution. This is a
/// strict partial order. {a, b} is *safe* iff a is before b or b before a; otherwise *unsafe*.
///
/// The operators are covered by chains (the streams, or fewer, longer ones where there are many streams):
/// ```
///  chain s:   1 ── 2 ── 3 ── 4 ── 5 ── 6        the operators of s that must come after every use of t
///                       └─ release(t, s) = 3    are a suffix of s: only its first position is stored
/// ```
/// so a is before b iff position(producer of b) ≥ release(a, chain(producer of b)).
/// Memory: 4·(N + T)·S bytes at most while computing, 4·T·S after, for S chains.
///
/// For a graph with views the relation is one of bytes: a view is made and used with its owner, and is safe to all
/// tensors in the same bytes. In-place permissions do not change the relation.
class Conflicts {
 public:
  using Position = std::int32_t;                   ///< 1-based within a chain
  static constexpr Position kNever = 0x7fff'ffff;  ///< released nowhere in that chain

  /// When the relation is that of lifetimes on one line: unsafe iff a.begin < b.end and b.begin < a.end.
  using Window = BasicInterval<Position>;

  Conflicts() = default;

  /// too_large where the graph needs more memory than is sensible, which the message says; other errors are only
  /// cancelled or timed_out.
  [[nodiscard]] static Result<Conflicts> compute(const Graph& graph, const Task& task = {});

  [[nodiscard]] std::size_t tensor_count() const { return birth_.size(); }
  [[nodiscard]] std::size_t chain_count() const { return chain_count_; }

  /// O(1). Both ids must differ.
  [[nodiscard]] bool before(TensorId a, TensorId b) const {
    const Birth birth = birth_[b.index()];
    return birth.position >= release_[std::size_t{birth.chain} * tensor_count() + a.index()];
  }
  [[nodiscard]] bool unsafe(TensorId a, TensorId b) const {
    return !before(a, b) && !before(b, a) && !in_same_bytes(a, b);
  }

  /// First position of `chain` at which every use of t is over, or kNever; -1 for a tensor that is never needed.
  [[nodiscard]] Position release(TensorId t, std::size_t chain) const {
    return release_[chain * tensor_count() + t.index()];
  }
  /// release() of all tensors for one chain, by TensorId.
  [[nodiscard]] std::span<const Position> releases(std::size_t chain) const {
    return std::span(release_).subspan(chain * tensor_count(), tensor_count());
  }
  /// The chain of its producer (0 where it has none).
  [[nodiscard]] std::size_t chain(TensorId t) const { return birth_[t.index()].chain; }
  /// The place of its producer in that chain; 0 for a tensor present from the start (nothing comes before it);
  /// kNever for one that is never needed (everything comes before it).
  [[nodiscard]] Position position(TensorId t) const { return birth_[t.index()].position; }
  /// The operators of each chain, in order.
  [[nodiscard]] const Csr<OperatorId>& chains() const { return chains_; }

  /// One window a tensor if there is a single chain (one stream, or streams in lock-step), or empty. Ends are at
  /// most one past the last position; a tensor that is never needed has an end below its begin.
  [[nodiscard]] std::span<const Window> windows() const { return windows_; }

  /// Bit b of `bits` ((T+63)/64 words) is set iff {t, b} is unsafe; t's own bit is clear. O(T/8) vector steps.
  void unsafe_row(TensorId t, std::span<std::uint64_t> bits) const;

  /// For each tensor, the number of others that it is unsafe to; lists no pairs. By TensorId. O((T + N)·S).
  [[nodiscard]] std::vector<std::uint32_t> degrees() const;
  /// Half the sum of degrees(); computed on each call.
  [[nodiscard]] std::uint64_t unsafe_pair_count() const;

 private:
  [[nodiscard]] bool in_same_bytes(TensorId a, TensorId b) const {
    return !owner_.empty() && owner_[a.index()] == owner_[b.index()];
  }
  [[nodiscard]] static Result<Conflicts> compute_with_views(const Graph& graph, const Task& task);

  struct Birth {
    Position position;
    std::uint32_t chain;
  };
  static void flag_unsafe(std::span<const Birth> births, const Position* releases, const Position* limits,
                          Position birth, std::uint8_t* flags);

  std::size_t chain_count_ = 0;
  std::vector<Position> release_;  // [chain][tensor]: one chain's releases are contiguous for unsafe_row
  std::vector<Birth> birth_;
  std::vector<Window> windows_;
  Csr<OperatorId> chains_;
  std::vector<TensorId> owner_;  // by tensor; empty: no views
};

}  // namespace stowage
