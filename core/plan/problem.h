// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/base/id.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// Everything the layout strategies share, computed once a graph and alignment; const for all of them.
/// Refers to the graph and the conflicts, which must outlive it.
///
/// A **block** is what is placed as one: a contiguous group, or a tensor in no group. Blocks are numbered by their
/// smallest tensor.
class LayoutProblem {
 public:
  /// bad_input where `alignment` is < 1; too_large where the rounded sizes (with the bytes that tensors may lose to an
  /// alignment of their own) add up to 2^60 or more.
  [[nodiscard]] static Result<LayoutProblem> make(const Graph& graph, const Conflicts& conflicts,
                                                  Bytes alignment = {1});
  static Result<LayoutProblem> make(Graph&&, const Conflicts&, Bytes = {1}) = delete;
  static Result<LayoutProblem> make(const Graph&, Conflicts&&, Bytes = {1}) = delete;

  [[nodiscard]] const Graph& graph() const { return *graph_; }
  [[nodiscard]] const Conflicts& conflicts() const { return *conflicts_; }
  [[nodiscard]] Bytes alignment() const { return alignment_; }

  /// Rounded up to the alignment; by TensorId.
  [[nodiscard]] std::span<const Bytes> sizes() const { return sizes_; }
  [[nodiscard]] std::span<const Lifetime> lifetimes() const { return lifetimes_; }
  /// Number of unsafe partners; by TensorId.
  [[nodiscard]] std::span<const std::uint32_t> degrees() const { return degrees_; }

  [[nodiscard]] std::size_t block_count() const { return blocks_.row_count(); }
  /// Its tensors in the order in which they must lie.
  [[nodiscard]] std::span<const TensorId> block(std::size_t b) const { return blocks_[b]; }
  [[nodiscard]] Bytes block_size(std::size_t b) const { return block_sizes_[b]; }
  /// The start of the block must be a multiple of this: the alignment, or its least common multiple with the tensor's
  /// own (members of a group have none).
  [[nodiscard]] std::int64_t block_step(std::size_t b) const {
    return block_steps_.empty() ? alignment_.count : block_steps_[b];
  }
  /// Whether it keeps bytes from others: it has positive size and is needed. Only such tensors are ever in the way.
  [[nodiscard]] bool occupies(TensorId t) const { return sizes_[t.index()] > Bytes{0} && graph_->is_needed(t); }

  /// Steps of the global order, half-open.
  using Window = Conflicts::Window;

  /// **Lanes** make the unsafe relation a matter of windows. Each chain in which many tensors are made is a lane; the
  /// others, if any, share the last one.
  /// ```
  ///  lane 0   ────made────×───×───×──▶        ×: a tensor made later in that lane. Of two tensors, look at the
  ///            t begins       │ end(t, 0)     one made earlier: they are unsafe iff the other is made, in its lane,
  ///  lane 1   ──────×───×───×───×─────▶       before that end.
  ///                         │ end(t, 1)
  /// ```
  /// In a lane of several chains the tensors made between end(t, lane) and settled(t) may or may not be unsafe to t; of
  /// those before all are, of those after none.
  [[nodiscard]] std::size_t lane_count() const { return lane_count_; }
  [[nodiscard]] std::size_t lane(TensorId t) const { return lanes_[t.index()]; }
  /// The step of its producer, or 0.
  [[nodiscard]] Conflicts::Position begin(TensorId t) const { return begins_[t.index()]; }
  /// [begin(t), end(t, lane)); may be empty in lanes that are not its own. Only for tensors that occupy something.
  [[nodiscard]] Window window(TensorId t, std::size_t lane) const {
    return {begins_[t.index()], ends_[lane * begins_.size() + t.index()]};
  }
  [[nodiscard]] bool last_lane_is_mixed() const { return !settled_.empty(); }
  [[nodiscard]] Conflicts::Position settled(TensorId t) const { return settled_[t.index()]; }

 private:
  [[nodiscard]] Result<void> measure();
  void find_lanes();
  void find_ends(std::size_t chain, std::size_t lane);
  void find_mixed_ends(std::span<const std::size_t> chains, std::size_t lane);

  const Graph* graph_ = nullptr;
  const Conflicts* conflicts_ = nullptr;
  Bytes alignment_{1};
  std::vector<Bytes> sizes_, block_sizes_;
  std::vector<std::int64_t> block_steps_;  // empty: the alignment for all
  std::vector<Lifetime> lifetimes_;
  std::vector<std::uint32_t> degrees_;
  std::size_t lane_count_ = 1;
  std::vector<std::uint16_t> lanes_;
  std::vector<Conflicts::Position> begins_, ends_, settled_;  // ends_ is [lane][tensor]
  Csr<TensorId> blocks_;
};

}  // namespace stowage
