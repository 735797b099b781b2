// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "core/base/bits.h"
#include "core/layout/search/first_fit_order.h"

namespace stowage {

/// Looks for an order of the blocks whose first-fit plan is small; proves nothing. For any unsafe relation, groups and
/// alignments.
///
/// A **move** takes a block of a support chain (first_fit_order.h) to another place of the order, mostly an earlier
/// one: a footprint can only shrink where the chain that makes it is broken. Moves are accepted up to a footprint a
/// little above the present one; how little is drawn for each move, and goes to 0 (simulated annealing).
///
/// Where the first blocks lie decides how good a plan can become, and moves hardly change that. So a **start** goes
/// from coarse to fine: it anneals an order of a few of the largest blocks, adds as many others behind, and so on to
/// all. Half of the effort goes into many short starts, from different keys; the other half anneals the best order.
/// Refers to the problem and the pairs, which must outlive it. Deterministic but for where a Task stops it.
class FirstFitSearch {
 public:
  using Block = LayoutProblem::Block;

  FirstFitSearch(const LayoutProblem& problem, const BlockPairs& pairs, std::uint64_t seed);

  /// Takes over a valid plan where it is better than the best; offsets by TensorId. Not where it is stopped.
  void start_from(std::span<const Offset> offsets, const Task& task = {});

  /// Searches until a plan meets the bound, or about `effort` listed pairs have been looked at. `found` is called at
  /// each better plan.
  void search(Bytes bound, std::uint64_t effort, const Task& task, const std::function<void()>& found = {});

  /// The best plan so far.
  [[nodiscard]] Bytes footprint() const { return {best_footprint_}; }
  [[nodiscard]] std::vector<Offset> offsets() const;  ///< by TensorId

 private:
  void start_coarsely(std::uint64_t effort);
  void anneal(std::uint64_t effort, bool of_all);
  [[nodiscard]] std::vector<Block> drawn_order();
  void try_move(std::int64_t most);
  void keep();
  [[nodiscard]] bool ended() const;
  [[nodiscard]] std::size_t below(std::size_t end) { return static_cast<std::size_t>(engine_() % end); }
  [[nodiscard]] double random() { return fraction(engine_()); }

  const LayoutProblem& problem_;
  const BlockPairs& pairs_;
  std::mt19937_64 engine_;
  FirstFitOrder present_;
  std::vector<Block> best_order_;
  std::vector<std::int64_t> best_starts_;  // by block
  std::int64_t best_footprint_;
  // of the call of search()
  std::int64_t bound_ = 0;
  const Task* task_ = nullptr;
  const std::function<void()>* found_ = nullptr;
  // scratch
  std::vector<Block> chain_;
};

}  // namespace stowage
