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

  /// A stretch of one line; empty for tensors that occupy nothing.
  using Window = Conflicts::Window;
  /// Tensors whose windows overlap are unsafe. Where there is one chain, these are all that are; else the windows are
  /// the lifetimes in the global order.
  [[nodiscard]] std::span<const Window> windows() const { return windows_; }
  /// From which step of the global order on every tensor made is after this one; by TensorId. Where windows do not
  /// overlap, the later begins before the earlier settles, or the two are safe. Empty where there is one chain.
  [[nodiscard]] std::span<const Conflicts::Position> settled() const { return settled_; }

 private:
  [[nodiscard]] Result<void> measure();
  void find_windows();
  void find_settled();

  const Graph* graph_ = nullptr;
  const Conflicts* conflicts_ = nullptr;
  Bytes alignment_{1};
  std::vector<Bytes> sizes_, block_sizes_;
  std::vector<std::int64_t> block_steps_;  // empty: the alignment for all
  std::vector<Lifetime> lifetimes_;
  std::vector<std::uint32_t> degrees_;
  std::vector<Window> windows_;
  std::vector<Conflicts::Position> settled_;
  Csr<TensorId> blocks_;
};

}  // namespace stowage
