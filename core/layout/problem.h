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
  /// bad_input where `alignment` is < 1, or the rounded sizes (with what tensors of their own alignment may lose to
  /// it) add up to 2^60 or more.
  [[nodiscard]] static Result<LayoutProblem> make(const Graph& graph, const Conflicts& conflicts,
                                                  Bytes alignment = {1});

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

  /// A stretch of one line on which tensors can be told apart; empty for tensors that occupy nothing.
  using Window = Conflicts::Window;
  /// Tensors whose sure windows overlap are unsafe. Where there is one chain, these are all that are; else the
  /// lifetimes in the global order.
  [[nodiscard]] std::span<const Window> sure_windows() const { return sure_; }
  /// Tensors whose wide windows do not overlap are safe: from the producer to where every chain has released it, in
  /// the global order. Empty where there is one chain.
  [[nodiscard]] std::span<const Window> wide_windows() const { return wide_; }

 private:
  [[nodiscard]] Result<void> measure();
  void find_sure_windows();
  void find_wide_windows();

  const Graph* graph_ = nullptr;
  const Conflicts* conflicts_ = nullptr;
  Bytes alignment_{1};
  std::vector<Bytes> sizes_, block_sizes_;
  std::vector<std::int64_t> block_steps_;  // empty: the alignment for all
  std::vector<Lifetime> lifetimes_;
  std::vector<std::uint32_t> degrees_;
  std::vector<Window> sure_, wide_;
  Csr<TensorId> blocks_;
};

}  // namespace stowage
