// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/interval.h"
#include "core/plan/plan.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// One tensor stands on another: they may never share memory, and `upper` begins where `lower` ends (or at the next
/// start that is possible).
struct Support {
  TensorId upper, lower;
  friend auto operator<=>(const Support&, const Support&) = default;
};

/// Why a tensor lies where a plan puts it.
/// ```
///  8 ┌───────┐                 chain of a:  a on b, b on c
///    │   a   │                 gaps of a:   [0, 2), too small
///  6 ├───────┤ b's end
///    │   b   │      A contiguous group moves as one: what holds up one member holds up all.
///  4 ├───┬───┘
///  2 │ c │   (free for a: c may share memory with it)
///  0 └───┘
/// ```
struct Blame {
  std::vector<TensorId> block;  ///< the tensors that move as one: the tensor, or its group in order
  Offset begin;                 ///< where the block starts
  Bytes size;                   ///< of the block, rounded up to the alignment
  std::int64_t step = 1;        ///< it may start at multiples of this
  std::size_t partners = 0;     ///< tensors that may never share memory with the tensor
  std::vector<Support> under;   ///< all that stands directly under the block; `upper` is of the block. Sorted
  /// From the block down, each `lower` in the block of the next `upper`; of the longest chains the first by index. Each
  /// stands strictly lower than the one before; the last lies at 0, or hangs free.
  std::vector<Support> chain;
  bool chain_reaches_bottom = false;
  /// Addresses below the block that no unsafe partner of a member lies at, ascending.
  std::vector<Interval> gaps;
  /// The lowest start at which the block would fit with all others where they are, if lower than `begin`.
  std::optional<Offset> lowest;
};

/// Explains the tensors of one plan. Their ends are sorted once, so that a chain costs little in a plan of any size.
/// Graph, conflicts and plan must outlive it; `plan.offsets` must have one entry a tensor.
class Blamer {
 public:
  Blamer(const Graph& graph, const Conflicts& conflicts, const Plan& plan);

  /// Empty chain, gaps and supports for a tensor that keeps no bytes from others (size 0, never needed, or a view): it
  /// lies anywhere. Errors: cancelled, timed_out.
  [[nodiscard]] Result<Blame> blame(TensorId t, const Task& task = {}) const;

 private:
  struct Block {
    std::span<const TensorId> members;
    Offset begin;
    std::int64_t step;
  };
  [[nodiscard]] bool occupies(TensorId t) const {
    return graph_->size(t) > Bytes{0} && graph_->is_needed(t) && !graph_->is_view(t);
  }
  [[nodiscard]] bool same_group(TensorId a, TensorId b) const {
    return graph_->group(a).valid() && graph_->group(a) == graph_->group(b);
  }
  [[nodiscard]] Offset begin(TensorId t) const { return plan_->offsets[t.index()]; }
  [[nodiscard]] Bytes size(TensorId t) const { return round_up(graph_->size(t), plan_->alignment); }
  [[nodiscard]] Offset end(TensorId t) const { return begin(t) + size(t); }
  [[nodiscard]] Block block_of(const TensorId& t) const;
  [[nodiscard]] std::vector<Support> supports(const Block& block) const;
  [[nodiscard]] std::vector<TensorId> partners(TensorId t) const;
  [[nodiscard]] Result<void> find_room(const Block& block, Blame& out, const Task& task) const;
  [[nodiscard]] Result<void> find_chain(TensorId t, Blame& out, const Task& task) const;

  const Graph* graph_;
  const Conflicts* conflicts_;
  const Plan* plan_;
  std::vector<std::pair<Offset, TensorId>> ends_;  // of all that occupy bytes, sorted
};

}  // namespace stowage
