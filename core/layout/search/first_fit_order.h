// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "core/layout/search/block_pairs.h"

namespace stowage {

/// An order of blocks, and the plan that it gives: each block in turn takes the lowest start that the blocks before it
/// in the order leave free. After a change of the order, only the blocks that may move are placed again:
/// ```
///   order    … a  b  c  d  e  f …       x goes before b. Of b … e, those that x now covers are placed again; after
///                 ↖─────────── x        it, those that something moved away from beneath, or onto.
/// ```
/// May hold some of the blocks only. Refers to the problem and the pairs, which must outlive it.
class FirstFitOrder {
 public:
  using Block = LayoutProblem::Block;

  FirstFitOrder(const LayoutProblem& problem, const BlockPairs& pairs);

  /// Takes over an order of distinct blocks and places them. `pairs` must list those among them. False where it was
  /// stopped: then it holds those that were placed.
  bool reset(std::span<const Block> order, const BlockPairs& pairs, const Task& task = {});

  /// Moves the block at place `from` of the order to place `to`. False, with nothing changed, where the footprint would
  /// be more than `most`.
  bool move(std::size_t from, std::size_t to, std::int64_t most);

  [[nodiscard]] std::span<const Block> order() const { return order_; }
  [[nodiscard]] const BlockPairs& pairs() const { return *pairs_; }
  /// The place of a block in the order, and where it starts in the plan.
  [[nodiscard]] std::size_t place(Block b) const { return keys_[b].place; }
  [[nodiscard]] std::int64_t start(Block b) const { return at_[b].start; }
  /// The end of the highest block.
  [[nodiscard]] std::int64_t footprint() const { return footprint_; }

  /// A block that ends at the footprint, a block that it rests on, and so on down to one that rests on none; each drawn
  /// at random where there are several. Empty for an empty order.
  void draw_support_chain(std::mt19937_64& engine, std::vector<Block>& chain);

  /// Listed pairs looked at so far: a measure of time, the same on any machine.
  [[nodiscard]] std::uint64_t effort() const { return effort_; }

 private:
  static constexpr std::uint32_t kOut = 0xffff'ffff;

  struct At {
    std::int64_t start = 0, end = 0;
  };
  struct Key {
    std::uint32_t place = kOut;
    std::uint32_t rank = 0;  // in by_start_
  };
  struct Obstacle {
    std::int64_t low, high;
  };
  struct Undo {
    Block block;
    std::int64_t start;
  };

  template <class Visit>
  void for_each_pair(Block b, const Visit& visit);
  [[nodiscard]] std::int64_t lowest_free(Block b, std::int64_t from);
  void shift(std::vector<Block>& list, std::uint32_t Key::*place, std::size_t from, std::size_t to);
  void wait(Block b, std::int64_t from);
  void forget_waiting();
  bool place_waiting(Block moved, std::size_t from, std::int64_t most);
  void put(Block b, std::int64_t start);
  [[nodiscard]] std::int64_t size(Block b) const { return problem_.block_size(b).count; }

  const LayoutProblem& problem_;
  const BlockPairs* pairs_;
  std::vector<Block> order_;
  std::vector<At> at_;           // by block
  std::vector<Key> keys_;        // by block
  std::vector<Block> by_start_;  // those that reset() has yet to place come last
  std::int64_t footprint_ = 0;
  std::uint64_t effort_ = 0;
  // scratch
  std::vector<std::int64_t> waits_from_;  // by block
  std::vector<std::uint64_t> waiting_;    // a bit a place
  std::size_t first_waiting_ = 0;         // word; none before it
  std::vector<std::uint64_t> marked_;     // a bit a rank
  std::vector<Obstacle> obstacles_;
  std::vector<Undo> undo_;
  std::vector<Block> candidates_;
};

}  // namespace stowage
