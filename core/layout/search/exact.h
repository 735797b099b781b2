// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/base/task.h"
#include "core/layout/search/loose.h"
#include "core/plan/problem.h"

namespace stowage {

/// What is known of one capacity. The three answers never stand for each other.
struct Feasibility {
  enum class Answer {
    fits,        ///< `offsets` is a plan within the capacity
    infeasible,  ///< proved: there is no such plan
    gave_up,     ///< nothing is known: too many nodes, the time limit, or a request to stop
  };
  Answer answer = Answer::gave_up;
  std::vector<Offset> offsets;  ///< by TensorId, where it fits
  Bytes footprint;              ///< of these
};

/// Exact search for plans over the unsafe relation of any graph: streams, groups, alignments. Tensors that fit anywhere
/// (loose.h) are left for last. Components of the rest are searched apart, each by a complete search (single_search.h;
/// pair_search.h where there are groups) run in several heuristics in turn, with ever more nodes. What is learned
/// stays: a component known to fit a capacity, or proved not to, is not searched again, and a call that gave up is
/// continued by the next for the same capacity.
///
/// To use it as a repair: `start_from` a plan, then ask `fits` for less than its footprint with a few thousand nodes.
/// Refers to the problem, which must outlive it. Deterministic but for where a Task stops it.
class ExactSearch {
 public:
  /// Finds the bound, lists unsafe pairs and finds cliques: O(pairs) memory. too_large where there are too many pairs
  /// (conflict_model.h), which the message says; else only cancelled or timed_out.
  [[nodiscard]] static Result<ExactSearch> make(const LayoutProblem& problem, const Task& task = {});
  ExactSearch(ExactSearch&&) noexcept;
  ExactSearch& operator=(ExactSearch&&) noexcept;
  ~ExactSearch();

  /// Takes over what is better than known of a valid plan, component by component. Offsets by TensorId.
  void start_from(std::span<const Offset> offsets);

  /// How many components are not known to fit.
  [[nodiscard]] std::size_t open_components(Bytes capacity) const;
  /// At most `node_budget` decisions for each component that is not known to fit.
  [[nodiscard]] Feasibility fits(Bytes capacity, std::uint64_t node_budget, const Task& task = {});

  /// No plan is smaller. Grows as capacities are proved infeasible.
  [[nodiscard]] Bytes lower_bound() const;
  /// The best plan known, put together from the best of each component; a component without one lies unshared.
  [[nodiscard]] std::vector<Offset> best() const;
  [[nodiscard]] Bytes best_footprint() const;
  /// Every footprint worth asking for is a multiple of this.
  [[nodiscard]] std::int64_t grain() const;
  [[nodiscard]] std::size_t component_count() const;
  /// Of all components: so many decisions it takes at most to place everything without going back.
  [[nodiscard]] std::size_t searched_tensor_count() const;
  /// Decisions tried so far.
  [[nodiscard]] std::uint64_t nodes() const;

 private:
  class Component;
  ExactSearch(const LayoutProblem& problem, std::int64_t bound, LooseTensors loose);

  const LayoutProblem* problem_;
  std::int64_t bound_;  // of core/bounds
  LooseTensors loose_;  // in that capacity
  std::vector<std::unique_ptr<Component>> components_;
};

}  // namespace stowage
