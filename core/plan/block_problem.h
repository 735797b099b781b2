// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/lifetimes.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// The blocks to place, and how large they are: all that lower bounds need. O(T + N) to make.
/// Refers to the graph and the conflicts, which must outlive it.
///
/// A **block** is what is placed as one: a tensor, a contiguous group, or companions with the groups that they are in.
/// Blocks are numbered by their smallest tensor.
class BlockProblem {
 public:
  using Block = std::uint32_t;

  /// bad_input where `alignment` is < 1, or where groups and companions contradict each other; too_large where the
  /// rounded sizes (with the bytes that tensors may lose to an alignment of their own) add up to 2^60 or more.
  [[nodiscard]] static Result<BlockProblem> make(const Graph& graph, const Conflicts& conflicts, Bytes alignment = {1});
  static Result<BlockProblem> make(Graph&&, const Conflicts&, Bytes = {1}) = delete;
  static Result<BlockProblem> make(const Graph&, Conflicts&&, Bytes = {1}) = delete;

  [[nodiscard]] const Graph& graph() const { return *graph_; }
  [[nodiscard]] const Conflicts& conflicts() const { return *conflicts_; }
  [[nodiscard]] Bytes alignment() const { return alignment_; }

  /// Rounded up to the alignment; by TensorId.
  [[nodiscard]] std::span<const Bytes> sizes() const { return sizes_; }
  [[nodiscard]] std::span<const Lifetime> lifetimes() const { return lifetimes_; }

  [[nodiscard]] std::size_t block_count() const { return alone_.empty() ? blocks_.row_count() : alone_.size(); }
  /// Whether a block has several tensors: their places in it are insets.
  [[nodiscard]] bool joins_tensors() const { return !block_of_.empty(); }
  /// Its tensors by their insets; those of a group in the order in which they must lie.
  [[nodiscard]] std::span<const TensorId> block(std::size_t b) const {
    return alone_.empty() ? blocks_[b] : std::span(&alone_[b], 1);
  }
  [[nodiscard]] Bytes block_size(std::size_t b) const { return block_sizes_.empty() ? sizes_[b] : block_sizes_[b]; }
  /// The start of the block must be a multiple of this: the alignment, or its least common multiple with the tensor's
  /// own and those of its companions (members of a group have none).
  [[nodiscard]] std::int64_t block_step(std::size_t b) const {
    return block_steps_.empty() ? alignment_.count : block_steps_[b];
  }
  /// Divides every start and end in a plan where each block lies at 0 or as low as others let it: these are sums and
  /// differences of sizes, rounded up to steps. So only its multiples are footprints worth asking for. At least 1.
  [[nodiscard]] std::int64_t granularity() const;
  [[nodiscard]] Block block_of(TensorId t) const {
    return block_of_.empty() ? static_cast<Block>(t.index()) : block_of_[t.index()];
  }
  /// Bytes from the start of its block to its own start.
  [[nodiscard]] std::int64_t inset(TensorId t) const { return insets_.empty() ? 0 : insets_[t.index()]; }
  /// Writes the offsets of the tensors of a block that starts at `start`; `offsets` is by TensorId.
  void write(std::size_t b, std::int64_t start, std::span<Offset> offsets) const;
  /// Offsets with every block at 0, as suits blocks that keep no bytes from others; by TensorId.
  [[nodiscard]] std::vector<Offset> all_at_zero() const;
  /// Whether the tensor keeps bytes from others: it has positive size and is needed. Only such tensors are in the way.
  [[nodiscard]] bool occupies(TensorId t) const { return sizes_[t.index()] > Bytes{0} && graph_->is_needed(t); }

 private:
  [[nodiscard]] Result<void> measure();
  [[nodiscard]] Result<void> number_blocks();

  const Graph* graph_ = nullptr;
  const Conflicts* conflicts_ = nullptr;
  Bytes alignment_{1};
  std::vector<Bytes> sizes_;
  std::vector<std::int64_t> block_steps_;  // empty: the alignment for all
  // Empty without groups and companions: each tensor is a block.
  std::vector<Bytes> block_sizes_;
  std::vector<Block> block_of_;
  std::vector<std::int64_t> insets_;
  Csr<TensorId> blocks_;
  std::vector<TensorId> alone_;  // where each is a block: all tensors
  std::vector<Lifetime> lifetimes_;
};

}  // namespace stowage
