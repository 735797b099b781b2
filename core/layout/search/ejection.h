// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// Repairs a plan until it fits into a capacity, with any unsafe relation, groups and alignments; proves nothing.
/// (After the ejection pools of Nagata and Bräysy, who made them for routes of vehicles.)
///
/// Blocks that end above the capacity leave the plan for a *pool*. One block of it at a time goes in again: at a free
/// place, or where those in its way matter least. These are ejected; they take another free place, or the pool.
/// ```
///   capacity ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈    how much a block matters: the more, the larger it
///            ▒▒▒▒▒▒▒▒▒   ▓▓▓▓▓▓▓▓      is and the oftener it was in the pool; so what is
///            ▒▒▒ x ▒▒▒ ← ▓ pool ▓      hard to place is less and less often ejected
/// ```
/// Pairs are not listed: a step asks for the unsafe row of a few tensors, and sorts their neighbours.
/// Refers to the problem, which must outlive it.
class EjectionSearch {
 public:
  EjectionSearch(const LayoutProblem& problem, std::uint64_t seed);

  /// Starts from the last plan. A step looks once for a place of a block, so that its time is bounded; takes about
  /// `steps` steps at most. True where offsets() is then a plan within `capacity`.
  bool fit(std::int64_t capacity, std::uint64_t steps, const Task& task);
  /// Tries the bound, the middle between it and the footprint, and so on, to the smallest gain; a quarter of the steps
  /// each. `found` is called after each success.
  void shrink(Bytes bound, std::uint64_t steps, const Task& task, const std::function<void()>& found);
  /// Takes over a valid plan; offsets by TensorId.
  void start_from(std::span<const Offset> offsets);
  /// The last plan taken over or found, by TensorId.
  [[nodiscard]] const std::vector<Offset>& offsets() const { return plan_; }

 private:
  using Block = LayoutProblem::Block;
  static constexpr std::int64_t kOut = -1;

  /// A placed block that keeps another from starting at low < x < high.
  struct Obstacle {
    std::int64_t low, high;
    Block block;
  };
  struct Edge {
    std::int64_t at;
    double weight;
  };

  void take_out_what_ends_above();
  void find_obstacles(Block b);
  [[nodiscard]] std::int64_t free_start(Block b);
  [[nodiscard]] std::int64_t cheapest_start(Block b);
  void eject_from(Block b, std::int64_t start);
  void force_in(Block b);
  void put_back_the_ejected();
  void write_plan();
  [[nodiscard]] std::int64_t size(Block b) const { return problem_.block_size(b).count; }
  [[nodiscard]] double weight(Block b) const;
  [[nodiscard]] double random();

  const LayoutProblem& problem_;
  std::mt19937_64 engine_;
  std::int64_t capacity_ = 0;
  std::vector<Offset> plan_;
  std::vector<std::int64_t> start_;  // by block, or kOut
  std::vector<double> penalty_;      // by block; grows with each stay in the pool
  std::vector<Block> pool_, ejected_;
  std::uint64_t looks_ = 0;  // for a place
  // scratch
  std::vector<std::uint64_t> row_;
  std::vector<Obstacle> obstacles_;
  std::vector<Edge> lows_, highs_;
};

}  // namespace stowage
