// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/task.h"
#include "core/safety/owners_graph.h"
#include "core/sharing/permissions.h"
#include "core/sharing/sharing.h"

namespace stowage {

/// Joins the blocks of outputs and inputs to blocks that hold both, as large as their union at the best shift, and
/// needed whenever either is. Chains of pairs join on; at most one output takes the place of an input, and the other
/// way round.
///
/// Duties come first, at any cost. Then permissions, first those at the steps where most bytes are alive, and of these
/// those that free most; each only where no step on its way then needs more than the most that any of these did before.
/// Blocks in a contiguous group never grow and are never joined to another of a group. O((T + P) (log T + log N)) for P
/// pairs.
class PairChooser {
 public:
  /// `owners` is `graph` without its views.
  PairChooser(const Graph& graph, const OwnersGraph& owners, Bytes alignment);

  /// bad_input where a duty excludes another, or its tensors cannot lie so.
  [[nodiscard]] Result<void> join_duties();
  void join_permitted(const std::vector<Permission>& permissions);

  [[nodiscard]] SharedGraph shared() const;

 private:
  /// A path of tensors, each but the first written over the one before.
  struct Block {
    std::vector<TensorId> members;  ///< none: joined to another
    std::int64_t size = 0;
    std::int64_t own = 1;   ///< the start is a multiple of it, and of the plan's alignment
    std::int64_t base = 0;  ///< from its begin to where places in it are counted from
    TensorId grouped{};     ///< the member in a contiguous group
    std::uint32_t begin = 0, end = 0;
  };
  /// How the block of the output would lie relative to that of the input.
  struct Joint {
    std::int64_t shift = 0;  ///< from the begin of the input's block
    std::int64_t size = 0;   ///< of both together
  };
  [[nodiscard]] const Block& block_of(TensorId t) const { return blocks_[block_[t.index()].index()]; }
  [[nodiscard]] std::int64_t place_of(TensorId t) const { return block_of(t).base + place_[t.index()]; }
  [[nodiscard]] std::optional<Joint> joint_of(const InPlace& pair) const;
  [[nodiscard]] bool is_free(const InPlace& pair) const;
  [[nodiscard]] bool pays(const InPlace& pair, const Joint& joint);
  void join(const InPlace& pair, const Joint& joint);
  void change(const Block& input, const Block& output, std::int64_t size, std::int64_t sign);

  /// Sums over steps, with the largest of any range.
  class Curve {
   public:
    explicit Curve(std::span<const Bytes> values);
    void add(std::size_t begin, std::size_t end, std::int64_t value);
    [[nodiscard]] std::int64_t most(std::size_t begin, std::size_t end) const;

   private:
    std::size_t leaves_ = 1;
    std::vector<std::int64_t> most_, added_;
  };

  const Graph& graph_;
  const OwnersGraph& owners_;
  const std::int64_t alignment_;
  std::vector<Block> blocks_;        // by tensor: its own, until that joins another
  std::vector<TensorId> block_;      // by tensor: where it lies now
  std::vector<std::int64_t> place_;  // by tensor: from the base of that
  std::vector<bool> taken_, taking_, inexact_;
  std::size_t joined_ = 0;
  Curve curve_;
};

}  // namespace stowage
